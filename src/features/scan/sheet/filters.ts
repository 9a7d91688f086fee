import type { Filter, Pixels } from './types.ts'

/** The side of the blocks whose brightest pixel is taken as paper, in pixels. */
const BLOCK = 8
/**
 * The brightness of paper; and the minimum background, because black images would be distorted
 * otherwise.
 */
const [PAPER, FLOOR] = [250, 24]
/**
 * Sauvola's parameters: how much low contrast lowers the threshold, and the largest standard
 * deviation of a byte.
 */
const [K, R] = [0.2, 128]
/** The height of A4 in inches, to compute a page's dpi. */
const TALL = 11.69

/**
 * Applies a filter to a straightened page. It may change the given pixels; use the return value.
 */
export function applyFilter(pixels: Pixels, filter: Filter): Pixels {
  if (filter === 'original') return pixels
  if (filter === 'clean') return removeShadows(pixels, [0, 1, 2])
  const grey = removeShadows(toGrey(pixels), [0])
  if (filter === 'bw') binarise(grey, radiusFor(grey))
  return spread(grey)
}

/**
 * The radius of Sauvola's window: a tenth of the dpi, which is about the height of a line of print.
 */
export const radiusFor = ({ width, height }: Pixels): number =>
  Math.max(2, Math.round(Math.max(width, height) / TALL / 10))

/** Luma in the first channel, in place. The others are written by `spread`. */
function toGrey(pixels: Pixels): Pixels {
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4)
    data[at] = 0.299 * byte(data, at) + 0.587 * byte(data, at + 1) + 0.114 * byte(data, at + 2)
  return pixels
}

function spread(pixels: Pixels): Pixels {
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4) {
    data[at + 1] = byte(data, at)
    data[at + 2] = byte(data, at)
  }
  return pixels
}

/** Divides by the background, so that paper is white in any light. In place. */
function removeShadows(pixels: Pixels, channels: readonly number[]): Pixels {
  const { data, width, height } = pixels
  for (const channel of channels) {
    const background = backgroundOf(pixels, channel)
    for (let y = 0, at = channel; y < height; y++)
      for (let x = 0; x < width; x++, at += 4)
        data[at] = (byte(data, at) / Math.max(FLOOR, background(x, y))) * PAPER
  }
  return pixels
}

/**
 * The brightness of the paper at each pixel: block maxima, closed (so that print disappears and
 * shadow edges stay), smoothed, and interpolated between block centers.
 */
function backgroundOf({ data, width, height }: Pixels, channel: number): (x: number, y: number) => number {
  const [columns, rows] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)]
  const brightest = new Float64Array(columns * rows)
  for (let y = 0, at = channel; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const block = Math.floor(y / BLOCK) * columns + Math.floor(x / BLOCK)
      brightest[block] = Math.max(value(brightest, block), byte(data, at))
    }
  const paper = extreme(extreme(brightest, columns, rows, Math.max), columns, rows, Math.min)
  const smooth = boxBlur(paper, columns, rows)
  return (x, y) => {
    const cx = Math.min(columns - 1, Math.max(0, (x + 0.5) / BLOCK - 0.5))
    const cy = Math.min(rows - 1, Math.max(0, (y + 0.5) / BLOCK - 0.5))
    const [left, top] = [Math.floor(cx), Math.floor(cy)]
    const [fx, fy] = [cx - left, cy - top]
    const first = top * columns + left
    const right = left + 1 < columns ? 1 : 0
    const below = top + 1 < rows ? columns : 0
    const upper = value(smooth, first) * (1 - fx) + value(smooth, first + right) * fx
    const lower = value(smooth, first + below) * (1 - fx) + value(smooth, first + below + right) * fx
    return upper * (1 - fy) + lower * fy
  }
}

/** The maximum, or the minimum, of each value and its neighbors. */
function extreme(
  values: Float64Array,
  columns: number,
  rows: number,
  pick: (one: number, other: number) => number,
): Float64Array {
  const picked = Float64Array.from(values)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++)
        for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++) {
          const at = y * columns + x
          picked[at] = pick(value(picked, at), value(values, row * columns + column))
        }
  return picked
}

/** The mean of each value and its existing neighbors. */
function boxBlur(values: Float64Array, columns: number, rows: number): Float64Array {
  const blurred = new Float64Array(values.length)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      let [sum, count] = [0, 0]
      for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++)
        for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++) {
          sum += value(values, row * columns + column)
          count++
        }
      blurred[y * columns + x] = sum / count
    }
  return blurred
}

/**
 * Black or white by the mean and the deviation around each pixel (Sauvola), in place, in the first
 * channel. The sums over windows are differences of integral images, whose squares need 64 bits.
 */
export function binarise({ data, width, height }: Pixels, radius: number): void {
  const stride = width + 1
  const sums = new Float64Array(stride * (height + 1))
  const squares = new Float64Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    let [sum, square] = [0, 0]
    for (let x = 0; x < width; x++) {
      const grey = byte(data, (y * width + x) * 4)
      sum += grey
      square += grey * grey
      const at = (y + 1) * stride + x + 1
      sums[at] = value(sums, at - stride) + sum
      squares[at] = value(squares, at - stride) + square
    }
  }
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)]
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)]
      const sumOf = (table: Float64Array) =>
        value(table, bottom * stride + right) -
        value(table, top * stride + right) -
        value(table, bottom * stride + left) +
        value(table, top * stride + left)
      const count = (bottom - top) * (right - left)
      const mean = sumOf(sums) / count
      const deviation = Math.sqrt(Math.max(0, sumOf(squares) / count - mean * mean))
      const at = (y * width + x) * 4
      data[at] = byte(data, at) > mean * (1 + K * (deviation / R - 1)) ? 255 : 0
    }
  }
}

const byte = (data: Uint8ClampedArray, at: number): number => data[at] ?? 0
const value = (values: Float64Array, at: number): number => values[at] ?? 0
