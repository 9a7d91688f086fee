import type { FinalizeScanJson, ScanPageSettings } from '../../../contract/scan.ts'

/** Pages of the PDF: a book has two on a photo, and the back of a card stands on the page of its front. */
export const pagesOf = (settings: readonly Pick<ScanPageSettings, 'layout'>[]): number =>
  settings.reduce(
    (sum, { layout }, at) => sum + (layout === 'book' ? 2 : layout === 'back' && at > 0 ? 0 : 1),
    0,
  )

/** Bytes of a page of print at 200 dots per inch, as photos of office paper gave them on average. */
const BYTES: Record<ScanPageSettings['filter'], number> = {
  original: 420_000,
  clean: 330_000,
  grey: 260_000,
  bw: 42_000,
}
/** What another resolution and quality makes of them. A fax grows with its lines, and no quality is chosen. */
const JPEG = { small: 0.45, balanced: 1, best: 2.9 } as const
const FAX = { small: 0.7, balanced: 1, best: 1.6 } as const
const TEXT = 5000

/** About how large a PDF is, before any photo is opened. */
export function estimatedBytes(settings: readonly ScanPageSettings[], json: FinalizeScanJson): number {
  const images = settings.reduce(
    (sum, { filter }) => sum + BYTES[filter] * (filter === 'bw' ? FAX : JPEG)[json.quality],
    0,
  )
  return Math.round(images + (json.ocr ? TEXT * settings.length : 0))
}
