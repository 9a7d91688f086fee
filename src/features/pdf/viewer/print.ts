import type { Arrangement } from './arrangement.ts'
import { type FieldValues, valuesKey } from './field-values.ts'
import { lyingSize } from './geometry.ts'
import type { Pdf } from './pdf.ts'
import { renderPage } from './render-page.ts'

/** Pixels per point: 150 to an inch. */
const SHARPNESS = 150 / 72

interface Printed {
  arrangement: Arrangement
  rotation: number
  /** What fields hold instead of what the file says. */
  values: FieldValues | undefined
}

/** Draws every page as a picture, one after the other, and hands them to the browser's print dialog. */
export async function printPages(
  pdf: Pdf,
  { arrangement, rotation, values }: Printed,
  signal: AbortSignal,
  tell: (ready: number) => void,
): Promise<void> {
  const sheet = document.createElement('div')
  sheet.className = 'printed pdf-printed'
  const urls: string[] = []
  try {
    for (const [place, { page, rotate }] of arrangement.entries()) {
      const url = await pictureOf(pdf, page, rotate + rotation, values)
      if (signal.aborted) return
      urls.push(url)
      const image = new Image()
      image.src = url
      image.alt = ''
      sheet.append(image)
      tell(place + 1)
      await image.decode()
    }
    const style = document.createElement('style')
    style.textContent = `@page { size: ${paperOf(pdf, arrangement, rotation)}; margin: 0 }`
    sheet.append(style)
    document.body.append(sheet)
    await printed()
  } finally {
    sheet.remove()
    for (const url of urls) URL.revokeObjectURL(url)
  }
}

/** Some browsers go on while their dialog is open. */
const printed = () =>
  new Promise<void>((resolve) => {
    addEventListener('afterprint', () => resolve(), { once: true })
    window.print()
  })

async function pictureOf(
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
  if (!blob) throw new Error('the browser made no picture of a page')
  return URL.createObjectURL(blob)
}

/** The first page's size says what paper it is for. */
function paperOf(pdf: Pdf, [first]: Arrangement, rotation: number): string {
  const { width, height } = lyingSize(pdf.shape((first?.page ?? 1) - 1), (first?.rotate ?? 0) + rotation)
  return `${width}pt ${height}pt`
}
