import { toSrgb } from '../colour.ts'
import type { Flat, Part } from '../shape/flatten.ts'
import { colourOf } from './material.ts'

/**
 * Binary PLY with normals and texture coordinates if all parts have them, and with sRGB colors if
 * any part does. The exporter of three 0.187 writes float colors without alpha, and no colors of
 * materials.
 */
export function writePly({ parts, triangles }: Flat): Buffer {
  const vertices = parts.reduce((total, { positions }) => total + positions.length / 3, 0)
  const normals = parts.every((part) => part.normals)
  const uvs = parts.every((part) => part.uvs)
  const colours =
    parts.some((part) => part.colours) || new Set(parts.map((part) => colourOf(part).join())).size > 1
  const header = [
    'ply',
    'format binary_little_endian 1.0',
    'comment made by Filewright',
    `element vertex ${vertices}`,
    ...['x', 'y', 'z', ...(normals ? ['nx', 'ny', 'nz'] : []), ...(uvs ? ['s', 't'] : [])].map(
      (name) => `property float ${name}`,
    ),
    ...(colours ? ['red', 'green', 'blue', 'alpha'].map((name) => `property uchar ${name}`) : []),
    `element face ${triangles}`,
    'property list uchar uint vertex_indices',
    'end_header\n',
  ].join('\n')
  const stride = 12 + (normals ? 12 : 0) + (uvs ? 8 : 0) + (colours ? 4 : 0)
  const bytes = Buffer.alloc(header.length + stride * vertices + 13 * triangles)
  let at = bytes.write(header, 'ascii')
  for (const part of parts) at = writeVertices(bytes, at, part, { normals, uvs, colours })
  let first = 0
  for (const { positions, indices } of parts) {
    for (let corner = 0; corner < indices.length; corner += 3) {
      bytes[at] = 3
      for (let k = 0; k < 3; k++) bytes.writeUInt32LE(first + (indices[corner + k] as number), at + 1 + 4 * k)
      at += 13
    }
    first += positions.length / 3
  }
  return bytes
}

function writeVertices(
  bytes: Buffer,
  from: number,
  part: Part,
  { normals, uvs, colours }: { normals: boolean; uvs: boolean; colours: boolean },
): number {
  let at = from
  const float = (value: number | undefined) => {
    at = bytes.writeFloatLE(value ?? 0, at)
  }
  const base = colourOf(part)
  for (let vertex = 0; vertex < part.positions.length / 3; vertex++) {
    for (let k = 0; k < 3; k++) float(part.positions[3 * vertex + k])
    if (normals) for (let k = 0; k < 3; k++) float(part.normals?.[3 * vertex + k])
    if (uvs) {
      float(part.uvs?.[2 * vertex])
      float(1 - (part.uvs?.[2 * vertex + 1] ?? 0))
    }
    if (!colours) continue
    for (let k = 0; k < 4; k++) {
      const light = (part.colours?.[4 * vertex + k] ?? 1) * (base[k] as number)
      const value = k === 3 ? light : toSrgb(light)
      bytes[at++] = Math.round(255 * Math.min(1, Math.max(0, value)))
    }
  }
  return at
}
