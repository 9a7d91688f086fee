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
 * Styles that cannot reach the head of the page, or none where their braces do not match: what closes the scope would reach it.
 */
function scoped(given: string): string {
  const css = given.replace(/<!--|-->/g, '').replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '')
  if (css.trim() === '' || css.length > MOST_STYLES || /["'][^"'\n]*[{}][^"'\n]*["']|\/\*/.test(css))
    return ''
  let depth = 0
  for (const [brace] of css.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1
    if (depth < 0) return ''
  }
  return depth === 0 ? `<style>@scope (.mail-body) {${css}}</style>` : ''
}

/** Takes out of styles what loads something or covers the page. Escapes go first: they could spell the same. */
export function safeStyles(css: string, losses: StyleLosses): string {
  const bare = css.replace(/[\\<]/g, '')
  const remote =
    /\b(url|src|image|image-set|-webkit-image-set|cross-fade)\s*\(|@import|@font-face|@namespace/gi
  losses.remoteStyles += bare.match(/(url|src)\s*\(\s*["']?\s*(https?:)?\/\/|@import/gi)?.length ?? 0
  return bare.replace(remote, 'none(').replace(/position\s*:\s*(fixed|absolute|sticky)/gi, 'position:static')
}
