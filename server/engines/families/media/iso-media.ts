import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Brands of ISO base media files (ISO/IEC 14496-12) by format; see mp4ra.org. */
const BRANDS: [pattern: RegExp, format: string][] = [
  [/^qt {2}$/, 'mov'],
  [/^M4[ABP] $/, 'm4a'],
  [/^M4V[HP ]$/, 'm4v'],
  [/^3g[2eghprst]/, '3gp'],
  [
    /^(iso[m2-9]|mp4[12]|mp7[1t]|avc1|dash|ms(dh|nv)|MSNV|f4v |F4V |cmf[2c]|hvc1|av01|NDS|XAVC|dby1|piff)/,
    'mp4',
  ],
]
/** First boxes of QuickTime files without a brand. */
const OLD_BOXES = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']
const MOVIE_BYTES = 4 * 1024 * 1024

/** Video formats that keep their name's format if they have only audio. */
const VIDEO_FORMATS = ['mp4', 'm4v', '3gp']

/**
 * The format of an ISO base media file, or null; HEIC and AVIF images use the same boxes. An
 * audio-only file is an M4A unless it is `claimed` to be a video.
 */
export function isoMediaFormat(head: Buffer, claimed: string | null, path: string): string | null {
  if (head.length < 16) return null
  const box = head.toString('latin1', 4, 8)
  if (box !== 'ftyp') return OLD_BOXES.includes(box) && isQuickTime(path) ? 'mov' : null
  const end = Math.min(head.readUInt32BE(0), head.length, 256)
  const brands = [head.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4))
  for (const brand of brands) {
    const format = BRANDS.find(([pattern]) => pattern.test(brand))?.[1]
    if (
      format &&
      VIDEO_FORMATS.includes(format) &&
      !VIDEO_FORMATS.includes(claimed ?? '') &&
      soundAlone(path)
    )
      return 'm4a'
    if (format) return format
    // The major brand is that of an image.
    if (/^(avif|avis|mif1|msf1|hei|hev|jp2|jpx|jxl|crx)/.test(brand)) return null
  }
  return null
}

function isQuickTime(path: string): boolean {
  const movie = movieBox(path)
  return movie?.includes('mvhd') ?? false
}

/**
 * Whether all audio and video tracks are audio. False if no index is found; then name and brand
 * decide.
 */
function soundAlone(path: string): boolean {
  const movie = movieBox(path)
  if (!movie) return false
  const handlers = new Set<string>()
  for (let at = movie.indexOf('hdlr'); at >= 0; at = movie.indexOf('hdlr', at + 4))
    handlers.add(movie.toString('latin1', at + 12, at + 16))
  return handlers.has('soun') && !handlers.has('vide')
}

/** The `moov` box, truncated to some megabytes; it is at the start or the end of the file. */
function movieBox(path: string): Buffer | null {
  const fd = openSync(path, 'r')
  try {
    const { size } = fstatSync(fd)
    const header = Buffer.alloc(16)
    for (let at = 0, boxes = 0; at + 8 <= size && boxes < 1000; boxes++) {
      if (readSync(fd, header, 0, 16, at) < 8) return null
      const short = header.readUInt32BE(0)
      const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? size - at : short
      if (length < 8) return null
      if (header.toString('latin1', 4, 8) === 'moov') {
        const box = Buffer.alloc(Math.min(length, size - at, MOVIE_BYTES))
        return box.subarray(0, readSync(fd, box, 0, box.length, at))
      }
      at += length
    }
    return null
  } finally {
    closeSync(fd)
  }
}
