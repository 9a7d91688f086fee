const KEY = 'invitation'

/**
 * The token of the invitation that this tab opened. It survives sign-in, sign-up and provider
 * redirects, and is in no URL that a server could log.
 */
export function storedInvitation(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Storage may be blocked; then the user opens the mail's link again after signing in. */
export function keepInvitation(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, token)
  } catch {}
}
