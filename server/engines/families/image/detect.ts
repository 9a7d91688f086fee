/** First bytes, in hex, of the image formats that nothing else knows. */
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
  // A TGA may begin alike, but for the count of images, which is none there.
  ['cur', /^00000200(0[1-9a-f]|[1-4][0-9a-f])00/],
  // Version, run-length coding and bits per pixel: little of a signature.
  ['pcx', /^0a0[0-5]010[1248]/],
]
/** Too little to go by without the name. */
const NEEDS_NAME = new Set(['pcx', 'ppm', 'pgm', 'pbm', 'pam'])

/**
 * The image format that the first bytes of a file say, or null; `claimed` is what its name says.
 */
export function imageFormat(head: Buffer, claimed: string | null): string | null {
  // TGA has no magic: a plausible header under its own name.
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
