/**
 * The upright image in a file; null if this browser cannot decode it, as most cannot decode HEIC.
 */
export async function bitmapOf(blob: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(blob)
  } catch {
    return null
  }
}
