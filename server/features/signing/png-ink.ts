/** What the pixels of a PNG mean. */
export interface PngColours {
  type: 0 | 2 | 3 | 4 | 6
  bits: number
  samples: number
  /** Red, green and blue of each colour; empty where there is no palette. */
  palette: Buffer
  /**
   * The piece `tRNS`: of a palette the opacity of each colour, else the one colour that is clear.
   */
  clear: Buffer
}

/** Pixels after which nothing more is counted: a dot of a pen has more. */
export const VISIBLE_INK = 12
/** How much darker than the paper a pixel is that counts, from 0 to 255. */
const CONTRAST = 24

/** Counts the pixels of a PNG that are seen on white paper, row by row, and keeps one row. */
export class InkCounter {
  ink = 0
  readonly #colours: PngColours
  readonly #step: number
  #row: Buffer = Buffer.alloc(0)

  constructor(colours: PngColours) {
    this.#colours = colours
    this.#step = Math.max(1, (colours.bits * colours.samples) / 8)
  }

  /** @param row With the byte that says how it is filtered. @param isFirst Of its pass. */
  add(row: Buffer, pixels: number, isFirst: boolean): void {
    if (this.ink >= VISIBLE_INK) return
    const above = isFirst ? Buffer.alloc(row.length - 1) : this.#row
    this.#row = unfiltered(row, above, this.#step)
    for (let at = 0; at < pixels && this.ink < VISIBLE_INK; at++)
      if (contrastAt(this.#row, at, this.#colours) >= CONTRAST) this.ink++
  }
}

function unfiltered(row: Buffer, above: Buffer, step: number): Buffer {
  const filter = row[0] ?? 0
  const bytes = Buffer.from(row.subarray(1))
  for (let at = 0; at < bytes.length; at++) {
    const left = at >= step ? (bytes[at - step] ?? 0) : 0
    const up = above[at] ?? 0
    const corner = at >= step ? (above[at - step] ?? 0) : 0
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
    bytes[at] = ((bytes[at] ?? 0) + guess) & 255
  }
  return bytes
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/** How much darker than white a pixel is where it lies on white, from 0 to 255. */
function contrastAt(row: Buffer, pixel: number, { type, bits, samples, palette, clear }: PngColours): number {
  const most = 2 ** bits - 1
  const sample = (nth: number) => sampleAt(row, pixel * samples + nth, bits)
  const share = (nth: number) => sample(nth) / most
  if (type === 3) {
    const index = sample(0)
    const [red = 0, green = 0, blue = 0] = palette.subarray(index * 3, index * 3 + 3)
    return ((clear[index] ?? 255) * (255 - (red + green + blue) / 3)) / 255
  }
  const isGrey = type === 0 || type === 4
  const light = isGrey ? share(0) : (share(0) + share(1) + share(2)) / 3
  const opacity = type === 4 ? share(1) : type === 6 ? share(3) : isClear(clear, samples, sample) ? 0 : 1
  return opacity * (1 - light) * 255
}

const isClear = (clear: Buffer, samples: number, sample: (nth: number) => number): boolean =>
  clear.length === samples * 2 &&
  Array.from({ length: samples }, (_, nth) => nth).every((nth) => clear.readUInt16BE(nth * 2) === sample(nth))

function sampleAt(row: Buffer, at: number, bits: number): number {
  if (bits === 16) return (row[at * 2] ?? 0) * 256 + (row[at * 2 + 1] ?? 0)
  if (bits === 8) return row[at] ?? 0
  const first = at * bits
  return ((row[first >> 3] ?? 0) >> (8 - bits - (first & 7))) & (2 ** bits - 1)
}
