import { PHOTO, PHOTO_SIZE, type QuadShares, type SheetFinder } from '../../frames/index.ts'
import { bitmapOf } from './bitmap-of.ts'
import { drawn, MOST_PIXELS } from './take-photo.ts'

/** A photo with the data for the queue and the pages. */
export interface PreparedPhoto {
  photo: Blob
  preview: Blob | null
  sha256: string
  width: number | null
  height: number | null
  quad: QuadShares | null
}

/** The pixel limit for re-encoded photos, and the byte limit above which a photo is re-encoded. */
const [DRAWN_PIXELS, MOST_BYTES] = [12_000_000, 20_000_000]
const PREVIEW_PIXELS = 640 * 480
/** The byte limit of a preview, and the qualities that are tried. */
const [PREVIEW_BYTES, PREVIEW_QUALITIES] = [60_000, [0.6, 0.45, 0.3]] as const

/**
 * Detects the sheet in a photo, creates a thumbnail, and hashes it. Formats that this browser
 * cannot decode (HEIC) are kept: the server decodes them.
 */
export async function preparePhoto(blob: Blob, finder: SheetFinder): Promise<PreparedPhoto> {
  const bitmap = await bitmapOf(blob)
  if (!bitmap)
    return {
      ...{ photo: blob, preview: null, width: null, height: null, quad: null },
      sha256: await finder.hash(blob),
    }
  try {
    const { width, height } = bitmap
    const isFine = blob.type === 'image/jpeg' && blob.size <= MOST_BYTES && width * height <= 3 * MOST_PIXELS
    const photo = isFine ? blob : await drawn(bitmap, width, height, DRAWN_PIXELS, 0.92)
    const preview = await previewOf(bitmap)
    const sha256 = await finder.hash(photo)
    const sighting = await finder.find(bitmap, PHOTO, PHOTO_SIZE).catch(() => null)
    const scale = isFine ? 1 : Math.min(1, Math.sqrt(DRAWN_PIXELS / (width * height)))
    return {
      ...{ photo, preview, sha256, quad: sighting?.quad ?? null },
      width: Math.floor(width * scale),
      height: Math.floor(height * scale),
    }
  } finally {
    bitmap.close()
  }
}

async function previewOf(bitmap: ImageBitmap): Promise<Blob | null> {
  const { width, height } = bitmap
  const long = Math.max(width, height)
  const most = Math.min(PREVIEW_PIXELS, (width * height * 640 * 640) / (long * long))
  for (const quality of PREVIEW_QUALITIES) {
    const preview = await drawn(bitmap, width, height, most, quality)
    if (preview.size <= PREVIEW_BYTES) return preview
  }
  return null
}
