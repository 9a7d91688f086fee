/**
 * Only the path and the query of it are used: the server, which draws a page first, has no
 * location.
 */
const BASE = 'http://base.invalid'

/**
 * By the path alone: the page may have been reached by another name than the one the instance calls
 * itself.
 */
export function herePath(url: string): string {
  const { pathname, search } = new URL(url, BASE)
  return pathname + search
}
