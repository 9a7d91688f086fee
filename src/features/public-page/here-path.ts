/** By the path alone: the page may have been reached by another name than the one the instance calls itself. */
export function herePath(url: string): string {
  const { pathname, search } = new URL(url, location.href)
  return pathname + search
}
