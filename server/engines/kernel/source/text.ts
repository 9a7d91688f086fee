/**
 * Decodes the text of a file, or returns null for binary data. Supports UTF-8 with or without a
 * BOM, UTF-16 with a BOM, and Windows-1252, which is common in old files, if nothing contradicts
 * it. `complete` false: the last character may be truncated.
 */
export function decodeText(bytes: Buffer, complete: boolean): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return tidy(new TextDecoder('utf-16le').decode(bytes))
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return tidy(new TextDecoder('utf-16be').decode(bytes))
  try {
    return tidy(new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !complete }))
  } catch {
    return tidy(new TextDecoder('windows-1252').decode(bytes))
  }
}

function tidy(text: string): string | null {
  // Tab, LF, FF, CR and ESC (ANSI colors) occur in text; other control characters do not.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for.
  return /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f\u0081\u008d\u008f\u0090\u009d\ufffd]/.test(
    text,
  )
    ? null
    : text
}

const ROOTS: [pattern: RegExp, format: string][] = [
  [/<svg[\s>]|<svg:svg/i, 'svg'],
  [/<FictionBook/, 'fb2'],
  [/<opml[\s>]/i, 'opml'],
  [/<TEI[\s>]/, 'tei'],
  [/<html[\s>]/i, 'html'],
  [/<article[^>]*(dtd-version|xmlns:mml|article-type)/, 'jats'],
  [/<(article|book|chapter|section|refentry|set)[^>]*docbook/, 'docbook'],
]

/** The format of a text by its root element after the prolog and comments, or null. */
export function formatOfMarkup(text: string): string | null {
  const body = text.replace(/^\ufeff?\s*(<\?xml[^>]*\?>)?/, '')
  if (/^\s*<!DOCTYPE\s+html/i.test(body)) return 'html'
  if (/^\s*<!DOCTYPE\s+svg/i.test(body)) return 'svg'
  if (/^\s*<!DOCTYPE\s+article[^>]*(JATS|NLM)/i.test(body)) return 'jats'
  if (/^\s*<!DOCTYPE\s+\w[^>]*DocBook/i.test(body)) return 'docbook'
  const root = /<[a-z][^<>]*>/i.exec(stripPrologue(body))?.[0]
  if (!root || !/^\s*<[?!a-z]/i.test(body)) return null
  return ROOTS.find(([pattern]) => pattern.test(root))?.[1] ?? null
}

/** Removes comments, processing instructions and the DOCTYPE with its internal subset. */
function stripPrologue(text: string): string {
  return withoutType(without(without(text, '<!--', '-->'), '<?', '?>'))
}

/**
 * Removes the text between two delimiters. Not a regular expression, whose run time is quadratic if
 * the end is missing: seconds for a file of some kilobytes, in the server's event loop.
 */
export function without(text: string, from: string, to: string): string {
  let kept = ''
  let at = 0
  for (let start = text.indexOf(from); start >= 0; start = text.indexOf(from, at)) {
    const end = text.indexOf(to, start + from.length)
    if (end < 0) break
    kept += text.slice(at, start)
    at = end + to.length
  }
  return kept + text.slice(at)
}

function withoutType(text: string): string {
  const start = text.search(/<!DOCTYPE/i)
  if (start < 0) return text
  const rest = text.slice(start)
  const opened = /^<!DOCTYPE[^[>]*[[>]/i.exec(rest)?.[0] ?? ''
  const inner = opened.endsWith('[') ? /\]\s*>/.exec(rest) : null
  const end = inner ? inner.index + inner[0].length : opened.endsWith('>') ? opened.length : 0
  return text.slice(0, start) + rest.slice(end)
}
