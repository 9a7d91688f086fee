import { homography } from './homography.ts'
import { inPixels } from './page-size.ts'
import { type Pixels, type Quad, type Size, WHOLE } from './types.ts'

/** Samples along each side of a pixel, at most. */
const MOST_SAMPLES = 6

/**
 * The sheet inside the corners as a flat image: each pixel is interpolated between its four
 * neighbors in the photo. If the photo has more pixels than the page, several samples are averaged,
 * so that print stays smooth.
 */
export function straighten(photo: Pixels, quad: Quad | null, size: Size): Pixels {
  const corners = inPixels(quad, photo)
  const samples = samplesFor(corners, size)
  const matrix = homography(inPixels(WHOLE, size), corners)
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  if (!matrix) return { ...size, data }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = matrix
  const part = 1 / (samples * samples)
  const { data: from, width: stride } = photo
  const [lastX, lastY] = [photo.width - 1, photo.height - 1]
  for (let y = 0, out = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++, out += 4) {
      let red = 0
      let green = 0
      let blue = 0
      for (let sample = 0; sample < samples * samples; sample++) {
        const px = x + ((sample % samples) + 0.5) / samples
        const py = y + (Math.floor(sample / samples) + 0.5) / samples
        const depth = g * px + h * py + i
        // Outside the photo its border pixels are repeated.
        const sx = Math.min(lastX, Math.max(0, (a * px + b * py + c) / depth - 0.5))
        const sy = Math.min(lastY, Math.max(0, (d * px + e * py + f) / depth - 0.5))
        const left = Math.floor(sx)
        const top = Math.floor(sy)
        const fx = sx - left
        const fy = sy - top
        const one = (top * stride + left) * 4
        const two = left < lastX ? one + 4 : one
        const three = top < lastY ? one + stride * 4 : one
        const four = two + three - one
        const w1 = (1 - fx) * (1 - fy)
        const w2 = fx * (1 - fy)
        const w3 = (1 - fx) * fy
        const w4 = fx * fy
        red += byte(from, one) * w1 + byte(from, two) * w2 + byte(from, three) * w3 + byte(from, four) * w4
        green +=
          byte(from, one + 1) * w1 +
          byte(from, two + 1) * w2 +
          byte(from, three + 1) * w3 +
          byte(from, four + 1) * w4
        blue +=
          byte(from, one + 2) * w1 +
          byte(from, two + 2) * w2 +
          byte(from, three + 2) * w3 +
          byte(from, four + 2) * w4
      }
      data[out] = red * part
      data[out + 1] = green * part
      data[out + 2] = blue * part
      data[out + 3] = 255
    }
  return { ...size, data }
}

/**
 * The number of samples along a side of a pixel: one per photo pixel, or one if the resolutions are
 * similar.
 */
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

const byte = (data: Uint8ClampedArray, at: number): number => data[at] as number
