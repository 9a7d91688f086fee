const DAY = 86_400

const cookie = (name: string, value: string | null, seconds: number) =>
  `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : seconds}; HttpOnly; SameSite=Lax`

/** The cookies that the service sets. Null takes one away. */
export const sessionCookie = (token: string | null): string => cookie('session', token, 30 * DAY)
export const signInCookie = (token: string | null): string => cookie('sign-in', token, 600)
export const deviceCookie = (id: string): string => cookie('device', id, 30 * DAY)
export const shareCookie = (pass: string): string => cookie('share', pass, 900)
export const readingCookie = (ticket: string): string => cookie('reading', ticket, 21_600)
export const signingCookie = (pass: string): string => cookie('signing', pass, 14_400)
export const visitorCookie = (id: string): string => `visitor=${id}; Path=/; HttpOnly; SameSite=Lax`
