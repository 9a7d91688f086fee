import { type ApiError, errorFromNetwork, toApiError } from '../../../api/errors.ts'
import { type Bytes, openBytes, type PdfSource } from './bytes.ts'
import type { Pdf } from './pdf.ts'
import { startWorker } from './worker.ts'

/** A PDF on its way to being seen. */
export type OpenPdf =
  | { state: 'loading' }
  /** It opens with a password. `wrong`: one was given that is not it. */
  | { state: 'locked'; wrong: boolean; unlock: (password: string) => void }
  /** Its bytes, or the viewer's own code, did not come. */
  | { state: 'unavailable'; error: ApiError; retry: () => void }
  /** Its bytes are here, and no PDF can be read from them. */
  | { state: 'broken'; retry: () => void }
  /** `trouble`: parts of it do not come at the moment; they are asked for again. */
  | { state: 'open'; pdf: Pdf; trouble: ApiError | null }

/** Bytes, program and code are fetched side by side. @returns what ends it all */
export function startOpening(
  source: PdfSource,
  tell: (open: OpenPdf) => void,
  retry: () => void,
): () => void {
  const abort = new AbortController()
  const port = startWorker()
  let close = () => port.terminate()
  let over = false
  let opened: Pdf | null = null
  let trouble: ApiError | null = null
  const say = (open: OpenPdf) => {
    if (!over) tell(open)
  }
  const onTrouble = (error: ApiError | null) => {
    trouble = error
    if (opened) say({ state: 'open', pdf: opened, trouble })
    else if (error && error.status >= 400 && error.status < 500) say({ state: 'unavailable', error, retry })
  }
  async function run() {
    let bytes: Bytes
    let engine: typeof import('./engine.ts')
    try {
      ;[bytes, engine] = await Promise.all([
        openBytes(source, abort.signal, onTrouble),
        import('./engine.ts').catch(noCode),
        // Without it there would be nothing to see.
        import('./viewer.tsx').catch(noCode),
      ])
    } catch (error) {
      return say({ state: 'unavailable', error: toApiError(error), retry })
    }
    if (over) return
    const document = engine.openDocument({
      bytes,
      port,
      onPassword: (unlock, wrong) => say({ state: 'locked', wrong, unlock }),
    })
    close = document.close
    document.pdf.then(
      (pdf) => {
        opened = pdf
        say({ state: 'open', pdf, trouble })
      },
      () => say({ state: 'broken', retry }),
    )
  }
  void run()
  return () => {
    over = true
    abort.abort()
    close()
  }
}

/** A part of the dashboard did not load: the network is gone, or a newer version is there. */
function noCode(cause: unknown): never {
  throw errorFromNetwork(cause)
}
