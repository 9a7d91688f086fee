import type { mat4 } from '@gltf-transform/core'

/** Column-major 4 × 4 matrices, as in glTF. */
export const IDENTITY: mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

export function multiply(a: readonly number[], b: readonly number[]): mat4 {
  const product = new Array<number>(16).fill(0)
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0
      for (let k = 0; k < 4; k++) sum += (a[4 * k + row] as number) * (b[4 * column + k] as number)
      product[4 * column + row] = sum
    }
  }
  return product as mat4
}

/** The determinant of the upper left 3 × 3: negative for a mirroring matrix. */
export function determinant(m: readonly number[]): number {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = m
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e)
}

/** Transforms points (three numbers each) in place. */
export function movePoints(points: Float32Array, m: readonly number[]): void {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0, , j = 0, k = 0, l = 0] = m
  for (let at = 0; at < points.length; at += 3) {
    const x = points[at] as number
    const y = points[at + 1] as number
    const z = points[at + 2] as number
    points[at] = a * x + d * y + g * z + j
    points[at + 1] = b * x + e * y + h * z + k
    points[at + 2] = c * x + f * y + i * z + l
  }
}

/**
 * Transforms and normalizes normals in place with the cofactor matrix, which is correct for
 * non-uniform scales.
 */
export function turnNormals(normals: Float32Array, m: readonly number[]): void {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = m
  const mirror = determinant(m) < 0 ? -1 : 1
  for (let at = 0; at < normals.length; at += 3) {
    const x = normals[at] as number
    const y = normals[at + 1] as number
    const z = normals[at + 2] as number
    const nx = (e * i - f * h) * x + (c * h - b * i) * y + (b * f - c * e) * z
    const ny = (f * g - d * i) * x + (a * i - c * g) * y + (c * d - a * f) * z
    const nz = (d * h - e * g) * x + (b * g - a * h) * y + (a * e - b * d) * z
    const length = mirror * (Math.hypot(nx, ny, nz) || 1)
    normals[at] = nx / length
    normals[at + 1] = ny / length
    normals[at + 2] = nz / length
  }
}
