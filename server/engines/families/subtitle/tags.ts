import { PLAIN, type Span } from './cue.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  quot: '"',
  lrm: '\u200e',
  rlm: '\u200f',
}

interface Tagged {
  spans: Span[]
  /** The name in the first voice tag. */
  speaker: string
  /** Whether tags were dropped: colors, fonts, classes. */
  styled: boolean
}

const STYLES = { b: 'bold', i: 'italic', u: 'underline', strong: 'bold', em: 'italic' } as const

/**
 * Parses the tags of SubRip and WebVTT. A `<` that starts no tag is text. Only WebVTT has entities.
 */
export function readTags(text: string, { entities }: { entities: boolean }): Tagged {
  const open = { bold: 0, italic: 0, underline: 0 }
  const spans: Span[] = []
  let speaker = ''
  let styled = false
  let at = 0
  const add = (piece: string) => {
    if (piece === '') return
    const { bold, italic, underline } = open
    spans.push({
      ...PLAIN,
      text: entities ? withoutEntities(piece) : piece,
      bold: bold > 0,
      italic: italic > 0,
      underline: underline > 0,
    })
  }
  for (const tag of text.matchAll(/<(\/?)([a-z]*|\d[\d:.]*)((?:\.[^<>\s]*)?(?:\s[^<>]*)?)>/gi)) {
    const [whole, slash, name = '', rest = ''] = tag
    add(text.slice(at, tag.index))
    at = tag.index + whole.length
    const kind = name.toLowerCase()
    const style = STYLES[kind as keyof typeof STYLES]
    if (style) open[style] = Math.max(0, open[style] + (slash ? -1 : 1))
    else if (kind === 'v') speaker ||= withoutEntities(rest.replace(/^\S*\s*/, '').trim())
    else if (!slash && kind !== '') styled = true
  }
  add(text.slice(at))
  return { spans, speaker, styled }
}

const withoutEntities = (text: string): string =>
  text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : whole
  })

/** Serializes spans with the tags that SubRip and WebVTT share. */
export function writeTags(spans: readonly Span[], quoted: (text: string) => string): string {
  return spans
    .map(({ text, bold, italic, underline }) => {
      const tags = [...(bold ? ['b'] : []), ...(italic ? ['i'] : []), ...(underline ? ['u'] : [])]
      const opening = tags.map((tag) => `<${tag}>`).join('')
      const closing = tags
        .map((tag) => `</${tag}>`)
        .reverse()
        .join('')
      return `${opening}${quoted(text)}${closing}`
    })
    .join('')
}
