import type { Part } from '../shape/flatten.ts'
import { joinPositions } from '../shape/join.ts'

/** Faces that meet at a smaller angle are shaded smoothly. */
const CREASE = Math.cos((35 * Math.PI) / 180)

/**
 * A part with three separate vertices per triangle and computed normals, smooth below the crease
 * angle.
 */
export function withOwnNormals(part: Part): Part {
  const { triangles, places } = joinPositions([part])
  const faces = new Float32Array(triangles.length)
  const sums = new Float32Array(places.length)
  for (let at = 0; at < triangles.length; at += 3) {
    const [a = 0, b = 0, c = 0] = triangles.subarray(at, at + 3)
    const edge = (from: number, to: number, axis: number) =>
      (places[3 * to + axis] as number) - (places[3 * from + axis] as number)
    const nx = edge(a, b, 1) * edge(a, c, 2) - edge(a, b, 2) * edge(a, c, 1)
    const ny = edge(a, b, 2) * edge(a, c, 0) - edge(a, b, 0) * edge(a, c, 2)
    const nz = edge(a, b, 0) * edge(a, c, 1) - edge(a, b, 1) * edge(a, c, 0)
    // Not normalized yet: weighted by triangle area.
    for (const place of [a, b, c]) {
      sums[3 * place] = (sums[3 * place] as number) + nx
      sums[3 * place + 1] = (sums[3 * place + 1] as number) + ny
      sums[3 * place + 2] = (sums[3 * place + 2] as number) + nz
    }
    const length = Math.hypot(nx, ny, nz) || 1
    faces.set([nx / length, ny / length, nz / length], at)
  }
  const corners = part.indices.length
  const spread = (array: Float32Array | null, width: number) => {
    if (!array) return null
    const out = new Float32Array(corners * width)
    for (let corner = 0; corner < corners; corner++) {
      const from = (part.indices[corner] as number) * width
      for (let k = 0; k < width; k++) out[corner * width + k] = array[from + k] as number
    }
    return out
  }
  const normals = new Float32Array(corners * 3)
  for (let corner = 0; corner < corners; corner++) {
    const face = 3 * Math.floor(corner / 3)
    const place = 3 * (triangles[corner] as number)
    const [sx = 0, sy = 0, sz = 0] = sums.subarray(place, place + 3)
    const length = Math.hypot(sx, sy, sz) || 1
    const [fx = 0, fy = 0, fz = 0] = faces.subarray(face, face + 3)
    const round = (sx * fx + sy * fy + sz * fz) / length > CREASE
    normals.set(round ? [sx / length, sy / length, sz / length] : [fx, fy, fz], corner * 3)
  }
  return {
    ...part,
    positions: spread(part.positions, 3) ?? part.positions,
    normals,
    uvs: spread(part.uvs, 2),
    colours: spread(part.colours, 4),
    indices: Uint32Array.from({ length: corners }, (_, index) => index),
  }
}
