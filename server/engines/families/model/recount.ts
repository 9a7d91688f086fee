import { unzipSync } from 'fflate'

/**
 * Triangles of a result too large to be read again as a whole: from its own counts, or by counting
 * what it lists.
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
      // Each face is a byte and three numbers of four; vertices come before.
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
