import type { Pixels } from './image.ts'

/**
 * An image at its working size. `luma` has the full working size. The half-size planes are two
 * color differences (a colored sheet may be as bright as the desk) and `closed`: brightness without
 * dark print, so that text creates no lines.
 */
export interface Planes {
  width: number
  height: number
  halfWidth: number
  halfHeight: number
  /** Image pixels per working pixel, along a side. */
  scale: number
  luma: Float32Array
  redGreen: Float32Array
  blueYellow: Float32Array
  closed: Float32Array
  /** Mean brightness of the image: 0 to 255. */
  brightness: number
}

/**
 * Closing radius as a part of the longer side: wider than a stroke of print, narrower than a sheet.
 */
const CLOSING = 1 / 45
type Weights = readonly [red: number, green: number, blue: number]
const LUMA: Weights = [0.3, 0.59, 0.11]
/** Cameras and JPEG also have color at half size. */
const RED_GREEN: Weights = [0.9, -0.9, 0]
const BLUE_YELLOW: Weights = [0.35, 0.35, -0.7]
/** The smallest working size that can contain lines. */
const SMALLEST_SIDE = 24

let cached: (Planes & { spare: Float32Array; wide: Float32Array }) | null = null

/**
 * Converts an image for the detector.
 * @param side the approximate pixels of the longer side
 * @returns planes that the next call overwrites; null for an image that is too small
 */
export function planesOf(pixels: Pixels, side: number): Planes | null {
  const scale = Math.max(1, Math.round(Math.max(pixels.width, pixels.height) / side))
  const width = Math.floor(pixels.width / scale)
  const height = Math.floor(pixels.height / scale)
  if (Math.min(width, height) < SMALLEST_SIDE) return null
  if (cached?.width !== width || cached.height !== height) {
    const [halfWidth, halfHeight] = [width >> 1, height >> 1]
    const half = () => new Float32Array(halfWidth * halfHeight)
    cached = {
      ...{ width, height, halfWidth, halfHeight, scale, brightness: 0 },
      ...{ luma: new Float32Array(width * height), wide: new Float32Array(width * height) },
      ...{ redGreen: half(), blueYellow: half(), closed: half(), spare: half() },
    }
  }
  const { luma, wide, spare, redGreen, blueYellow, closed, halfWidth, halfHeight } = cached
  cached.scale = scale
  cached.brightness = shrink(pixels, scale, luma, width, LUMA)
  blur(luma, wide, width, height)
  shrink(pixels, 2 * scale, redGreen, halfWidth, RED_GREEN)
  shrink(pixels, 2 * scale, blueYellow, halfWidth, BLUE_YELLOW)
  blur(redGreen, spare, halfWidth, halfHeight)
  blur(blueYellow, spare, halfWidth, halfHeight)
  halve(luma, width, closed, halfWidth, halfHeight)
  close(
    closed,
    spare,
    halfWidth,
    halfHeight,
    Math.max(2, Math.round(Math.max(halfWidth, halfHeight) * CLOSING)),
  )
  return cached
}

/**
 * Averages squares of `size` pixels into a plane of weighted channels. Returns the plane's mean.
 */
function shrink(
  { data, width: stride }: Pixels,
  size: number,
  plane: Float32Array,
  width: number,
  [red, green, blue]: Weights,
): number {
  const part = 1 / (size * size)
  let total = 0
  let out = 0
  for (let y = 0; out < plane.length; y += size)
    for (let x = 0; x < width; x++, out++) {
      let sum = 0
      for (let row = y; row < y + size; row++) {
        let at = (row * stride + x * size) * 4
        for (const end = at + size * 4; at < end; at += 4)
          sum +=
            red * (data[at] as number) + green * (data[at + 1] as number) + blue * (data[at + 2] as number)
      }
      plane[out] = sum * part
      total += sum * part
    }
  return total / plane.length
}

/**
 * Applies the filter 1 4 6 4 1 in both directions. The two pixels next to each edge are unchanged.
 */
function blur(plane: Float32Array, spare: Float32Array, width: number, height: number): void {
  spare.set(plane)
  const end = width * height
  for (let row = 0; row < end; row += width)
    for (let at = row + 2, last = row + width - 2; at < last; at++)
      spare[at] =
        ((plane[at - 2] as number) +
          (plane[at + 2] as number) +
          4 * ((plane[at - 1] as number) + (plane[at + 1] as number)) +
          6 * (plane[at] as number)) *
        0.0625
  plane.set(spare)
  const two = 2 * width
  for (let at = two, last = end - two; at < last; at++)
    plane[at] =
      ((spare[at - two] as number) +
        (spare[at + two] as number) +
        4 * ((spare[at - width] as number) + (spare[at + width] as number)) +
        6 * (spare[at] as number)) *
      0.0625
}

function halve(from: Float32Array, width: number, to: Float32Array, halfWidth: number, halfHeight: number) {
  for (let y = 0, out = 0; y < halfHeight; y++)
    for (let x = 0, at = 2 * y * width; x < halfWidth; x++, out++, at += 2)
      to[out] =
        ((from[at] as number) +
          (from[at + 1] as number) +
          (from[at + width] as number) +
          (from[at + width + 1] as number)) *
        0.25
}

/**
 * Grayscale closing: the maximum of the neighbors, then the minimum of those. Removes dark parts
 * that are narrower than the square.
 */
function close(plane: Float32Array, spare: Float32Array, width: number, height: number, radius: number) {
  extreme(plane, spare, width, height, 1, width, radius, 1)
  extreme(spare, plane, height, width, width, 1, radius, 1)
  extreme(plane, spare, width, height, 1, width, radius, -1)
  extreme(spare, plane, height, width, width, 1, radius, -1)
}

/**
 * The maximum (`sign` 1) or minimum (`sign` −1) of `radius` neighbors on either side, along rows or
 * columns.
 */
function extreme(
  from: Float32Array,
  to: Float32Array,
  length: number,
  count: number,
  step: number,
  stride: number,
  radius: number,
  sign: number,
): void {
  for (let run = 0; run < count; run++) {
    const first = run * stride
    const last = first + (length - 1) * step
    for (let at = first; at <= last; at += step) {
      const end = Math.min(last, at + radius * step)
      let most = sign * (from[at] as number)
      for (let near = Math.max(first, at - radius * step); near <= end; near += step)
        most = Math.max(most, sign * (from[near] as number))
      to[at] = sign * most
    }
  }
}
