import { homography } from './homography.ts'
import { inPixels } from './page-size.ts'
import { type Pixels, type Quad, type Size, WHOLE } from './types.ts'

/** Samples along each side of a pixel, at most. */
const MOST_SAMPLES = 6

/**
 * The sheet inside the corners as a flat picture: each of its pixels is looked up in the photo between its four neighbours.
 * Where the photo has more pixels than the page, several places are averaged, so that print stays smooth.
 */
export function straighten(photo: Pixels, quad: Quad | null, size: Size): Pixels {
  const corners = inPixels(quad, photo)
  const samples = samplesFor(corners, size)
  const matrix = homography(inPixels(WHOLE, size), corners)
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  if (!matrix) return { ...size, data }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = matrix
  const part = 1 / (samples * samples)
  const sum = new Float64Array(3)
  for (let y = 0, out = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++, out += 4) {
      sum.fill(0)
      for (let row = 0; row < samples; row++)
        for (let column = 0; column < samples; column++) {
          const [px, py] = [x + (column + 0.5) / samples, y + (row + 0.5) / samples]
          const depth = g * px + h * py + i
          addAt(photo, (a * px + b * py + c) / depth - 0.5, (d * px + e * py + f) / depth - 0.5, sum)
        }
      data[out] = at(sum, 0) * part
      data[out + 1] = at(sum, 1) * part
      data[out + 2] = at(sum, 2) * part
      data[out + 3] = 255
    }
  return { ...size, data }
}

/** How many places along a side make up a pixel: one for each pixel of the photo, and one alone where they are about as many. */
function samplesFor([a, b, c, d]: Quad, { width, height }: Size): number {
  const length = (from: typeof a, to: typeof a) => Math.hypot(from[0] - to[0], from[1] - to[1])
  const scale = Math.max(
    length(a, b) / width,
    length(d, c) / width,
    length(a, d) / height,
    length(b, c) / height,
  )
  return scale <= 1.25 ? 1 : Math.min(MOST_SAMPLES, Math.ceil(scale))
}

/** Adds the colour at a place between pixels. Outside the photo its rim goes on. */
function addAt({ data, width, height }: Pixels, x: number, y: number, sum: Float64Array): void {
  const cx = Math.min(width - 1, Math.max(0, x))
  const cy = Math.min(height - 1, Math.max(0, y))
  const [left, top] = [Math.floor(cx), Math.floor(cy)]
  const [fx, fy] = [cx - left, cy - top]
  const first = (top * width + left) * 4
  const right = left + 1 < width ? 4 : 0
  const below = top + 1 < height ? width * 4 : 0
  for (let channel = 0; channel < 3; channel++) {
    const from = first + channel
    const upper = at(data, from) * (1 - fx) + at(data, from + right) * fx
    const lower = at(data, from + below) * (1 - fx) + at(data, from + below + right) * fx
    sum[channel] = at(sum, channel) + upper * (1 - fy) + lower * fy
  }
}

const at = (values: Uint8ClampedArray | Float64Array, index: number): number => values[index] ?? 0
