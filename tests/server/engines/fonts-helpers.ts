import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import * as hb from 'harfbuzzjs'
import { corpusFile } from '../../corpora/files.ts'
import { ROOT } from './helpers.ts'

const require = createRequire(import.meta.url)
const fontkit = require('fontkit') as { create(file: Buffer): Kit }

/**
 * What these tests ask of fontkit, which reads all wrappings of tables and shares no code with the
 * engines' own.
 */
export interface Kit {
  numGlyphs: number
  characterSet: number[]
  getGlyph(id: number): { name: string }
  glyphForCodePoint(code: number): { id: number }
  variationAxes: Record<string, { min: number; default: number; max: number }>
  fonts?: Kit[]
}

export const kit = (path: string): Kit => fontkit.create(readFileSync(path))

/**
 * Code points that have a glyph of their own; the set alone also holds what a table only leads
 * past.
 */
export function characters(path: string): number[] {
  const font = kit(path)
  return [...new Set(font.characterSet)]
    .filter((code) => code !== 0xffff && font.glyphForCodePoint(code).id !== 0)
    .toSorted((a, b) => a - b)
}

const packaged = (name: string) => join(ROOT, 'node_modules', name)
/**
 * Fonts that npm brings along: TrueType with kerning and hinting, CFF with 10 000 glyphs, a
 * variable one as WOFF2.
 */
export const SHIPPED = {
  ttf: packaged('@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Regular.ttf'),
  cjk: packaged('@embedpdf/fonts-kr/fonts/NotoSansKR-Regular.otf'),
  variable: packaged('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
}
export const corpus = (name: string) => corpusFile(`fonts/${name}`)

/**
 * Tables of the font that begins at `at`, read plainly; `head` without the sum that differs in each
 * file.
 */
export function tablesOf(file: Buffer, at = 0): Map<string, Buffer> {
  const tables = new Map<string, Buffer>()
  for (let index = 0; index < file.readUInt16BE(at + 4); index++) {
    const record = at + 12 + 16 * index
    const start = file.readUInt32BE(record + 8)
    const bytes = Buffer.from(file.subarray(start, start + file.readUInt32BE(record + 12)))
    const tag = file.toString('latin1', record, record + 4)
    if (tag === 'head') bytes.fill(0, 8, 12)
    tables.set(tag, bytes)
  }
  return tables
}

/** The sum over a sound file, with its own field filled in, is always the same. */
export function wholeSum(file: Buffer): number {
  const padded = Buffer.concat([file, Buffer.alloc(-file.length & 3)])
  let sum = 0
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0
  return sum
}
export const SOUND_SUM = 0xb1b0afba

/** Glyphs, widths and places that HarfBuzz sets a text with. */
export function shaped(path: string, text: string, variations: Record<string, number> = {}): string {
  const font = new hb.Font(new hb.Face(new hb.Blob(readFileSync(path))))
  font.setVariations(Object.entries(variations).map(([tag, value]) => new hb.Variation(tag, value)))
  const buffer = new hb.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  hb.shape(font, buffer)
  return buffer
    .getGlyphInfosAndPositions()
    .map(({ codepoint, xAdvance, xOffset, yOffset }) => `${codepoint}+${xAdvance}@${xOffset},${yOffset}`)
    .join(' ')
}

/** Widths alone: glyph numbers change in a subset. */
export const widths = (path: string, text: string) =>
  [...shaped(path, text).matchAll(/\+(-?\d+)/g)].map(([, width]) => Number(width))

/** The outline of one glyph as HarfBuzz draws it. */
export function outline(path: string, glyph: number): string {
  return new hb.Font(new hb.Face(new hb.Blob(readFileSync(path)))).glyphToPath(glyph)
}

/**
 * Edges and area of a glyph, its curves followed in small steps. The area's sign is the way round
 * that it is drawn.
 */
export function shapeOf(path: string, glyph: number): { edges: number[]; area: number } {
  const font = new hb.Font(new hb.Face(new hb.Blob(readFileSync(path))))
  let area = 0
  const points: [number, number][] = []
  let start: [number, number] = [0, 0]
  let at: [number, number] = [0, 0]
  const to = (next: [number, number]) => {
    area += (at[0] * next[1] - next[0] * at[1]) / 2
    points.push(next)
    at = next
  }
  for (const { type, values } of font.glyphToJson(glyph)) {
    const ends = Array.from({ length: values.length / 2 }, (_, i) => [values[2 * i], values[2 * i + 1]])
    if (type === 'Z') to(start)
    else if (type === 'M') {
      start = at = ends[0] as [number, number]
    } else {
      const controls = [at, ...ends] as [number, number][]
      for (let step = 1; step <= 16; step++) to(bezier(controls, step / 16))
    }
  }
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const edges = points.length ? [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] : []
  return { edges, area }
}

function bezier(points: [number, number][], t: number): [number, number] {
  const [first, ...rest] = points
  if (!first || rest.length === 0) return first ?? [0, 0]
  const between = rest.map(([x, y], i): [number, number] => {
    const [fromX, fromY] = points[i] ?? [0, 0]
    return [fromX + (x - fromX) * t, fromY + (y - fromY) * t]
  })
  return bezier(between, t)
}

export function unicodesOf(path: string): number[] {
  return [...new hb.Face(new hb.Blob(readFileSync(path))).collectUnicodes()]
}
