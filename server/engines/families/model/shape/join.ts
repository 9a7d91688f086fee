import type { Part } from './flatten.ts'

/** Shared positions: three numbers per position, three positions per triangle. */
export interface Joined {
  places: Float32Array
  triangles: Uint32Array
}

/**
 * Merges equal positions: OFF and 3MF need them for closed meshes, while other formats duplicate a
 * position per normal and texture coordinate. Uses an open-addressing hash table on the bits.
 */
export function joinPositions(parts: readonly Part[]): Joined {
  const vertices = parts.reduce((total, { positions }) => total + positions.length / 3, 0)
  const corners = parts.reduce((total, { indices }) => total + indices.length, 0)
  const places = new Float32Array(vertices * 3)
  const bits = new Uint32Array(places.buffer)
  const triangles = new Uint32Array(corners)
  const size = 2 ** Math.ceil(Math.log2(Math.max(8, vertices * 2)))
  const table = new Int32Array(size).fill(-1)
  let count = 0
  let corner = 0
  for (const { positions, indices } of parts) {
    const numbers = new Int32Array(positions.length / 3)
    for (let vertex = 0; vertex < numbers.length; vertex++) {
      // Adding zero normalizes -0.
      for (let axis = 0; axis < 3; axis++)
        places[3 * count + axis] = (positions[3 * vertex + axis] as number) + 0
      const [x = 0, y = 0, z = 0] = bits.subarray(3 * count, 3 * count + 3)
      let slot = (Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791)) >>> 0
      slot = (slot ^ (slot >>> 15)) & (size - 1)
      let known = table[slot] as number
      while (
        known >= 0 &&
        !(bits[3 * known] === x && bits[3 * known + 1] === y && bits[3 * known + 2] === z)
      ) {
        slot = (slot + 1) & (size - 1)
        known = table[slot] as number
      }
      if (known < 0) {
        known = count
        table[slot] = count
        count += 1
      }
      numbers[vertex] = known
    }
    for (const index of indices) triangles[corner++] = numbers[index] as number
  }
  return { places: places.slice(0, count * 3), triangles }
}
