/**
 * Formats that libvips lacks and that ImageMagick's WebAssembly build reads reliably. An allowlist:
 * ImageMagick would also interpret scripts, drawings and URLs.
 */
export const MAGICK_READS: readonly string[] = [
  ...['heic', 'jxl', 'jp2', 'j2k', 'psd', 'bmp', 'ico', 'cur', 'tga', 'dds', 'exr', 'hdr', 'qoi'],
  ...['pcx', 'ppm', 'pgm', 'pbm', 'pam', 'xpm', 'sgi', 'dpx', 'fits', 'farbfeld'],
]

/** HEIC has no encoder here (`heif-enc-child.ts` has one); a cursor would be written as an icon. */
const READ_ONLY = new Set(['heic', 'j2k', 'cur', 'pgm', 'pbm', 'fits'])

/** Formats that ImageMagick writes. */
export const MAGICK_WRITES: readonly string[] = MAGICK_READS.filter((format) => !READ_ONLY.has(format))

/** Formats with transparency; others get a background. */
export const KEEPS_ALPHA: ReadonlySet<string> = new Set(
  'jxl jp2 psd bmp ico tga dds exr qoi pam xpm sgi farbfeld'.split(' '),
)

/** Sizes of an icon's images, largest first. */
export const ICON_SIDES = [256, 128, 64, 48, 32, 16]
