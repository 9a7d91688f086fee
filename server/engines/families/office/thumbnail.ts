import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { checkImage } from '../image/reopen.ts'
import { type Pdfium, withPdf } from '../pdf/pdfium.ts'
import { renderPage } from '../pdf/render.ts'
import { wrongOutput } from './verify.ts'

const MOST_PIXELS = 25_000_000
/** Renders larger and scales down, which keeps thin lines and small letters. */
const FINER = 2

/** The first page of a PDF as a WebP image on white, its longer side `size` pixels. */
export async function drawFirstPage(
  pdfium: Pdfium,
  path: string,
  size: number,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const image = withPdf({ pdfium }, readFileSync(path), (document) =>
    document.page(0, (page) => {
      const longer = Math.max(pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page))
      const dpi = (size * FINER * 72) / longer
      return renderPage(pdfium, document, page, 0, dpi, MOST_PIXELS)
    }),
  )
  if (!image) throw wrongOutput()
  const { data, info } = await sharp(image.rgba, {
    raw: { width: image.width, height: image.height, channels: 4 },
  })
    .removeAlpha()
    .resize({ width: size, height: size, fit: 'inside' })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  checkImage(data, 'webp', { width, height })
  return { bytes: data, width, height }
}
