import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib'
import { dictAt, itemsOf, nameAt } from '../form/objects.ts'
import { heap, type PdfDocument, type Pdfium, withMemory } from '../pdfium.ts'
import type { PdfToolkit } from '../toolkit.ts'
import type { Box } from './find.ts'

/** Boxes to redact by page index from 0. */
export type Areas = ReadonlyMap<number, readonly Box[]>

/** FPDF_PAGEOBJ_TEXT and so on. */
const TEXT = 1
const PATH = 2
const FORM = 5
/** A path with at most so many points is a line, a frame or a background without information. */
const PLAIN = 12
const MAX_OBJECTS = 50_000
const MAX_DEPTH = 6

export function overlap(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[3] < b[1] && b[3] < a[1]
}

/** Whether boxes of a page still contain letters, drawings or images. */
export function isLeftIn(
  { pdfium }: PdfToolkit,
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
  // An unreadable page can't be proven clean.
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
        // Tests the center: an object that only touches an edge wasn't selected.
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

/** Left, top, right, bottom of a page object. */
export function boundsOf(pdfium: Pdfium, object: number): Box | null {
  return withMemory(pdfium, 16, (at) => {
    if (!pdfium.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) return null
    const view = new DataView(heap(pdfium).buffer, at, 16)
    const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((o) => view.getFloat32(o, true))
    return [left, top, right, bottom]
  })
}

/** Text properties of marked content that isn't drawn. */
const SPOKEN = /\/(ActualText|Alt|E)\s*[(<]/
/** Operators that draw letters and images, or objects with either. */
const DRAWN = /(^|\s)(BT|Do|BI)\s/

/**
 * Pages with text that has no position: undrawn text (`ActualText` and similar), and letters in
 * patterns and masks. `bytes` is a file with uncompressed streams.
 */
export async function tellingPages(bytes: Uint8Array, pages: Iterable<number>): Promise<Set<number>> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const nodes = document.getPages()
  return new Set([...pages].filter((index) => nodes[index] && tells(nodes[index].node, new Set(), 0)))
}

/**
 * `holder` is a page or a form: it has content and resources. Forms may share resources, even with
 * a form that contains them.
 */
function tells(holder: PDFDict, seen: Set<PDFDict>, depth: number): boolean {
  if (seen.has(holder)) return false
  if (depth > MAX_DEPTH) return true
  seen.add(holder)
  const contents = holder.lookup(PDFName.of('Contents'))
  const streams = contents instanceof PDFArray ? itemsOf(contents) : [contents]
  if (streams.some((stream) => matches(stream, SPOKEN))) return true
  const resources = holder.lookup(PDFName.of('Resources'))
  if (!(resources instanceof PDFDict)) return false
  const of = (kind: string) => {
    const dict = dictAt(resources, kind)
    return dict?.keys().map((key) => dict.lookup(key)) ?? []
  }
  return (
    of('Properties').some((list) => SPOKEN.test(String(list))) ||
    of('Pattern').some((pattern) => matches(pattern, DRAWN)) ||
    of('ExtGState').some((state) => {
      const mask = state instanceof PDFDict ? dictAt(state, 'SMask') : undefined
      return mask !== undefined && matches(mask.lookup(PDFName.of('G')), DRAWN)
    }) ||
    of('XObject').some(
      (form) =>
        form instanceof PDFRawStream &&
        nameAt(form.dict, 'Subtype') === 'Form' &&
        (matches(form, SPOKEN) || tells(form.dict, seen, depth + 1)),
    )
  )
}

const matches = (stream: PDFObject | undefined, pattern: RegExp): boolean =>
  stream instanceof PDFRawStream && pattern.test(Buffer.from(stream.contents).toString('latin1'))
