import { type OpenPdf, startOpening } from '../../../pdf/viewer/index.ts'
import { imageOf, newPaper, PAGE } from './paper.ts'

/** The first page of a PDF; null if it is damaged or encrypted. */
export function drawPdf(file: File): Promise<Blob | null> {
  return new Promise((resolve) => {
    const end = (image: Blob | null) => {
      stop()
      resolve(image)
    }
    const tell = (open: OpenPdf) => {
      if (open.state === 'open') draw(open).then(end, () => end(null))
      else if (open.state !== 'loading') end(null)
    }
    // Callbacks run after this assignment.
    const stop = startOpening({ file }, tell, () => {})
  })
}

async function draw({ pdf }: Extract<OpenPdf, { state: 'open' }>): Promise<Blob | null> {
  const page = await pdf.page(0)
  const whole = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: PAGE.height / Math.max(whole.width, whole.height) })
  const paper = newPaper({ width: Math.ceil(viewport.width), height: Math.ceil(viewport.height) })
  if (!paper) return null
  await page.render({ canvas: paper.canvas, viewport }).promise
  return imageOf(paper.canvas)
}
