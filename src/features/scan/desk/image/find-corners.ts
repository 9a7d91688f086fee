import { createSheetFinder, PHOTO, PHOTO_SIZE, type SheetFinder } from '../../frames/index.ts'
import { isConvex, type Quad } from '../../sheet/index.ts'

let finder: SheetFinder | null = null

/**
 * The corners of the sheet in a photo, as fractions of its size. Null if there is none: the whole
 * photo is the page.
 */
export async function findCorners(photo: ImageBitmap): Promise<Quad | null> {
  finder ??= createSheetFinder()
  const { quad } = await finder.find(photo, PHOTO, PHOTO_SIZE)
  return quad && isConvex(quad) ? quad : null
}
