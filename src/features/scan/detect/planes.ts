import type { Pixels } from './image.ts'

/**
 * A picture at its working size. `luma` has the full working size. The half-size planes are two colour differences (a coloured
 * sheet may be as bright as the desk) and `closed`: brightness without dark print, so that text makes no lines there.
 */
export interface Planes {
  width: number
  height: number
  halfWidth: number
  halfHeight: number
  /** Picture pixels per working pixel, along a side. */
  scale: number
  luma: Float32Array
  redGreen: Float32Array
  blueYellow: Float32Array
  closed: Float32Array
  /** Mean brightness of the picture: 0 to 255. */
  brightness: number
}

/** Closing radius as a part of the longer side: wider than a stroke of print, narrower than a sheet. */
const CLOSING = 1 / 45
/** The smallest working size that has lines to look for. */
export const SMALLEST_SIDE = 24

let cached: (Planes & { spare: Float32Array; wide: Float32Array }) | null = null

/**
 * Converts a picture for the detector.
 * @param side pixels that the longer side shall have, roughly
 * @returns planes that the next call overwrites; null for a picture that is too small
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
  cached.brightness = shrinkLuma(pixels, cached)
  blur(luma, wide, width, height)
  shrinkColour(pixels, cached)
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

/** Averages squares of `scale` pixels into brightness, and returns the mean. */
function shrinkLuma({ data, width: stride }: Pixels, { width, height, scale, luma }: Planes): number {
  const part = 1 / (scale * scale)
  let total = 0
  for (let y = 0, out = 0; y < height; y++)
    for (let x = 0; x < width; x++, out++) {
      let sum = 0
      for (let row = 0; row < scale; row++) {
        let at = ((y * scale + row) * stride + x * scale) * 4
        for (let column = 0; column < scale; column++, at += 4)
          sum += 77 * (data[at] as number) + 150 * (data[at + 1] as number) + 29 * (data[at + 2] as number)
      }
      const value = (sum * part) / 256
      luma[out] = value
      total += value
    }
  return total / (width * height)
}

/** Averages squares of 2 × `scale` pixels into colour differences. Cameras and JPEG have colour at half size, too. */
function shrinkColour({ data, width: stride }: Pixels, planes: Planes): void {
  const { halfWidth, halfHeight, redGreen, blueYellow } = planes
  const size = planes.scale * 2
  const part = 1 / (size * size)
  for (let y = 0, out = 0; y < halfHeight; y++)
    for (let x = 0; x < halfWidth; x++, out++) {
      let red = 0
      let green = 0
      let blue = 0
      for (let row = 0; row < size; row++) {
        let at = ((y * size + row) * stride + x * size) * 4
        for (let column = 0; column < size; column++, at += 4) {
          red += data[at] as number
          green += data[at + 1] as number
          blue += data[at + 2] as number
        }
      }
      redGreen[out] = (red - green) * 0.9 * part
      blueYellow[out] = ((red + green) * 0.5 - blue) * 0.7 * part
    }
}

/** Filters with 1 4 6 4 1 in both directions. The two pixels next to each rim stay. */
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

/** Grey closing: the maximum of the neighbours, then the minimum of those. Removes what is dark and narrower than the square. */
function close(plane: Float32Array, spare: Float32Array, width: number, height: number, radius: number) {
  extreme(plane, spare, width, height, 1, width, radius, 1)
  extreme(spare, plane, height, width, width, 1, radius, 1)
  extreme(plane, spare, width, height, 1, width, radius, -1)
  extreme(spare, plane, height, width, width, 1, radius, -1)
}

const LONGEST = 4096
const padded = new Float32Array(LONGEST)
const forward = new Float32Array(LONGEST)
const backward = new Float32Array(LONGEST)

/**
 * The maximum (`sign` 1) or minimum (`sign` −1) of `radius` neighbours on either side, along rows or columns, with three
 * comparisons per pixel (van Herk, Gil and Werman).
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
  const block = 2 * radius + 1
  const total = length + 2 * radius
  for (let run = 0; run < count; run++) {
    const origin = run * stride
    padded.fill(sign * (from[origin] as number), 0, radius)
    for (let at = 0, place = origin; at < length; at++, place += step)
      padded[radius + at] = sign * (from[place] as number)
    padded.fill(padded[radius + length - 1] as number, radius + length, total)
    for (let start = 0; start < total; start += block) {
      const end = Math.min(total, start + block)
      let most = padded[start] as number
      for (let at = start; at < end; at++) {
        const value = padded[at] as number
        if (value > most) most = value
        forward[at] = most
      }
      most = padded[end - 1] as number
      for (let at = end - 1; at >= start; at--) {
        const value = padded[at] as number
        if (value > most) most = value
        backward[at] = most
      }
    }
    for (let at = 0, place = origin; at < length; at++, place += step) {
      const one = backward[at] as number
      const other = forward[at + 2 * radius] as number
      to[place] = sign * Math.max(one, other)
    }
  }
}
