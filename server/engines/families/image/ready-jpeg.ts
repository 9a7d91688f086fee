import type { Metadata } from 'sharp'

/** The metadata that decides whether pixels are upright and need no color profile. */
export type Stance = Pick<Metadata, 'format' | 'orientation' | 'space' | 'icc'>

/** Whether an image is a JPEG that can be embedded unchanged. */
export function isReadyJpeg({ format, orientation = 1, space, icc }: Stance): boolean {
  return format === 'jpeg' && orientation === 1 && (space === 'srgb' || space === 'b-w') && !icc
}

/** Whether a JPEG has its end marker, the only truncation check if nobody decodes its pixels. */
export function endsAsJpeg(bytes: Uint8Array): boolean {
  return bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9
}
