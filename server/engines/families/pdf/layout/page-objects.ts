import { heap, type Pdfium, withMemory } from '../pdfium.ts'
import { IDENTITY, type Matrix, sound, times } from './frame.ts'

/** FPDF_PAGEOBJ_FORM */
const FORM = 5
const MAX_DEPTH = 6

/** A page object with its matrix to page coordinates. */
export interface PageObject {
  handle: number
  type: number
  matrix: Matrix
}

/** The objects of a page in drawing order, including those in forms; at most `most`. */
export function* pageObjects(pdfium: Pdfium, page: number, most: number): Generator<PageObject> {
  let seen = 0
  function* visit(handle: number, matrix: Matrix, depth: number): Generator<PageObject> {
    if (!handle || ++seen > most) return
    const type = pdfium.FPDFPageObj_GetType(handle)
    if (type !== FORM) return yield { handle, type, matrix }
    if (depth > MAX_DEPTH) return
    const within = times(objectMatrix(pdfium, handle), matrix)
    if (!sound(...within)) return
    const count = pdfium.FPDFFormObj_CountObjects(handle)
    for (let index = 0; index < count && seen <= most; index++)
      yield* visit(pdfium.FPDFFormObj_GetObject(handle, index), within, depth + 1)
  }
  const count = pdfium.FPDFPage_CountObjects(page)
  for (let index = 0; index < count && seen <= most; index++)
    yield* visit(pdfium.FPDFPage_GetObject(page, index), IDENTITY, 0)
}

/** The matrix of an object in its page or form. */
export function objectMatrix(pdfium: Pdfium, handle: number): Matrix {
  return withMemory(pdfium, 24, (at) => {
    if (!pdfium.FPDFPageObj_GetMatrix(handle, at)) return IDENTITY
    const view = new DataView(heap(pdfium).buffer, at, 24)
    const [a, b, c, d, e, f] = [0, 4, 8, 12, 16, 20].map((offset) => view.getFloat32(offset, true))
    return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0]
  })
}
