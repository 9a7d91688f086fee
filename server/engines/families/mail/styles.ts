/** Counts external resources in styles. */
interface StyleLosses {
  remoteStyles: number
}

/** Maximum characters of styles per body. */
const MOST_STYLES = 500_000

/** Extracts style elements and joins them to one that is scoped to the body. */
export function takeStyles(html: string, losses: StyleLosses): { html: string; styles: string } {
  const lower = html.toLowerCase()
  const kept: string[] = []
  const rest: string[] = []
  let at = 0
  for (let start = lower.indexOf('<style'); start >= 0; start = lower.indexOf('<style', at)) {
    const open = lower.indexOf('>', start)
    const close = open < 0 ? -1 : lower.indexOf('</style', open)
    rest.push(html.slice(at, start))
    if (close < 0) return { html: rest.join(''), styles: scoped(kept.join('\n')) }
    kept.push(safeStyles(html.slice(open + 1, close), losses))
    const end = lower.indexOf('>', close)
    at = end < 0 ? html.length : end + 1
  }
  rest.push(html.slice(at))
  return { html: rest.join(''), styles: scoped(kept.join('\n')) }
}

/** Scopes styles to the body; drops them if braces are unbalanced, which could close the scope. */
function scoped(given: string): string {
  if (given.length > MOST_STYLES) return ''
  const css = withoutComments(given.replace(/<!--|-->/g, ''))
  const strings = css.match(/["'][^"'\n]*["']/g) ?? []
  if (css.trim() === '' || strings.some((string) => /[{}]/.test(string))) return ''
  let depth = 0
  for (const [brace] of css.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1
    if (depth < 0) return ''
  }
  return depth === 0 ? `<style>@scope (.mail-body) {${css}}</style>` : ''
}

/**
 * Not a regular expression, whose run time is quadratic if the end is missing. An unclosed comment
 * extends to the end.
 */
function withoutComments(css: string): string {
  const parts: string[] = []
  let at = 0
  for (let start = css.indexOf('/*'); start >= 0; start = css.indexOf('/*', at)) {
    parts.push(css.slice(at, start))
    const end = css.indexOf('*/', start + 2)
    if (end < 0) return parts.join(' ')
    at = end + 2
  }
  return [...parts, css.slice(at)].join(' ')
}

/**
 * Removes resources and page overlays from styles. Decodes escapes first, which could hide them.
 */
export function safeStyles(css: string, losses: StyleLosses): string {
  const bare = css.replace(/[\\<]/g, '')
  const remote =
    /\b(url|src|image|image-set|-webkit-image-set|cross-fade)\s*\(|@import|@font-face|@namespace/gi
  losses.remoteStyles += bare.match(/(url|src)\s*\([\s"']*(https?:)?\/\/|@import/gi)?.length ?? 0
  return bare.replace(remote, 'none(').replace(/position\s*:\s*(fixed|absolute|sticky)/gi, 'position:static')
}
