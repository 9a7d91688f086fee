import type { ReactNode } from 'react'
import type { Arrangement } from './arrangement.ts'
import { type FieldValues, valuesKey } from './field-values.ts'
import { lyingSize, type PageView, pageView } from './geometry.ts'
import type { Pdf } from './pdf.ts'
import { renderPage } from './render-page.ts'

/** Pixels per point: 150 dpi. */
const SHARPNESS = 150 / 72

/** The overlay of a printed page, once complete. */
export type PrintOverlay = (page: PageView) => Promise<ReactNode>

export interface Printed {
  arrangement: Arrangement
  rotation: number
  /** Field values that replace the file's. */
  values: FieldValues | undefined
  /** The complete overlay of each page, in points. */
  printOverlay: PrintOverlay | undefined
}

/** Renders every page as an image, one by one, and opens the browser's print dialog. */
export async function printPages(
  pdf: Pdf,
  { arrangement, rotation, values, printOverlay }: Printed,
  signal: AbortSignal,
  tell: (ready: number) => void,
): Promise<void> {
  const sheet = document.createElement('div')
  sheet.className = 'printed pdf-printed'
  const urls: string[] = []
  const removals: (() => void)[] = []
  const draw = printOverlay && (await import('./draw-overlay.ts')).drawOverlay
  try {
    for (const [place, { page, rotate }] of arrangement.entries()) {
      const url = await imageOf(pdf, page, rotate + rotation, values)
      if (signal.aborted) return
      urls.push(url)
      const image = new Image()
      image.src = url
      image.alt = ''
      const paper = document.createElement('div')
      paper.append(image)
      sheet.append(paper)
      if (printOverlay && draw) {
        const index = page - 1
        const turn = rotate + rotation
        const view = pageView({ shape: pdf.shape(index), index, number: place + 1, scale: 1, turn })
        removals.push(await draw(paper, await printOverlay(view)))
        if (signal.aborted) return
      }
      tell(place + 1)
      await image.decode()
    }
    const style = document.createElement('style')
    style.textContent = `@page { size: ${paperOf(pdf, arrangement, rotation)}; margin: 0 }`
    sheet.append(style)
    document.body.append(sheet)
    await printed()
  } finally {
    for (const remove of removals) remove()
    sheet.remove()
    for (const url of urls) URL.revokeObjectURL(url)
  }
}

/** In some browsers print() returns while their dialog is open. */
const printed = () =>
  new Promise<void>((resolve) => {
    addEventListener('afterprint', () => resolve(), { once: true })
    window.print()
  })

async function imageOf(
  pdf: Pdf,
  number: number,
  turn: number,
  values: FieldValues | undefined,
): Promise<string> {
  const page = await pdf.page(number - 1)
  const viewport = page.getViewport({ scale: SHARPNESS, rotation: page.rotate + turn })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  const index = number - 1
  const fields = { index, hidden: '', values: valuesKey(values, index) }
  await renderPage(pdf, page, fields, { canvas, viewport, intent: 'print' }).promise
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  canvas.width = 0
  page.cleanup()
  if (!blob) throw new Error('the browser made no image of a page')
  return URL.createObjectURL(blob)
}

/** The paper size is the first page's. */
function paperOf(pdf: Pdf, [first]: Arrangement, rotation: number): string {
  const { width, height } = lyingSize(pdf.shape((first?.page ?? 1) - 1), (first?.rotate ?? 0) + rotation)
  return `${width}pt ${height}pt`
}
