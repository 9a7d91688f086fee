import { shape, Buffer as Text } from 'harfbuzzjs'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { checkImage } from '../image/reopen.ts'
import { type Opened, open } from './harfbuzz.ts'
import type { Sfnt } from './sfnt.ts'
import { specimenText } from './specimen-text.ts'

/** The dashboard's paper and ink colors. */
const PAPER = '#fffefc'
const INK = '#1f1b16'
/** The maximum fraction of the sheet for letters, in each direction. */
const LETTERS = { width: 0.7, height: 0.54 }
/** The icon grid: columns, rows, and the fraction of a cell that an icon fills. */
const GRID = { columns: 4, rows: 3, fill: 0.56 }
const MARGIN = 0.08

/** A positioned glyph in font units; `y` points up. */
interface Placed {
  glyph: number
  x: number
  y: number
}

interface Box {
  left: number
  bottom: number
  right: number
  top: number
}

/**
 * Renders a font specimen: two large letters, or a dozen icons for an icon font. `size` is the
 * longer side in pixels.
 * @throws `output_empty` if nothing can be drawn
 */
export async function drawSpecimen(font: Sfnt, size: number) {
  const opened = open(font)
  const width = size
  const height = Math.round((size * 3) / 4)
  const text = specimenText(opened)
  const drawing = (text && letters(opened, text, width, height)) || icons(opened, width, height)
  if (!drawing)
    throw new EngineFailure(
      'output_empty',
      sentence`There is nothing in the font that could be drawn. Check that it shows letters elsewhere.`,
    )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${PAPER}"/><g fill="${INK}">${drawing}</g></svg>`
  // Loaded here, since this child needs it for nothing else.
  const { default: sharp } = await import('sharp')
  const bytes = await sharp(Buffer.from(svg)).removeAlpha().webp({ quality: 90 }).toBuffer()
  checkImage(bytes, 'webp', { width, height })
  return { bytes, width, height }
}

/** Letters centered on the sheet by their ink box. */
function letters(opened: Opened, text: string, width: number, height: number): string | null {
  const placed = set(opened, text)
  const box = around(placed.map((one) => boxOf(opened, one)))
  if (!box) return null
  const scale = Math.min(
    (width * LETTERS.width) / (box.right - box.left),
    (height * LETTERS.height) / (box.top - box.bottom),
  )
  return draw(opened, placed, box, scale, width / 2, height / 2)
}

/** Rows of glyphs from the font's whole range. */
function icons(opened: Opened, width: number, height: number): string | null {
  const { columns, rows, fill } = GRID
  const inked = spread(opened)
    .map((glyph) => ({ glyph, x: 0, y: 0 }))
    .filter((one) => boxOf(opened, one))
    .slice(0, columns * rows)
  if (inked.length === 0) return null
  const across = Math.min(columns, inked.length)
  const down = Math.ceil(inked.length / columns)
  const cell = Math.min((width * (1 - 2 * MARGIN)) / columns, (height * (1 - 2 * MARGIN)) / rows)
  return inked
    .map((one, index) => {
      const box = boxOf(opened, one) as Box
      const larger = Math.max(box.right - box.left, box.top - box.bottom, opened.face.upem / 2)
      const x = width / 2 + ((index % columns) - (across - 1) / 2) * cell * 1.1
      const y = height / 2 + (Math.floor(index / columns) - (down - 1) / 2) * cell
      return draw(opened, [one], box, (cell * fill) / larger, x, y)
    })
    .join('')
}

const CANDIDATES = 96

/** Evenly spread glyphs of the font's characters; without characters, the first ones. */
function spread({ unicodes, font, glyphs }: Opened): number[] {
  const step = Math.max(1, unicodes.length / CANDIDATES)
  const picked = Array.from({ length: Math.min(CANDIDATES, unicodes.length) }, (_, at) =>
    font.nominalGlyph(unicodes[Math.floor(at * step)] ?? 0),
  ).filter((glyph) => glyph !== undefined)
  const first = Array.from({ length: Math.min(CANDIDATES, glyphs) }, (_, at) => at + 1)
  return [...new Set(picked.length > 0 ? picked : first)]
}

function set({ font }: Opened, text: string): Placed[] {
  const buffer = new Text()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  let pen = 0
  return buffer.getGlyphInfosAndPositions().map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
    const placed = { glyph: codepoint, x: pen + xOffset, y: yOffset }
    pen += xAdvance
    return placed
  })
}

/** The ink box of a glyph; null for none. */
function boxOf({ font }: Opened, { glyph, x, y }: Placed): Box | null {
  const extents = font.glyphExtents(glyph)
  if (!extents?.width || !extents.height) return null
  const { xBearing, yBearing, width, height } = extents
  return { left: x + xBearing, right: x + xBearing + width, top: y + yBearing, bottom: y + yBearing + height }
}

function around(boxes: (Box | null)[]): Box | null {
  const inked = boxes.filter((box) => box !== null)
  if (inked.length === 0) return null
  return {
    left: Math.min(...inked.map(({ left }) => left)),
    right: Math.max(...inked.map(({ right }) => right)),
    bottom: Math.min(...inked.map(({ bottom }) => bottom)),
    top: Math.max(...inked.map(({ top }) => top)),
  }
}

/** Outlines with the center of their box at a point of the sheet. */
function draw(
  { font }: Opened,
  placed: Placed[],
  box: Box,
  scale: number,
  x: number,
  y: number,
): string | null {
  const [middle, centre] = [(box.left + box.right) / 2, (box.bottom + box.top) / 2]
  const paths = placed
    .map((one) => ({ ...one, path: font.glyphToPath(one.glyph) }))
    .filter(({ path }) => path !== '')
    .map(({ path, ...at }) => `<path transform="translate(${at.x - middle} ${at.y - centre})" d="${path}"/>`)
  if (paths.length === 0) return null
  return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale} ${-scale})">${paths.join('')}</g>`
}
