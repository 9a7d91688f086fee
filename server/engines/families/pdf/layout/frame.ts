import type { Box } from './model.ts'

/** Text direction: right, down, left, up. */
export type Direction = 0 | 1 | 2 | 3

/** A PDF matrix: a b c d e f. */
export type Matrix = readonly [number, number, number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** The product: `inner` applies first, then `outer`. */
export function times(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner
  const [A, B, C, D, E, F] = outer
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}

export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** The bounding box of a transformed rectangle. */
export function transformed([a, b, c, d, e, f]: Matrix, { left, top, right, bottom }: Box): Box {
  // Hot path: runs for every character.
  const across = [a * left, a * right, c * top, c * bottom] as const
  const down = [b * left, b * right, d * top, d * bottom] as const
  return {
    left: Math.min(across[0], across[1]) + Math.min(across[2], across[3]) + e,
    top: Math.min(down[0], down[1]) + Math.min(down[2], down[3]) + f,
    right: Math.max(across[0], across[1]) + Math.max(across[2], across[3]) + e,
    bottom: Math.max(down[0], down[1]) + Math.max(down[2], down[3]) + f,
  }
}

/** Coordinates beyond this, or not finite, are ignored. */
const FAR = 100_000

export function sound(...values: number[]): boolean {
  return values.every((value) => Number.isFinite(value) && Math.abs(value) < FAR)
}

/**
 * The matrix from user space to displayed page coordinates (origin top left); `rotation` counts
 * clockwise quarter turns.
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

/** Rotates a page of this size so that text of a direction runs to the right. */
export function uprightMatrix(direction: Direction, width: number, height: number): Matrix {
  const turns: readonly Matrix[] = [
    IDENTITY,
    [0, -1, 1, 0, 0, width],
    [-1, 0, 0, -1, width, height],
    [0, 1, -1, 0, height, 0],
  ]
  return turns[direction] ?? IDENTITY
}

/** The direction of a vector (y down); null if it isn't near one of the four. */
export function directionOf(x: number, y: number): Direction | null {
  const [across, down] = [Math.abs(x), Math.abs(y)]
  if (across > 3 * down) return x > 0 ? 0 : 2
  if (down > 3 * across) return y > 0 ? 1 : 3
  return null
}
