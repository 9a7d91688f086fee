/**
 * Optimized Huffman coding keeps the whole image in memory, at six bytes per pixel; larger images
 * are written without it.
 */
const MOST_PIXELS = 20_000_000

/**
 * sharp's JPEG options for a quality and size. Without optimized coding the file is a few per cent
 * larger, with the same pixels.
 */
export function jpegCoding(quality: number, { width, height }: { width: number; height: number }) {
  return { quality, optimiseCoding: width * height <= MOST_PIXELS }
}
