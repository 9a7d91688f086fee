import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import type { Report } from '../../../kernel/protocol.ts'
import { sentence } from '../../../kernel/sentence.ts'
import { pagesOf } from '../page-range.ts'
import { withPdf } from '../pdfium.ts'
import { rangeOf, rewrite } from '../qpdf.ts'
import type { Edited, PdfToolkit, Source } from '../toolkit.ts'
import { drawLine, type Line, type Look, TextEmbedding } from './text-embedding.ts'

export const CORNERS = ['top_left', 'top', 'top_right', 'bottom_left', 'bottom', 'bottom_right'] as const
type Corner = (typeof CORNERS)[number]

export interface WatermarkOptions {
  text: string
  position: 'centre' | 'tile' | Corner
  size: number
  angle: number
  opacity: number
  colour: string
  behind: boolean
  pages: string
}

export interface PageNumberOptions {
  format: string
  position: Corner
  size: number
  margin: number
  start: number
  first_page: number
  colour: string
}

/** The text of a sheet and its displayed size in points. */
interface Sheet {
  width: number
  height: number
}

/** Adds a text watermark to pages. */
export async function addWatermark(
  toolkit: PdfToolkit,
  source: Source,
  options: WatermarkOptions,
): Promise<Edited> {
  const pages = pagesOf(options.pages, source.pages).toSorted((a, b) => a - b)
  const sheets = sheetsOf(toolkit, source)
  const document = await PDFDocument.create()
  const line = await new TextEmbedding(document).line(options.text)
  // Pages of the same size share a stamp.
  const stamps = new Map<string, number>()
  const chosen = pages.map((page) => {
    const sheet = sheets[page] ?? { width: 1, height: 1 }
    const key = `${sheet.width.toFixed(1)} ${sheet.height.toFixed(1)}`
    let stamp = stamps.get(key)
    if (stamp === undefined) {
      stamp = stamps.size
      stamps.set(key, stamp)
      drawWatermark(document.addPage([sheet.width, sheet.height]), line, options)
    }
    return { page, stamp }
  })
  return await laid(toolkit, source, await document.save(), chosen, options.behind ? 'underlay' : 'overlay')
}

/** Adds a number to every page from `first_page` on. */
export async function addPageNumbers(
  toolkit: PdfToolkit,
  source: Source,
  options: PageNumberOptions,
  report: Report,
): Promise<Edited> {
  const sheets = sheetsOf(toolkit, source)
  const document = await PDFDocument.create()
  const textEmbedding = new TextEmbedding(document)
  const chosen: { page: number; stamp: number }[] = []
  for (const [page, sheet] of sheets.entries()) {
    if (page + 1 < options.first_page) continue
    report(sentence`Numbering page ${page + 1} of ${sheets.length}`, page / sheets.length)
    const number = options.start + page + 1 - options.first_page
    const words = options.format
      .replaceAll('{n}', String(number))
      .replaceAll('{total}', String(sheets.length))
    const stamp = document.addPage([sheet.width, sheet.height])
    const line = await textEmbedding.line(words)
    const margin = (options.margin * 72) / 25.4
    const look = { size: options.size, colour: colourOf(options.colour), opacity: 1, angle: 0 }
    const { x, y } = corner(options.position, sheet, line.width * look.size, look.size, margin)
    drawLine(stamp, line, x, y, look)
    chosen.push({ page, stamp: chosen.length })
  }
  if (chosen.length === 0)
    return {
      bytes: source.bytes,
      pages: source.pages,
      warnings: [sentence`No page was numbered: the first page to number is behind the last.`],
    }
  return await laid(toolkit, source, await document.save(), chosen, 'overlay')
}

/** The maximum number of copies per page: more only makes the file slow to open. */
const MAX_COPIES = 400

/** Points between a watermark and the page edge, if the page is large enough. */
const MARGIN = 28

