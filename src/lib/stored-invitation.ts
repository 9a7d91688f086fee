const KEY = 'invitation'

/**
 * The token of the invitation that this tab has opened. It outlives the way through sign-in,
 * sign-up and a provider, and stands in no address that a server could write down.
 */
export function storedInvitation(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Storage may be forbidden; then the link in the mail is opened again after signing in. */
export function keepInvitation(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, token)
  } catch {}
}
