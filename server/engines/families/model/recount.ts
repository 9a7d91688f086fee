import { unzipSync } from 'fflate'

/**
 * The triangle count of a result too large to be reopened: from its header, or by counting its
 * entries.
 */
export function recount(format: string, bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  switch (format) {
    case 'stl': {
      const triangles = buffer.readUInt32LE(80)
      return buffer.length === 84 + 50 * triangles ? triangles : Number.NaN
    }
    case 'ply': {
      const head = buffer.toString('latin1', 0, 4096)
      const triangles = Number(/^element face (\d+)$/m.exec(head)?.[1])
      // Each face has a byte and three 4-byte indices; vertices come before.
      return buffer.length > head.indexOf('end_header') + 13 * triangles ? triangles : Number.NaN
    }
    case 'off':
      return occurrences(buffer, '\n3 ')
    case 'obj':
      return occurrences(buffer, '\nf ')
    case '3mf': {
      const model = unzipSync(bytes, { filter: ({ name }) => name === '3D/3dmodel.model' })[
        '3D/3dmodel.model'
      ]
      return occurrences(Buffer.from(model ?? []), '<triangle ')
    }
    default:
      return Number.NaN
  }
}

function occurrences(bytes: Buffer, text: string): number {
  let count = 0
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length)) count += 1
  return count
}
