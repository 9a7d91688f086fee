/** The server's token format: 32 bytes in base64url. Other fragments are no tokens. */
const TOKEN = /^[\w-]{20,100}$/

/** The token of a link, the last part of `/s/…` and `/sign/…`. */
export const tokenIn = (path: string): string => decodeURIComponent(path.split('/')[2] ?? '')

/**
 * The token in this page's URL fragment, which is removed immediately, so that neither history nor
 * a screenshot contains it. Null without one.
 */
export function takeTokenFromFragment(): string | null {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(null, '', location.pathname + location.search)
  return TOKEN.test(token) ? token : null
}
