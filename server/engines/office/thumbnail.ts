import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { checkPicture } from '../image/reopen.ts'
import { type Pdfium, withPdf } from '../pdf/pdfium.ts'
import { renderPage } from '../pdf/render.ts'
import { wrongOutput } from './verify.ts'

const MOST_PIXELS = 25_000_000
/** Drawn larger and made smaller: thin lines and small letters stay whole. */
const FINER = 2

/** The first page of a PDF as a WebP picture so many pixels wide, on white. */
export async function drawFirstPage(
  pdfium: Pdfium,
  path: string,
  width: number,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const picture = withPdf({ pdfium }, readFileSync(path), (document) =>
    document.page(0, (page) => {
      const dpi = (width * FINER * 72) / pdfium.FPDF_GetPageWidthF(page)
      return renderPage(pdfium, document, page, 0, dpi, MOST_PIXELS)
    }),
  )
  if (!picture) throw wrongOutput()
  const { data, info } = await sharp(picture.rgba, {
    raw: { width: picture.width, height: picture.height, channels: 4 },
  })
    .removeAlpha()
    .resize({ width })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  checkPicture(data, 'webp', { width, height: info.height })
  return { bytes: data, width, height: info.height }
}
