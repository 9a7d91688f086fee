// State of a sign-in that spans several pages, stored for this tab only.

/** The password was correct, and a second factor is required. */
export interface PendingCode {
  methods: string[]
  /** In milliseconds since 1970. */
  expiresAt: number
  /** The name or address that the user entered. */
  who: string
  /** A code has already been sent, so reloading the page sends none. */
  sent?: boolean
}

/** The browser was redirected to a provider and will return with a response to this. */
export interface PendingProvider {
  provider: string
  state: string
  redirectUri: string
  /** To sign in, or to link the provider account to the signed-in user. */
  purpose: 'sign-in' | 'link'
  /** The path to continue at. */
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
    // Storage may be blocked: then the sign-in has to be restarted.
  }
}

export const keepCode = (pending: PendingCode | null): void => write('sign-in-code', pending)

/** Null if there is none, or it has expired. */
export function pendingCode(): PendingCode | null {
  const pending = read<PendingCode>('sign-in-code')
  return pending && pending.expiresAt > Date.now() ? pending : null
}

export const keepProvider = (pending: PendingProvider | null): void => write('sign-in-provider', pending)
export const pendingProvider = (): PendingProvider | null => read('sign-in-provider')
