/** Magic bytes, in hex, of image formats that the file type library doesn't know. */
const MAGIC: [format: string, hex: RegExp][] = [
  ['jp2', /^0000000c6a5020200d0a870a/],
  ['j2k', /^ff4fff51/],
  ['jxl', /^(ff0a|0000000c4a584c200d0a870a)/],
  ['psd', /^38425053000[12]/], // 8BPS
  ['exr', /^762f3101/],
  ['dds', /^444453207c000000/], // DDS
  ['dpx', /^(53445058|58504453)/], // SDPX, XPDS
  ['fits', /^53494d504c4520203d(20){20}54/], // SIMPLE  =                    T
  ['farbfeld', /^666172626665/],
  ['xpm', /^2f2a2058504d202a2f/], // /* XPM */
  ['ppm', /^503[36](20|0a|0d|09|23)/], // P3, P6
  ['pgm', /^503[25](20|0a|0d|09|23)/],
  ['pbm', /^503[14](20|0a|0d|09|23)/],
  ['pam', /^50370a/],
  ['sgi', /^01da0[01]0[12]000[1-3]/],
  ['ico', /^00000100(0[1-9a-f]|[1-4][0-9a-f])00/],
  // A TGA may start the same, but has 0 where the number of images is.
  ['cur', /^00000200(0[1-9a-f]|[1-4][0-9a-f])00/],
  // Version, RLE and bits per pixel: a weak signature.
  ['pcx', /^0a0[0-5]010[1248]/],
]
/** Signatures too weak without the file extension. */
const NEEDS_NAME = new Set(['pcx', 'ppm', 'pgm', 'pbm', 'pam'])

/** The image format of a file's first bytes, or null; `claimed` is the format of its name. */
export function imageFormat(head: Buffer, claimed: string | null): string | null {
  // TGA has no magic number: requires a plausible header and its extension.
  if (claimed === 'tga' && plausibleTga(head)) return 'tga'
  const start = head.toString('hex', 0, 64)
  const found = MAGIC.find(([, hex]) => hex.test(start))?.[0] ?? null
  return found && NEEDS_NAME.has(found) && claimed !== found ? null : found
}

function plausibleTga(head: Buffer): boolean {
  if (head.length < 18) return false
  const kind = head[2] as number
  return (
    (head[1] as number) <= 1 &&
    [1, 2, 3, 9, 10, 11].includes(kind) &&
    [8, 15, 16, 24, 32].includes(head[16] as number)
  )
}
