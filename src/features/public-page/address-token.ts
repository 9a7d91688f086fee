/** As the server makes them: 32 bytes in base64url. Anything else in a fragment is not a token. */
const TOKEN = /^[\w-]{20,100}$/

/** The token of a link, the last part of `/s/…` and `/sign/…`. */
export const tokenIn = (path: string): string => decodeURIComponent(path.split('/')[2] ?? '')

/**
 * The token in the fragment of this page's URL, which is cleared at once: it stays in no history,
 * and a screenshot does not show it. Null where there is none.
 */
export function takeTokenFromFragment(): string | null {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(null, '', location.pathname + location.search)
  return TOKEN.test(token) ? token : null
}
