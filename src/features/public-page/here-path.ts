/**
 * Only the path and the query are used, because the server, which renders the page first, has no
 * location.
 */
const BASE = 'http://base.invalid'

/**
 * Path only: the page may have been opened by another host name than the instance's configured one.
 */
export function herePath(url: string): string {
  const { pathname, search } = new URL(url, BASE)
  return pathname + search
}
