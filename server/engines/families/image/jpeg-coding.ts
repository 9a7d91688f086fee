/**
 * Looking for the best codes keeps all of an image in memory, in six bytes a pixel; larger ones are
 * written as they come.
 */
const MOST_PIXELS = 20_000_000

/**
 * How a JPEG of this quality and size is written, for sharp. Without the best codes it is some per
 * cent larger, and the same.
 */
export function jpegCoding(quality: number, { width, height }: { width: number; height: number }) {
  return { quality, optimiseCoding: width * height <= MOST_PIXELS }
}
