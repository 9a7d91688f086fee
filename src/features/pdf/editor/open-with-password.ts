import { type OpenPdf, type Pdf, startOpening } from '../viewer/index.ts'

/** Asks for a password until `attempt` accepts one. @returns false if the user cancelled */
export type AskPassword = (name: string, attempt: (password: string) => Promise<boolean>) => Promise<boolean>

type OpenInput = {
  file: Blob
  name: string
  /** A previously entered password. */
  known: string | null
  ask: AskPassword
}

/** An open file with its password; `cancelled` if none was entered, null if it is not a PDF. */
export type Opened = { pdf: Pdf; password: string | null } | 'cancelled' | null

/**
 * Opens a file of this device, with a password if it needs one. The second return value closes it
 * again.
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
