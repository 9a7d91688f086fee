import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import type { Bench } from '../bench.ts'
import { heap, type PdfDocument, type Pdfium, withMemory } from '../pdfium.ts'
import type { Box } from './find.ts'

/** Boxes to be redacted by page, from 0. */
export type Areas = ReadonlyMap<number, readonly Box[]>

/** FPDF_PAGEOBJ_TEXT and so on. */
const TEXT = 1
const PATH = 2
const FORM = 5
/** A path of so many corners is a line, a frame or a ground, and tells nothing. */
const PLAIN = 12
const MAX_OBJECTS = 50_000
const MAX_DEPTH = 6

export function overlap(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[3] < b[1] && b[3] < a[1]
}

/** Whether anything lies in some boxes of a page that could tell of what was there: letters, drawings, pictures. */
export function isLeftIn(
  { pdfium }: Bench,
  document: PdfDocument,
  index: number,
  boxes: readonly Box[],
): boolean {
  const left = document.page(index, (page) => {
    const inside = (box: Box | null) => box !== null && boxes.some((one) => overlap(one, box))
    if (lettersOn(pdfium, page, inside)) return true
    const count = pdfium.FPDFPage_CountObjects(page)
    if (count > MAX_OBJECTS) return true
    for (let at = 0; at < count; at++) {
      const object = pdfium.FPDFPage_GetObject(page, at)
      if (pdfium.FPDFPageObj_GetType(object) === TEXT || !inside(boundsOf(pdfium, object))) continue
      if (!isPlain(pdfium, object, 0)) return true
    }
    return false
  })
  // A page that cannot be read any more cannot be proven clean.
  return left ?? true
}

function lettersOn(pdfium: Pdfium, page: number, inside: (box: Box) => boolean): boolean {
  const text = pdfium.FPDFText_LoadPage(page)
  if (!text) return true
  try {
    const count = pdfium.FPDFText_CountChars(text)
    return withMemory(pdfium, 32, (at) => {
      for (let index = 0; index < count; index++) {
        if (pdfium.FPDFText_GetUnicode(text, index) <= 0x20) continue
        if (!pdfium.FPDFText_GetCharBox(text, index, at, at + 8, at + 16, at + 24)) continue
        const view = new DataView(heap(pdfium).buffer, at, 32)
        const [left = 0, right = 0, bottom = 0, top = 0] = [0, 8, 16, 24].map((o) => view.getFloat64(o, true))
        // By its middle: what only touches an edge is not what was marked.
        const [x, y] = [(left + right) / 2, (bottom + top) / 2]
        if (inside([x - 0.01, y + 0.01, x + 0.01, y - 0.01])) return true
      }
      return false
    })
  } finally {
    pdfium.FPDFText_ClosePage(text)
  }
}

function isPlain(pdfium: Pdfium, object: number, depth: number): boolean {
  const type = pdfium.FPDFPageObj_GetType(object)
  if (type === TEXT) return true
  if (type === PATH) return pdfium.FPDFPath_CountSegments(object) <= PLAIN
  if (type !== FORM || depth > MAX_DEPTH) return false
  const count = pdfium.FPDFFormObj_CountObjects(object)
  if (count > MAX_OBJECTS) return false
  for (let at = 0; at < count; at++)
    if (!isPlain(pdfium, pdfium.FPDFFormObj_GetObject(object, at), depth + 1)) return false
  return true
}

/** Left, top, right, bottom of an object of a page. */
export function boundsOf(pdfium: Pdfium, object: number): Box | null {
  return withMemory(pdfium, 16, (at) => {
    if (!pdfium.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) return null
    const view = new DataView(heap(pdfium).buffer, at, 16)
    const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((o) => view.getFloat32(o, true))
    return [left, top, right, bottom]
  })
}

/** What a page's operators say aloud besides what they draw. */
const SPOKEN = /\/(ActualText|Alt|E)\s*[(<]/

/**
 * Which of these pages speak of what they draw (`ActualText` and the like), so that words may stand there which are not drawn
 * any more. `bytes` is a file whose streams are unpacked.
 */
export async function speakingPages(bytes: Uint8Array, pages: Iterable<number>): Promise<Set<number>> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const nodes = document.getPages()
  return new Set([...pages].filter((index) => nodes[index] && speaks(nodes[index].node, 0)))
}

function speaks(holder: PDFDict, depth: number): boolean {
  if (depth > MAX_DEPTH) return true
  const contents = holder.lookup(PDFName.of('Contents'))
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((_, at) => contents.lookup(at)) : [contents]
  if (streams.some((stream) => stream instanceof PDFRawStream && says(stream))) return true
  const resources = holder.lookup(PDFName.of('Resources'))
  if (!(resources instanceof PDFDict)) return false
  const lists = resources.lookup(PDFName.of('Properties'))
  if (lists instanceof PDFDict && lists.keys().some((key) => SPOKEN.test(String(lists.lookup(key)))))
    return true
  const forms = resources.lookup(PDFName.of('XObject'))
  if (!(forms instanceof PDFDict)) return false
  return forms.keys().some((key) => {
    const form = forms.lookup(key)
    if (!(form instanceof PDFRawStream) || form.dict.get(PDFName.of('Subtype')) !== PDFName.of('Form'))
      return false
    return says(form) || speaks(form.dict, depth + 1)
  })
}

const says = (stream: PDFRawStream): boolean => SPOKEN.test(Buffer.from(stream.contents).toString('latin1'))
