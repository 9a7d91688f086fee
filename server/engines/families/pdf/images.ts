import { heap, type PdfDocument, type Pdfium, withMemory } from './pdfium.ts'

/** FPDF_PAGEOBJ_IMAGE, FPDF_PAGEOBJ_FORM */
const IMAGE = 3
const FORM = 5
const MAX_OBJECTS = 50_000

/** The lowest displayed resolution in DPI per image size in pixels; null if unknown. */
export type Displayed = Map<string, number | null>

/** `640x480` */
export const sizeKey = (width: number, height: number): string => `${width}x${height}`

/** The displayed resolution of a document's images, by their size in pixels. Unknown in forms. */
export function displayedImages(pdfium: Pdfium, document: PdfDocument): Displayed {
  const shown: Displayed = new Map()
  for (let index = 0; index < document.pages; index++)
    document.page(index, (page) => addDisplayed(pdfium, page, shown))
  return shown
}

/** Adds the images of one page to `shown`. */
export function addDisplayed(pdfium: Pdfium, page: number, shown: Displayed): void {
  for (const { object, outermost } of imagesOn(pdfium, page)) {
    const { width, height, dpi } = imageFacts(pdfium, object, page)
    const key = sizeKey(width, height)
    const before = shown.get(key)
    if (object !== outermost || before === null || !(dpi > 0)) shown.set(key, null)
    else shown.set(key, Math.min(before ?? dpi, dpi))
  }
}

/** An image and the top-level page object: the image itself, or the form that contains it. */
interface Placed {
  object: number
  outermost: number
}

/** Yields the images of a page, one at a time, while it is open. */
export function* imagesOn(pdfium: Pdfium, page: number): Generator<Placed> {
  let seen = 0
  function* visit(object: number, outermost: number, depth: number): Generator<Placed> {
    if (++seen > MAX_OBJECTS || !object) return
    const type = pdfium.FPDFPageObj_GetType(object)
    if (type === IMAGE) yield { object, outermost }
    if (type !== FORM || depth > 5) return
    const count = pdfium.FPDFFormObj_CountObjects(object)
    for (let index = 0; index < count && seen <= MAX_OBJECTS; index++)
      yield* visit(pdfium.FPDFFormObj_GetObject(object, index), outermost, depth + 1)
  }
  const count = Math.min(pdfium.FPDFPage_CountObjects(page), MAX_OBJECTS)
  for (let index = 0; index < count; index++) {
    const object = pdfium.FPDFPage_GetObject(page, index)
    yield* visit(object, object, 0)
  }
}

/** FPDF_IMAGEOBJ_METADATA: size in pixels, and DPI on the page. */
function imageFacts(pdfium: Pdfium, object: number, page: number) {
  return withMemory(pdfium, 32, (at) => {
    if (!pdfium.FPDFImageObj_GetImageMetadata(object, page, at)) return { width: 0, height: 0, dpi: 0 }
    const view = new DataView(heap(pdfium).buffer, at, 32)
    return {
      width: view.getUint32(0, true),
      height: view.getUint32(4, true),
      dpi: Math.min(view.getFloat32(8, true), view.getFloat32(12, true)),
    }
  })
}
