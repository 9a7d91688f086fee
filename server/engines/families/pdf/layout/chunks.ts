import { around, widthOf } from './geometry.ts'
import type { Chunk, Glyph, Run } from './model.ts'

/** A gap of this many font sizes splits a baseline into chunks. */
const WIDE = 1
/** In right-to-left text, numbers run the other way, so a gap may be as wide as a number. */
const WIDE_RTL = 6
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
const LETTER = /\p{L}/u

/** Groups consecutive characters on a baseline. */
export function chunksOf(glyphs: readonly Glyph[]): Chunk[] {
  const chunks: Chunk[] = []
  let current: Glyph[] = []
  const end = () => {
    if (current.length > 0) chunks.push(chunkOf(current))
    current = []
  }
  for (const glyph of glyphs) {
    const before = current.at(-1)
    if (before && parts(before, glyph)) end()
    current.push(glyph)
  }
  end()
  return chunks
}

/** Whether two consecutive characters belong to different chunks. */
function parts(before: Glyph, glyph: Glyph): boolean {
  const size = Math.max(before.style.size, glyph.style.size)
  const rise = Math.abs(before.baseline - glyph.baseline)
  if (rise > 0.55 * size || (rise > 0.15 * size && before.style.size === glyph.style.size)) return true
  const gap = Math.max(glyph.box.left - before.box.right, before.box.left - glyph.box.right)
  const rtl = RTL.test(before.text) || RTL.test(glyph.text)
  if (gap > (rtl ? WIDE_RTL : WIDE) * size) return true
  // A character left of its predecessor starts another line or cell.
  return !rtl && glyph.box.left < before.box.left - size && glyph.gap !== 'none'
}

function chunkOf(glyphs: readonly Glyph[]): Chunk {
  const sizes = new Map<number, number>()
  for (const { style } of glyphs) sizes.set(style.size, (sizes.get(style.size) ?? 0) + 1)
  const size = [...sizes].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
  const main = glyphs.find(({ style }) => style.size === size) ?? glyphs[0]
  const baseline = main?.baseline ?? 0
  const runs: Run[] = []
  for (const [index, { text, style, link, gap, baseline: own }] of glyphs.entries()) {
    const rise = style.size < 0.9 * size ? (baseline - own) / size : 0
    const script = rise > 0.15 ? 'super' : rise < -0.08 ? 'sub' : null
    addText(runs, {
      text: index > 0 && (gap === 'space' || apart(glyphs[index - 1], glyphs[index])) ? ` ${text}` : text,
      style,
      script,
      link,
    })
  }
  const text = runs.map((run) => run.text).join('')
  return {
    runs,
    box: around(glyphs.map(({ box }) => box)),
    baseline,
    size,
    rtl: isRtl(text),
    mark: main?.mark ?? -1,
  }
}

/** A gap as wide as a space without a space character. */
function apart(before: Glyph | undefined, glyph: Glyph | undefined): boolean {
  if (!before || !glyph || RTL.test(glyph.text) || RTL.test(before.text)) return false
  const least = glyph.gap === 'line' ? 0.12 : 0.35
  return glyph.box.left - before.box.right > least * Math.min(before.style.size, widthOf(glyph.box) * 3)
}

/** Appends text to the last run if the style is equal. */
export function addText(runs: Run[], run: Run): void {
  const last = runs.at(-1)
  if (last && last.style === run.style && last.script === run.script && last.link === run.link)
    last.text += run.text
  else runs.push({ ...run })
}

/** Whether most letters are right-to-left. */
export function isRtl(text: string): boolean {
  let balance = 0
  for (const character of text) {
    if (RTL.test(character)) balance++
    else if (LETTER.test(character)) balance--
  }
  return balance > 0
}

/** The concatenated text of runs. */
export const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('')
