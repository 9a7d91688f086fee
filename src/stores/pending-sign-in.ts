// What a sign-in that goes over several pages has to remember between them, in this tab and no
// longer than it.

/** The password was right, and a second factor is wanted. */
export interface PendingCode {
  methods: string[]
  /** In milliseconds since 1970. */
  expiresAt: number
  /** What they gave as their name. */
  who: string
  /** A code has been sent already, so loading the page again sends none. */
  sent?: boolean
}

/** The browser was sent to a provider, and comes back with an answer to this. */
export interface PendingProvider {
  provider: string
  state: string
  redirectUri: string
  /** To open a session, or to let the sign-in there open the account that is signed in. */
  purpose: 'sign-in' | 'link'
  /** Where to go on. */
  next: string
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

function write(key: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage may be forbidden: then the sign-in has to be begun again where it would have gone on.
  }
}

export const keepCode = (pending: PendingCode | null): void => write('sign-in-code', pending)

/** Null where there is none, or it has run out. */
export function pendingCode(): PendingCode | null {
  const pending = read<PendingCode>('sign-in-code')
  return pending && pending.expiresAt > Date.now() ? pending : null
}

export const keepProvider = (pending: PendingProvider | null): void => write('sign-in-provider', pending)
export const pendingProvider = (): PendingProvider | null => read('sign-in-provider')
