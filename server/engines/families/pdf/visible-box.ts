import { heap, type Pdfium, withMemory } from './pdfium.ts'

/**
 * Left, bottom, right, top of what a page shows, in points of its user space; inherited where the
 * page does not say.
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
