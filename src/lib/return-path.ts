/** A return path on this site, or null. `//host` and `/\host` are other sites. */
export function safeReturn(path: string | null): string | null {
  if (path === null || !/^\/(?![/\\])/.test(path)) return null
  try {
    const url = new URL(path, 'http://here.invalid')
    return url.origin === 'http://here.invalid' ? url.pathname + url.search + url.hash : null
  } catch {
    return null
  }
}
