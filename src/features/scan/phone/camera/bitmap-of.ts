/**
 * The upright image in a file; null where this browser cannot read it, as most cannot read HEIC.
 */
export async function bitmapOf(blob: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(blob)
  } catch {
    return null
  }
}
