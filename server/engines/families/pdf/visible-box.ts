import { heap, type Pdfium, withMemory } from './pdfium.ts'

/**
 * Left, bottom, right, top of the visible box of a page, in points of user space; may be inherited.
 */
export function visibleBox(pdfium: Pdfium, page: number): [number, number, number, number] {
  return withMemory(pdfium, 16, (at) => {
    pdfium.FPDF_GetPageBoundingBox(page, at)
    const view = new DataView(heap(pdfium).buffer, at, 16)
    // FS_RECTF: left, top, right, bottom.
    return [
      view.getFloat32(0, true),
      view.getFloat32(12, true),
      view.getFloat32(8, true),
      view.getFloat32(4, true),
    ]
  })
}
