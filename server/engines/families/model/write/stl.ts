import type { Flat } from '../shape/flatten.ts'

/**
 * Binary STL: 80 bytes, a count, then per triangle its normal, three corners and two zero bytes.
 * The exporter of three 0.187 gives the same except for the sign of zeros, in 20 to 130 ms instead
 * of 5 to 7 (3,542 triangles).
 */
export function writeStl({ parts, triangles }: Flat): Buffer {
  const bytes = Buffer.alloc(84 + 50 * triangles)
  bytes.write('Filewright, binary STL', 'ascii')
  bytes.writeUInt32LE(triangles, 80)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const p = new Float64Array(9)
  let at = 84
  for (const { positions, indices } of parts) {
    for (let corner = 0; corner < indices.length; corner += 3) {
      for (let k = 0; k < 9; k++)
        p[k] = positions[3 * (indices[corner + Math.floor(k / 3)] as number) + (k % 3)] as number
      const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0] = p
      const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay)
      const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az)
      const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
      const length = Math.hypot(nx, ny, nz) || 1
      view.setFloat32(at, nx / length, true)
      view.setFloat32(at + 4, ny / length, true)
      view.setFloat32(at + 8, nz / length, true)
      for (let k = 0; k < 9; k++) view.setFloat32(at + 12 + 4 * k, p[k] as number, true)
      at += 50
    }
  }
  return bytes
}
