/** Counts what styles wanted to load. */
interface StyleLosses {
  remoteStyles: number
}

/** So many characters of styles are kept for one body. */
const MOST_STYLES = 500_000

/** HTML without its style elements, and these as one, which holds for the body alone. */
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

/**
 * Styles that cannot reach the head of the page, or none where their braces do not match: what
 * closes the scope would reach it.
 */
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
 * Not by a pattern, which would look from each beginning up to the end where nothing ends. What is
 * not closed goes up to the end.
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
 * Takes out of styles what loads something or covers the page. Escapes go first: they could spell
 * the same.
 */
export function safeStyles(css: string, losses: StyleLosses): string {
  const bare = css.replace(/[\\<]/g, '')
  const remote =
    /\b(url|src|image|image-set|-webkit-image-set|cross-fade)\s*\(|@import|@font-face|@namespace/gi
  losses.remoteStyles += bare.match(/(url|src)\s*\([\s"']*(https?:)?\/\/|@import/gi)?.length ?? 0
  return bare.replace(remote, 'none(').replace(/position\s*:\s*(fixed|absolute|sticky)/gi, 'position:static')
}
