import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { heap, type PdfDocument, type Pdfium } from './pdfium.ts'

export interface RenderedPage {
  /** RGBA rows without padding. */
  rgba: Buffer
  width: number
  height: number
}

/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER: draws annotations, outputs RGBA. */
const FLAGS = 0x01 | 0x10
const WHITE = 0xffffffff

/**
 * Renders a page with its form fields on white. Checks the size before allocating, since a page can
 * claim to be a hundred meters wide.
 * @throws `option_refused` above `maxPixels`
 */
export function renderPage(
  pdfium: Pdfium,
  document: PdfDocument,
  page: number,
  index: number,
  dpi: number,
  maxPixels: number,
): RenderedPage {
  const scale = dpi / 72
  const width = Math.max(1, Math.round(pdfium.FPDF_GetPageWidthF(page) * scale))
  const height = Math.max(1, Math.round(pdfium.FPDF_GetPageHeightF(page) * scale))
  if (!(width * height <= maxPixels)) {
    throw new EngineFailure(
      'option_refused',
      sentence`Page ${index + 1} would have ${Math.round((width * height) / 1e6)} megapixels at ${dpi} dpi. Choose a lower resolution.`,
    )
  }
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
  if (!bitmap)
    throw new EngineFailure(
      'memory_limit',
      sentence`The page is too large for the memory of one conversion. Choose a lower resolution.`,
    )
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
    pdfium.FPDF_FFLDraw(document.form, bitmap, page, 0, 0, width, height, 0, FLAGS)
    const at = pdfium.FPDFBitmap_GetBuffer(bitmap)
    const stride = pdfium.FPDFBitmap_GetStride(bitmap)
    const memory = heap(pdfium)
    const rgba = Buffer.alloc(width * height * 4)
    for (let row = 0; row < height; row++) {
      rgba.set(memory.subarray(at + row * stride, at + row * stride + width * 4), row * width * 4)
    }
    return { rgba, width, height }
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}
