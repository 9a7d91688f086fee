import { type PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'

/** A corner in shares of the photo's width and height. */
type Corner = readonly [number, number]
export type Corners = readonly [Corner, Corner, Corner, Corner]

/** A sheet on a desk, seen a little from the side. */
export const CORNERS: Corners = [
  [0.12, 0.09],
  [0.88, 0.06],
  [0.94, 0.93],
  [0.06, 0.9],
]

/** Words to read, nearly all of them different. */
const SYLLABLES = ['ba', 'ken', 'ri', 'mol', 'ta', 'ves', 'lo', 'dar', 'ni', 'sum', 'pe', 'gar']
export function wordsOf(count: number): string[] {
  let state = 7
  const syllable = () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return SYLLABLES[(state >>> 16) % SYLLABLES.length]
  }
  return Array.from({ length: count }, () => `${syllable()}${syllable()}${syllable()}`)
}

/** Adds an A4 page of so many words in Helvetica. */
export async function addTextPage(document: PDFDocument, words: readonly string[], size = 11) {
  const page = document.addPage([595.28, 841.89])
  const font = await document.embedFont(StandardFonts.Helvetica)
  let [x, y] = [56, 770]
  for (const word of words) {
    const width = font.widthOfTextAtSize(`${word} `, size)
    if (x + width > 540) [x, y] = [56, y - size * 1.5]
    page.drawText(word, { x, y, size, font })
    x += width
  }
  return page
}

interface Desk {
  width: number
  height: number
  corners?: Corners
  /** What of the light is left in the shadow that lies over the left half. */
  shadow?: number
  /** Grey levels of grain. */
  grain?: number
}

/** A photo (JPEG) of a page (any image) that lies on a brown desk. */
export async function photoOf(
  page: Buffer,
  { width, height, corners = CORNERS, shadow = 1, grain = 0 }: Desk,
): Promise<Buffer> {
  const { data, info } = await sharp(page)
    .flatten({ background: '#fff' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = ([x, y]: Corner): Corner => [x * width, y * height]
  const inverse = invert([at(corners[0]), at(corners[1]), at(corners[2]), at(corners[3])])
  const out = Buffer.alloc(width * height * 3)
  let state = 12345
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const w = inverse[6] * x + inverse[7] * y + inverse[8]
      const u = ((inverse[0] * x + inverse[1] * y + inverse[2]) / w) * info.width
      const v = ((inverse[3] * x + inverse[4] * y + inverse[5]) / w) * info.height
      const inside = u >= 0 && v >= 0 && u < info.width && v < info.height
      const from = inside ? ((v | 0) * info.width + (u | 0)) * 3 : -1
      const light = x < width * (0.5 + 0.1 * (y / height)) ? shadow : 1
      state = (Math.imul(state, 1664525) + 1013904223) | 0
      const noise = grain * ((state >>> 16) / 32768 - 1)
      for (let channel = 0; channel < 3; channel++) {
        const value = inside ? (data[from + channel] as number) * 0.92 : ([104, 72, 48][channel] as number)
        out[at + channel] = Math.max(0, Math.min(255, value * light + noise))
      }
    }
  return sharp(out, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer()
}

type Matrix = [number, number, number, number, number, number, number, number, number]

/** The map from the photo to the unit square. */
function invert([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Corners): Matrix {
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3]
  const [dx1, dx2, dy1, dy2] = [x1 - x2, x3 - x2, y1 - y2, y3 - y2]
  const size = dx1 * dy2 - dx2 * dy1
  const g = (sx * dy2 - dx2 * sy) / size
  const h = (dx1 * sy - sx * dy1) / size
  const [a, b, c] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0]
  const [d, e, f] = [y1 - y0 + g * y1, y3 - y0 + h * y3, y0]
  return [
    e - f * h,
    c * h - b,
    b * f - c * e,
    f * g - d,
    a - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
}
