import type { Pixels } from './image.ts'

/**
 * A picture at the size at which lines are looked for: brightness, two colour differences (a coloured sheet may be as bright as
 * the desk), and `closed`, which is the brightness without dark print: print makes no lines there, the rim of a sheet stays.
 */
export interface Planes {
  width: number
  height: number
  /** Pixels of the picture that are one here, along a side. */
  shrunk: number
  luma: Float32Array
  redGreen: Float32Array
  blueYellow: Float32Array
  closed: Float32Array
}

/** Radius of what is closed, as a part of the longer side: wider than a stroke of print, narrower than a sheet. */
const CLOSED = 1 / 45

let kept: (Planes & { spare: Float32Array }) | null = null

/** @param side Pixels that the longer side shall have, roughly. The planes are used again by the next call. */
export function planesOf(pixels: Pixels, side: number): Planes {
  const shrunk = Math.max(1, Math.round(Math.max(pixels.width, pixels.height) / side))
  const width = Math.floor(pixels.width / shrunk)
  const height = Math.floor(pixels.height / shrunk)
  if (kept?.width !== width || kept.height !== height) {
    const plane = () => new Float32Array(width * height)
    kept = {
      ...{ width, height, shrunk, luma: plane(), redGreen: plane(), blueYellow: plane() },
      ...{ closed: plane(), spare: plane() },
    }
  }
  kept.shrunk = shrunk
  shrink(pixels, kept)
  for (const plane of [kept.luma, kept.redGreen, kept.blueYellow]) blur(plane, kept.spare, width, height)
  close(kept, Math.max(2, Math.round(Math.max(width, height) * CLOSED)))
  return kept
}

/** Each pixel is the mean of a square. */
function shrink({ data, width: stride }: Pixels, planes: Planes): void {
  const { width, height, shrunk, luma, redGreen, blueYellow } = planes
  const part = 1 / (shrunk * shrunk)
  for (let y = 0, out = 0; y < height; y++)
    for (let x = 0; x < width; x++, out++) {
      let [red, green, blue] = [0, 0, 0]
      for (let row = 0; row < shrunk; row++) {
        let at = ((y * shrunk + row) * stride + x * shrunk) * 4
        for (let column = 0; column < shrunk; column++, at += 4) {
          red += data[at] as number
          green += data[at + 1] as number
          blue += data[at + 2] as number
        }
      }
      luma[out] = (0.3 * red + 0.59 * green + 0.11 * blue) * part
      redGreen[out] = (red - green) * 0.9 * part
      blueYellow[out] = ((red + green) * 0.5 - blue) * 0.7 * part
    }
}

/** 1 4 6 4 1 in both directions; the two pixels at each rim stay. */
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
  for (let at = 2 * width, last = end - 2 * width; at < last; at++)
    plane[at] =
      ((spare[at - 2 * width] as number) +
        (spare[at + 2 * width] as number) +
        4 * ((spare[at - width] as number) + (spare[at + width] as number)) +
        6 * (spare[at] as number)) *
      0.0625
}

/** The largest of the neighbours, then the smallest of those: what is dark and narrower than the square is gone. */
function close({ luma, closed, spare, width, height }: Planes & { spare: Float32Array }, radius: number) {
  extreme(luma, spare, { length: width, count: height, step: 1, stride: width }, radius, Math.max)
  extreme(spare, closed, { length: height, count: width, step: width, stride: 1 }, radius, Math.max)
  extreme(closed, spare, { length: width, count: height, step: 1, stride: width }, radius, Math.min)
  extreme(spare, closed, { length: height, count: width, step: width, stride: 1 }, radius, Math.min)
}

interface Runs {
  length: number
  count: number
  step: number
  stride: number
}
const LONGEST = 4096
const [padded, before, after] = [0, 0, 0].map(() => new Float32Array(LONGEST)) as [
  Float32Array,
  Float32Array,
  Float32Array,
]

/** The extreme of `radius` neighbours on either side, along rows or columns, in three looks at each pixel (van Herk, Gil and Werman). */
function extreme(
  from: Float32Array,
  to: Float32Array,
  { length, count, step, stride }: Runs,
  radius: number,
  pick: typeof Math.max,
): void {
  const block = 2 * radius + 1
  const total = length + 2 * radius
  for (let run = 0; run < count; run++) {
    const origin = run * stride
    padded.fill(from[origin] as number, 0, radius)
    for (let at = 0; at < length; at++) padded[radius + at] = from[origin + at * step] as number
    padded.fill(from[origin + (length - 1) * step] as number, radius + length, total)
    for (let at = 0; at < total; at++)
      before[at] = at % block ? pick(before[at - 1] as number, padded[at] as number) : (padded[at] as number)
    for (let at = total - 1; at >= 0; at--)
      after[at] =
        at === total - 1 || (at + 1) % block === 0
          ? (padded[at] as number)
          : pick(after[at + 1] as number, padded[at] as number)
    for (let at = 0; at < length; at++)
      to[origin + at * step] = pick(after[at] as number, before[at + 2 * radius] as number)
  }
}
