import { type ApiError, errorFromNetwork, toApiError } from '../../../api/errors.ts'
import { type Bytes, openBytes, type PdfSource } from './bytes.ts'
import type { Pdf } from './pdf.ts'
import { startWorker } from './worker.ts'

/** The state of opening a PDF. */
export type OpenPdf =
  | { state: 'loading' }
  /** It needs a password. `wrong`: the entered one was incorrect. */
  | { state: 'locked'; wrong: boolean; unlock: (password: string) => void }
  /** Its bytes, or the viewer's code, could not be loaded. */
  | { state: 'unavailable'; error: ApiError; retry: () => void }
  /** Its bytes are loaded, but are no readable PDF. */
  | { state: 'broken'; retry: () => void }
  /** `trouble`: range requests are failing and are retried. */
  | { state: 'open'; pdf: Pdf; trouble: ApiError | null }

/** Loads bytes, worker and code in parallel. @returns the cleanup function */
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
        // Without the viewer's code nothing can be displayed.
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

/** The code failed to load: no network, or a newer version was deployed. */
function noCode(cause: unknown): never {
  throw errorFromNetwork(cause)
}
