import { heap, type Pdfium, withMemory } from '../pdfium.ts'
import { apply, type Direction, directionOf, type Matrix, sound, transformed } from './frame.ts'
import type { Glyph, Style } from './model.ts'
import { type FontFacts, readFont } from './read-font.ts'

const MAX_CHARACTERS = 200_000
/** FPDF_TEXTRENDERMODE_INVISIBLE */
const INVISIBLE = 3

/** Caches of styles and fonts, so that equal ones share an object. */
export interface Styles {
  fonts: Map<number, FontFacts>
  styles: Map<string, Style>
}

export interface DirectedGlyph extends Glyph {
  /** Null for slanted text. */
  direction: Direction | null
  invisible: boolean
  /** Its origin in displayed coordinates. */
  origin: [number, number]
}

interface TextObject {
  style: Style
  direction: Direction | null
  invisible: boolean
  mark: number
}

/** The characters of a page in content order, without those outside the page. */
export function readGlyphs(
  pdfium: Pdfium,
  page: number,
  display: { matrix: Matrix; width: number; height: number },
  known: Styles,
): DirectedGlyph[] {
  const text = pdfium.FPDFText_LoadPage(page)
  if (!text) return []
  try {
    return withMemory(pdfium, 64, (at) => glyphsOf(pdfium, text, at, display, known))
  } finally {
    pdfium.FPDFText_ClosePage(text)
  }
}

function glyphsOf(
  pdfium: Pdfium,
  text: number,
  at: number,
  { matrix, width, height }: { matrix: Matrix; width: number; height: number },
  known: Styles,
): DirectedGlyph[] {
  const glyphs: DirectedGlyph[] = []
  const objects = new Map<number, TextObject>()
  const twice = new Duplicates()
  const count = Math.min(pdfium.FPDFText_CountChars(text), MAX_CHARACTERS)
  let gap: Glyph['gap'] = 'line'
  let last = 0
  const calls = hotCalls(pdfium)
  for (let index = 0; index < count; index++) {
    const code = calls.FPDFText_GetUnicode(text, index)
    if (code === 10 || code === 13) gap = 'line'
    else if (code === 32 || code === 9 || code === 0xa0) gap = gap === 'line' ? 'line' : 'space'
    const character = printable(code)
    if (character === null) continue
    const handle = calls.FPDFText_GetTextObject(text, index)
    let object = objects.get(handle)
    if (!object) {
      object = readObject(pdfium, text, index, handle, at, matrix, known)
      objects.set(handle, object)
    }
    if (!calls.FPDFText_GetCharOrigin(text, index, at, at + 8)) continue
    if (!calls.FPDFText_GetLooseCharBox(text, index, at + 16)) continue
    const view = new DataView(heap(pdfium).buffer, at, 32)
    const origin = apply(matrix, view.getFloat64(0, true), view.getFloat64(8, true))
    const box = transformed(matrix, {
      left: view.getFloat32(16, true),
      top: view.getFloat32(20, true),
      right: view.getFloat32(24, true),
      bottom: view.getFloat32(28, true),
    })
    if (!sound(...origin, box.left, box.top, box.right, box.bottom)) continue
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    if (x < 0 || y < 0 || x > width || y > height) continue
    // All letters of a ligature have the same origin.
    const [x0, y0] = glyphs.at(-1)?.origin ?? []
    const ligature = handle === last && x0 === origin[0] && y0 === origin[1]
    if (!ligature && twice.has(character, origin, object.style.size)) continue
    last = handle
    glyphs.push({ text: character, box, baseline: origin[1], origin, link: null, gap, ...object })
    gap = 'none'
  }
  return glyphs
}

type HotCall =
  | 'FPDFText_GetUnicode'
  | 'FPDFText_GetTextObject'
  | 'FPDFText_GetCharOrigin'
  | 'FPDFText_GetLooseCharBox'

/**
 * Calls per character bypass the wrapper, whose argument conversion takes longer than the calls.
 */
const hotCalls = (pdfium: Pdfium) =>
  pdfium.pdfium.wasmExports as unknown as Record<HotCall, (...values: number[]) => number>

/** A printable character; null for spaces, controls and noncharacters. */
function printable(code: number): string | null {
  // PDFium's codes for a line-end hyphen.
  if (code === 2 || code === 0xfffe || code === 0xad) return '\u00ad'
  if (code <= 32 || (code >= 0x7f && code <= 0xa0) || code > 0x10ffff) return null
  if ((code >= 0xd800 && code <= 0xdfff) || (code & 0xfffe) === 0xfffe) return null
  const text = String.fromCodePoint(code)
  // Decomposes ligatures into letters.
  return code >= 0xfb00 && code <= 0xfb06 ? text.normalize('NFKC') : text
}

/** Finds characters that a page draws twice with an offset for a bold effect. */
class Duplicates {
  readonly #seen = new Map<string, [number, number][]>()

  has(text: string, [x, y]: [number, number], size: number): boolean {
    const reach = size * 0.12
    const key = `${text}${Math.round(y)}`
    const places = this.#seen.get(key) ?? []
    // Recent ones suffice: duplicates are drawn close together.
    if (places.slice(-50).some(([left, top]) => Math.abs(left - x) < reach && Math.abs(top - y) < reach))
      return true
    places.push([x, y])
    this.#seen.set(key, places)
    return false
  }
}

function readObject(
  pdfium: Pdfium,
  text: number,
  index: number,
  handle: number,
  at: number,
  display: Matrix,
  known: Styles,
): TextObject {
  pdfium.FPDFText_GetMatrix(text, index, at)
  const floats = new DataView(heap(pdfium).buffer, at, 24)
  const [a = 1, b = 0, c = 0, d = 1] = [0, 4, 8, 12].map((offset) => floats.getFloat32(offset, true))
  const [x, y] = apply([...display.slice(0, 4), 0, 0] as unknown as Matrix, a, b)
  const scaled = Math.abs(pdfium.FPDFText_GetFontSize(text, index)) * Math.hypot(c, d)
  const invisible = pdfium.FPDFTextObj_GetTextRenderMode(handle) === INVISIBLE
  // OCR measures the size of each line separately.
  const steps = invisible ? 1 : 10
  const size = sound(scaled) ? Math.min(400, Math.max(1, Math.round(scaled * steps) / steps)) : 10
  const font = pdfium.FPDFTextObj_GetFont(handle)
  const facts = known.fonts.get(font) ?? readFont(pdfium, font)
  known.fonts.set(font, facts)
  const style = { font: facts.family, size, bold: facts.bold, italic: facts.italic }
  const color = readColor(pdfium, text, index, at)
  const key = JSON.stringify([style, color])
  const shared = known.styles.get(key) ?? { ...style, color }
  known.styles.set(key, shared)
  return {
    style: shared,
    direction: directionOf(x, y),
    invisible,
    mark: pdfium.FPDFPageObj_GetMarkedContentID(handle),
  }
}

/** The text color; null for black, and for white, which needs a background. */
function readColor(pdfium: Pdfium, text: number, index: number, at: number): string | null {
  if (!pdfium.FPDFText_GetFillColor(text, index, at, at + 4, at + 8, at + 12)) return null
  const view = new DataView(heap(pdfium).buffer, at, 16)
  const parts = [0, 4, 8].map((offset) => view.getUint32(offset, true) & 255)
  if (parts.every((part) => part < 40) || parts.every((part) => part > 235)) return null
  return parts.map((part) => part.toString(16).padStart(2, '0')).join('')
}
