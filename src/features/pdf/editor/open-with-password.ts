import { type OpenPdf, type Pdf, startOpening } from '../viewer/index.ts'

/** Asks for a password until `attempt` takes one. @returns false where the person gave up */
export type AskPassword = (name: string, attempt: (password: string) => Promise<boolean>) => Promise<boolean>

type OpenInput = {
  file: Blob
  name: string
  /** A password that was entered before. */
  known: string | null
  ask: AskPassword
}

/**
 * An open file, and the password that opened it; `cancelled` where none was entered, null where it
 * is no PDF.
 */
export type Opened = { pdf: Pdf; password: string | null } | 'cancelled' | null

/**
 * Opens a file of this device, with a password where it needs one. The second of the answers closes
 * it again.
 */
export function openWithPassword({ file, name, known, ask }: OpenInput): [Promise<Opened>, () => void] {
  const arrived: OpenPdf[] = []
  let waiting: ((open: OpenPdf) => void) | null = null
  const next = () => {
    const open = arrived.shift()
    return open ? Promise.resolve(open) : new Promise<OpenPdf>((resolve) => (waiting = resolve))
  }
  const stop = startOpening(
    { file },
    (open) => {
      if (open.state === 'loading') return
      const take = waiting
      waiting = null
      if (take) take(open)
      else arrived.push(open)
    },
    () => {},
  )
  async function run(): Promise<Opened> {
    let open = await next()
    let password: string | null = null
    const attempt = async (given: string) => {
      if (open.state !== 'locked') return true
      password = given
      open.unlock(given)
      open = await next()
      return open.state !== 'locked'
    }
    if (open.state === 'locked' && known !== null) await attempt(known)
    if (open.state === 'locked' && !(await ask(name, attempt))) return 'cancelled'
    return open.state === 'open' ? { pdf: open.pdf, password } : null
  }
  return [run(), stop]
}
