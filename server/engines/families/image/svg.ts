import { EngineFailure } from '../../kernel/engine.ts'
import { nested, type Sentence, sentence } from '../../kernel/sentence.ts'
import { decodeText } from '../../kernel/source/text.ts'

/** A checked SVG. `outside` counts the removed external references. */
export interface CheckedSvg {
  bytes: Buffer
  outside: number
  /** Whether it has text. */
  hasText: boolean
}

const MAX_BYTES = 20 * 1024 * 1024

const refused = (why: Sentence) =>
  new EngineFailure(
    'source_damaged',
    sentence`${nested(why)} Save it again as plain SVG from a drawing program.`,
  )

/**
 * Checks an SVG before rendering. Throws for entities that read files or expand; a plain namespace
 * `ENTITY`, as drawing programs write it, is allowed. Removes external references, which the
 * renderer also blocks.
 */
export function checkSvg(source: Buffer): CheckedSvg {
  if (source.length > MAX_BYTES) {
    throw new EngineFailure(
      'source_too_complex',
      sentence`The drawing is too long to be drawn in one piece. Simplify it, then try again.`,
    )
  }
  const text = decodeText(source, true)
  if (text === null) throw refused(sentence`The drawing is not readable text.`)
  for (const [, name, rest] of text.matchAll(/<!ENTITY\s+(%\s*)?([^>]*)>/gi)) {
    if (name || /\b(SYSTEM|PUBLIC)\b/.test(rest ?? ''))
      throw refused(sentence`The drawing asks for another file.`)
    if (/&[^#]/.test(rest ?? '')) throw refused(sentence`The drawing unfolds into far more than it holds.`)
  }
  if (/<!DOCTYPE[^>[]*\b(SYSTEM|PUBLIC)\b[^>[]*\[\s*%/i.test(text))
    throw refused(sentence`The drawing asks for another file.`)
  let outside = 0
  const cut = (whole: string, before: string, value: string, after: string) => {
    if (/^\s*(#|data:)/i.test(value)) return whole
    outside += 1
    return `${before}#${after}`
  }
  const cleaned = text
    .replace(
      /(<(?:\w+:)?(?:image|feImage|use|script|mask|pattern|filter|style|link|foreignObject|tref|linearGradient|radialGradient)\b[^>]*?\b(?:xlink:)?(?:href|src)\s*=\s*["'])([^"']*)(["'])/gi,
      cut,
    )
    .replace(/(url\(\s*["']?)([^"')]*)(["']?\s*\))/gi, cut)
    .replace(/(@import\s*["'])([^"']*)(["'])/gi, cut)
    .replace(/<\?xml-stylesheet[\s\S]*?\?>/gi, () => {
      outside += 1
      return ''
    })
    // The text is already decoded, so the declaration must say UTF-8.
    .replace(/^\ufeff?\s*<\?xml[^>]*\?>/, '<?xml version="1.0" encoding="UTF-8"?>')
  return { bytes: Buffer.from(cleaned, 'utf8'), outside, hasText: /<(\w+:)?(text|tspan)\b/.test(text) }
}
