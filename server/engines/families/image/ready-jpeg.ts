import type { Metadata } from 'sharp'

/**
 * What of an image's metadata says that its pixels stand upright in colours that need no profile.
 */
export type Stance = Pick<Metadata, 'format' | 'orientation' | 'space' | 'icc'>

/** Whether an image is a JPEG that can stand on a page as it is. */
export function isReadyJpeg({ format, orientation = 1, space, icc }: Stance): boolean {
  return format === 'jpeg' && orientation === 1 && (space === 'srgb' || space === 'b-w') && !icc
}

/**
 * Whether a JPEG ends as it should. Where nobody decodes its pixels, nothing else tells that it is
 * cut short.
 */
export function endsAsJpeg(bytes: Uint8Array): boolean {
  return bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9
}
