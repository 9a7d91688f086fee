import type { Box } from './model.ts'

/** A direction in which text runs: to the right, down, to the left, up. */
export type Direction = 0 | 1 | 2 | 3

/** A matrix as PDF has it: a b c d e f. */
export type Matrix = readonly [number, number, number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** First `inner`, then `outer`. */
export function times(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner
  const [A, B, C, D, E, F] = outer
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}

export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** The rectangle around what a matrix makes of a rectangle. */
export function transformed([a, b, c, d, e, f]: Matrix, { left, top, right, bottom }: Box): Box {
  // This runs for every character of a document.
  const across = [a * left, a * right, c * top, c * bottom] as const
  const down = [b * left, b * right, d * top, d * bottom] as const
  return {
    left: Math.min(across[0], across[1]) + Math.min(across[2], across[3]) + e,
    top: Math.min(down[0], down[1]) + Math.min(down[2], down[3]) + f,
    right: Math.max(across[0], across[1]) + Math.max(across[2], across[3]) + e,
    bottom: Math.max(down[0], down[1]) + Math.max(down[2], down[3]) + f,
  }
}

/** Far outside of any page; a number beyond it, or none at all, is not used. */
const FAR = 100_000

export function sound(...values: number[]): boolean {
  return values.every((value) => Number.isFinite(value) && Math.abs(value) < FAR)
}

/**
 * A page's coordinates as it is shown: from the top left, with its rotation, which counts quarter
 * turns clockwise.
 */
export function displayMatrix(
  [left, bottom, right, top]: readonly [number, number, number, number],
  rotation: number,
): { matrix: Matrix; width: number; height: number } {
  const [across, along] = [right - left, top - bottom]
  const upright: Matrix = [1, 0, 0, -1, -left, top]
  const turns: readonly Matrix[] = [
    IDENTITY,
    [0, 1, -1, 0, along, 0],
    [-1, 0, 0, -1, across, along],
    [0, -1, 1, 0, 0, across],
  ]
  const matrix = times(upright, turns[rotation] ?? IDENTITY)
  return rotation % 2 === 0
    ? { matrix, width: across, height: along }
    : { matrix, width: along, height: across }
}

/** Turns a page of this size so that text of a direction runs to the right. */
export function uprightMatrix(direction: Direction, width: number, height: number): Matrix {
  const turns: readonly Matrix[] = [
    IDENTITY,
    [0, -1, 1, 0, 0, width],
    [-1, 0, 0, -1, width, height],
    [0, 1, -1, 0, height, 0],
  ]
  return turns[direction] ?? IDENTITY
}

/** The direction of a vector from the top left; null for one that is far from all four. */
export function directionOf(x: number, y: number): Direction | null {
  const [across, down] = [Math.abs(x), Math.abs(y)]
  if (across > 3 * down) return x > 0 ? 0 : 2
  if (down > 3 * across) return y > 0 ? 1 : 3
  return null
}
