import type { Point, Quad } from './types.ts'

/** A projective transform: nine numbers by rows; the last one is 1. */
export type Matrix = readonly number[]

/**
 * The transform that maps each corner of one quad to the same corner of another.
 * @returns null if there is none: three corners of a quad are collinear
 */
export function homography(from: Quad, to: Quad): Matrix | null {
  const rows: number[][] = []
  for (const at of [0, 1, 2, 3] as const) {
    const [[x, y], [u, v]] = [from[at], to[at]]
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v])
  }
  const solution = solve(rows)
  return solution && [...solution, 1]
}

/** Transforms a point. */
export function transform(matrix: Matrix, [x, y]: Point): Point {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = matrix
  const depth = g * x + h * y + i
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth]
}

/**
 * Solves linear equations, each row with its right side last, by Gaussian elimination with partial
 * pivoting.
 */
function solve(rows: number[][]): number[] | null {
  const count = rows.length
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let step = 0; step < count; step++) {
    let pivot = step
    for (let row = step + 1; row < count; row++)
      if (Math.abs(at(row, step)) > Math.abs(at(pivot, step))) pivot = row
    if (Math.abs(at(pivot, step)) < 1e-9) return null
    const [first, second] = [rows[step] ?? [], rows[pivot] ?? []]
    rows[step] = second
    rows[pivot] = first
    for (let row = step + 1; row < count; row++) {
      const part = at(row, step) / at(step, step)
      rows[row] = (rows[row] ?? []).map((value, column) => value - part * at(step, column))
    }
  }
  const found = Array.from({ length: count }, () => 0)
  for (let row = count - 1; row >= 0; row--) {
    let rest = at(row, count)
    for (let column = row + 1; column < count; column++) rest -= at(row, column) * (found[column] ?? 0)
    found[row] = rest / at(row, row)
  }
  return found
}
