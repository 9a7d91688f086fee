/**
 * Formats that libvips has not and ImageMagick's WebAssembly build has proven to read. What is not
 * in these lists is never given to it: it would interpret scripts, drawings and addresses too.
 */
export const MAGICK_READS: readonly string[] = [
  ...['heic', 'jxl', 'jp2', 'j2k', 'psd', 'bmp', 'ico', 'cur', 'tga', 'dds', 'exr', 'hdr', 'qoi'],
  ...['pcx', 'ppm', 'pgm', 'pbm', 'pam', 'xpm', 'sgi', 'dpx', 'fits', 'farbfeld'],
]

/**
 * HEIC for want of an encoder (`heif-enc-child.ts` has one); a cursor would come out as an icon.
 */
const READ_ONLY = new Set(['heic', 'j2k', 'cur', 'pgm', 'pbm', 'fits'])

/** The same for writing. */
export const MAGICK_WRITES: readonly string[] = MAGICK_READS.filter((format) => !READ_ONLY.has(format))

/** Formats that keep transparency; for the others a background is put behind. */
export const KEEPS_ALPHA: ReadonlySet<string> = new Set(
  'jxl jp2 psd bmp ico tga dds exr qoi pam xpm sgi farbfeld'.split(' '),
)

/** Sides of an icon's images, the largest first. */
export const ICON_SIDES = [256, 128, 64, 48, 32, 16]
