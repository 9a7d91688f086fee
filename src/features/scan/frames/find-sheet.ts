import { detect } from './detect/detect.ts'
import type { Pixels, Point, Quad } from './detect/image.ts'

/** Corners as fractions of width and height: top left, top right, bottom right, bottom left. */
export type QuadShares = [[number, number], [number, number], [number, number], [number, number]]

/** The detection result of one image. */
export interface Sighting {
  quad: QuadShares | null
  /** Mean brightness of the image, 0 to 255. */
  light: number
  /** A coarse fingerprint of the sheet’s content; null without a sheet. */
  print: number[] | null
}

/**
 * Samples along each side of the fingerprint, and the margin that is left out, because corners move
 * slightly.
 */
const [SAMPLES, RIM] = [20, 0.08]

/** @param side `LIVE` or `PHOTO` of the detector */
export function findSheet(pixels: Pixels, side: number): Sighting {
  const { sheet, brightness } = detect(pixels, side)
  return {
    quad: sheet ? insideOf(sheet.quad) : null,
    light: brightness,
    print: sheet ? printOf(inPixels(sheet.quad, pixels), pixels) : null,
  }
}

const inside = (value: number) => Math.min(1, Math.max(0, value))

/** Clamps corners that are slightly outside of the image to its edge. */
function insideOf([a, b, c, d]: Quad): QuadShares {
  const corner = ([x, y]: Point): [number, number] => [inside(x), inside(y)]
  return [corner(a), corner(b), corner(c), corner(d)]
}

function inPixels([a, b, c, d]: Quad, { width, height }: Pixels): Quad {
  const at = ([x, y]: Point): Point => [x * width, y * height]
  return [at(a), at(b), at(c), at(d)]
}

function lumaAt({ data, width, height }: Pixels, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)))
  const row = Math.min(height - 1, Math.max(0, Math.round(y)))
  const at = (row * width + column) * 4
  return 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0)
}

/**
 * Brightness at a grid of positions on the sheet, each averaged with its surroundings, normalized
 * by mean and spread.
 */
function printOf([a, b, c, d]: Quad, pixels: Pixels): number[] {
  const place = (u: number, v: number, axis: 0 | 1) =>
    (1 - v) * ((1 - u) * a[axis] + u * b[axis]) + v * ((1 - u) * d[axis] + u * c[axis])
  const values: number[] = []
  for (let row = 0; row < SAMPLES; row++)
    for (let column = 0; column < SAMPLES; column++) {
      let sum = 0
      for (const dv of [-0.3, 0, 0.3])
        for (const du of [-0.3, 0, 0.3]) {
          const u = RIM + ((column + 0.5 + du) / SAMPLES) * (1 - 2 * RIM)
          const v = RIM + ((row + 0.5 + dv) / SAMPLES) * (1 - 2 * RIM)
          sum += lumaAt(pixels, place(u, v, 0), place(u, v, 1))
        }
      values.push(sum / 9)
    }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  // A blank sheet has only noise, which must not be amplified.
  return values.map((value) => (value - mean) / Math.max(4, spread))
}

/** The similarity of two sheets: 1 for the same, about 0 for unrelated ones. */
export function likeness(a: readonly number[], b: readonly number[]): number {
  let [both, ofA, ofB] = [0, 0, 0]
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0
    both += value * other
    ofA += value * value
    ofB += other * other
  }
  const [least, most] = [Math.min(ofA, ofB), Math.max(ofA, ofB)]
  // Two blank sheets are similar; a blank one and a printed one are not.
  if (most < 0.2 * a.length) return 1
  return least === 0 ? 0 : both / Math.sqrt(ofA * ofB)
}