function drawWatermark(page: PDFPage, line: Line, options: WatermarkOptions): void {
  const { width, height } = page.getSize()
  const isTurned = options.position === 'centre' || options.position === 'tile'
  const margin = Math.min(MARGIN, width / 10, height / 10)
  const room = { width: width - 2 * margin, height: height - 2 * margin }
  const angle = isTurned ? options.angle : 0
  const look: Look = {
    size: Math.min(options.size, sizeThatFits(line, angle, room)),
    colour: colourOf(options.colour),
    opacity: options.opacity / 100,
    angle,
  }
  const length = line.width * look.size
  if (options.position === 'tile') {
    const gap = Math.max(2 * look.size, 30)
    const scale = Math.max(
      1,
      Math.sqrt((4 * width * height) / ((length + gap) * (look.size + gap)) / MAX_COPIES),
    )
    const across = (length + gap) * scale
    const up = (look.size + gap) * scale
    // Rows and columns follow the text direction from the center and reach every corner.
    const reach = Math.hypot(width, height) / 2
    for (let row = Math.floor(-reach / up); row <= reach / up; row++)
      for (let column = Math.floor(-reach / across); column <= reach / across; column++)
        drawCentred(page, line, length, look, column * across + (row % 2 === 0 ? 0 : across / 2), row * up)
    return
  }
  if (options.position === 'centre') {
    drawCentred(page, line, length, look, 0, 0)
    return
  }
  const place = corner(options.position, { width, height }, length, look.size, margin)
  drawLine(page, line, place.x, place.y, look)
}

/** The largest font size at which a rotated line fits into a box, from descender to ascender. */
function sizeThatFits(line: Line, angle: number, room: Sheet): number {
  const radians = (angle * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))]
  return Math.min(room.width / (line.width * cos + sin), room.height / (line.width * sin + cos))
}

/** Draws a line centered `along` and `up` from the page center, on axes rotated like the text. */
function drawCentred(page: PDFPage, line: Line, length: number, look: Look, along: number, up: number): void {
  const { width, height } = page.getSize()
  const radians = (look.angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const [u, v] = [along - length / 2, up - look.size * 0.35]
  const x = width / 2 + u * cos - v * sin
  const y = height / 2 + u * sin + v * cos
  const far = Math.hypot(along * cos - up * sin, along * sin + up * cos)
  if (far <= Math.hypot(width, height) / 2 + length / 2) drawLine(page, line, x, y, look)
}

function corner(position: Corner, sheet: Sheet, length: number, size: number, margin: number) {
  const right = sheet.width - margin - length
  const x = position.endsWith('left')
    ? margin
    : position.endsWith('right')
      ? right
      : (sheet.width - length) / 2
  return { x, y: position.startsWith('top') ? sheet.height - margin - size * 0.75 : margin }
}

/** Overlays or underlays pages of `stamps`; qpdf applies the page rotation. */
export async function laid(
  toolkit: PdfToolkit,
  source: Source,
  stamps: Uint8Array,
  chosen: readonly { page: number; stamp: number }[],
  how: 'overlay' | 'underlay',
): Promise<Edited> {
  const to = rangeOf(chosen.map(({ page }) => page))
  const from = rangeOf(chosen.map(({ stamp }) => stamp))
  const bytes = await rewrite(
    toolkit.qpdf,
    ['/source.pdf', `--${how}`, '/stamps.pdf', `--to=${to}`, `--from=${from}`, '--', '/result.pdf'],
    { 'source.pdf': source.bytes, 'stamps.pdf': stamps },
  )
  return { bytes, pages: source.pages, warnings: [] }
}

/** The displayed sizes of all pages; a page with an invalid size counts as a default sheet. */
export function sheetsOf(toolkit: PdfToolkit, { bytes }: Pick<Source, 'bytes'>): Sheet[] {
  const usable = (size: number | undefined, otherwise: number) =>
    size !== undefined && size >= 1 && size <= 20_000 ? size : otherwise
  return withPdf(toolkit, bytes, (document) =>
    Array.from({ length: document.pages }, (_, index) => {
      const size = document.page(index, (page) => ({
        width: toolkit.pdfium.FPDF_GetPageWidthF(page),
        height: toolkit.pdfium.FPDF_GetPageHeightF(page),
      }))
      return { width: usable(size?.width, 595), height: usable(size?.height, 842) }
    }),
  )
}

function colourOf(hex: string) {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return rgb(part(1), part(3), part(5))
}
