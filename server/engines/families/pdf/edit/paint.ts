import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import type { Report } from '../../../kernel/protocol.ts'
import { sentence } from '../../../kernel/sentence.ts'
import { jpegCoding } from '../../image/jpeg-coding.ts'
import { heap, openPdf, type PdfDocument, withMemory } from '../pdfium.ts'
import { rewrite } from '../qpdf.ts'
import { type RenderedPage, renderPage } from '../render.ts'
import type { PdfToolkit } from '../toolkit.ts'
import type { Box } from './find.ts'

const DPI = 200

/** Replaces pages with their rendered image, with boxes blackened; other pages stay unchanged. */
export async function paintPages(
  toolkit: PdfToolkit,
  bytes: Uint8Array,
  painted: ReadonlyMap<number, readonly Box[]>,
  maxPixels: number,
  report: Report,
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const order: string[] = []
  const source = openPdf(toolkit.pdfium, bytes)
  try {
    for (let index = 0; index < source.pages; index++) {
      const boxes = painted.get(index)
      if (!boxes) {
        order.push('/source.pdf', `${index + 1}`)
        continue
      }
      report(sentence`Drawing page ${index + 1} of ${source.pages}`, index / source.pages)
      const { rendered, width, height } = drawn(toolkit, source, index, boxes, maxPixels)
      const raw = { width: rendered.width, height: rendered.height, channels: 4 as const }
      const jpeg = await sharp(rendered.rgba, { raw }).removeAlpha().jpeg(jpegCoding(85, raw)).toBuffer()
      const image = await document.embedJpg(jpeg)
      document.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height })
      order.push('/painted.pdf', `${document.getPageCount()}`)
    }
  } finally {
    source.close()
  }
  return await rewrite(toolkit.qpdf, ['--empty', '--pages', ...order, '--', '/result.pdf'], {
    'source.pdf': bytes,
    'painted.pdf': await document.save(),
  })
}

function drawn(
  toolkit: PdfToolkit,
  document: PdfDocument,
  index: number,
  boxes: readonly Box[],
  maxPixels: number,
) {
  const { pdfium } = toolkit
  const made = document.page(index, (page) => {
    const width = pdfium.FPDF_GetPageWidthF(page)
    const height = pdfium.FPDF_GetPageHeightF(page)
    const dpi = Math.min(DPI, Math.floor(72 * Math.sqrt(maxPixels / Math.max(1, width * height))))
    const rendered = renderPage(pdfium, document, page, index, dpi, maxPixels)
    for (const box of boxes) blacken(toolkit, page, rendered, box)
    return { rendered, width, height }
  })
  if (!made) throw new Error('A page that was read before cannot be read any more.')
  return made
}

/** Blackens a box of a page in its image, plus a margin of one pixel. */
function blacken(
  { pdfium }: PdfToolkit,
  page: number,
  { rgba, width, height }: RenderedPage,
  box: Box,
): void {
  const corner = (x: number, y: number) =>
    withMemory(pdfium, 8, (at) => {
      pdfium.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, at, at + 4)
      const view = new DataView(heap(pdfium).buffer, at, 8)
      return [view.getInt32(0, true), view.getInt32(4, true)] as const
    })
  const [a, b] = [corner(box[0], box[1]), corner(box[2], box[3])]
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value))
  const [left, right] = [clamp(Math.min(a[0], b[0]) - 1, width), clamp(Math.max(a[0], b[0]) + 2, width)]
  const [top, bottom] = [clamp(Math.min(a[1], b[1]) - 1, height), clamp(Math.max(a[1], b[1]) + 2, height)]
  const black = Buffer.from([0, 0, 0, 255])
  for (let row = top; row < bottom; row++)
    rgba.fill(black, (row * width + left) * 4, (row * width + right) * 4)
}
