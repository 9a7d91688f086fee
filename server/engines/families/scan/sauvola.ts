import type { Raster } from './warp.ts'

/**
 * From J. Sauvola and M. Pietikäinen, Adaptive document image binarization (2000): weight and
 * dynamic range of the standard deviation.
 */
const K = 0.2
const RANGE = 128

/**
 * Binarizes in place with Sauvola's local threshold: black is 0, white 255. `radius` is the
 * window's in pixels: a tenth of the DPI.
 */
export function binarise({ data, width, height, channels }: Raster, radius: number): void {
  if (channels !== 1) throw new Error('Black and white is made of grey.')
  // Column sums over the window's rows, updated row by row instead of an integral image.
  const sums = new Float64Array(width)
  const squares = new Float64Array(width)
  // A row is overwritten while later windows still need it.
  const kept = new Uint8Array(data)
  const addRow = (y: number, sign: number) => {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const value = kept[at] as number
      sums[x] = (sums[x] as number) + sign * value
      squares[x] = (squares[x] as number) + sign * value * value
    }
  }
  for (let y = 0; y < Math.min(height, radius); y++) addRow(y, 1)
  for (let y = 0; y < height; y++) {
    if (y + radius < height) addRow(y + radius, 1)
    if (y - radius - 1 >= 0) addRow(y - radius - 1, -1)
    const rows = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1
    let sum = 0
    let square = 0
    for (let x = 0; x < Math.min(width, radius); x++) {
      sum += sums[x] as number
      square += squares[x] as number
    }
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (x + radius < width) {
        sum += sums[x + radius] as number
        square += squares[x + radius] as number
      }
      if (x - radius - 1 >= 0) {
        sum -= sums[x - radius - 1] as number
        square -= squares[x - radius - 1] as number
      }
      const count = rows * (Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1)
      const mean = sum / count
      const deviation = Math.sqrt(Math.max(0, square / count - mean * mean))
      data[at] = (kept[at] as number) > mean * (1 + K * (deviation / RANGE - 1)) ? 255 : 0
    }
  }
}

/**
 * Removes noise, which compresses badly: black pixels with at most one black neighbor become white.
 */
export function removeSpecks({ data, width, height }: Raster): void {
  // Black counts of three-pixel columns (rows above, current, below), from the original pixels.
  const kept = new Uint8Array(data.length)
  for (let at = 0; at < data.length; at++) kept[at] = data[at] === 0 ? 1 : 0
  const column = new Uint8Array(width)
  for (let y = 0; y < height; y++) {
    const row = y * width
    for (let x = 0; x < width; x++)
      column[x] =
        (kept[row + x] as number) +
        (y > 0 ? (kept[row + x - width] as number) : 0) +
        (y + 1 < height ? (kept[row + x + width] as number) : 0)
    for (let x = 0; x < width; x++) {
      if (kept[row + x] === 0) continue
      const black =
        (column[x] as number) +
        (x > 0 ? (column[x - 1] as number) : 0) +
        (x + 1 < width ? (column[x + 1] as number) : 0)
      if (black <= 2) data[row + x] = 255
    }
  }
}
