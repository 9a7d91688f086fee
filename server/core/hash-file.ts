import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

const PIECE_BYTES = 256 * 1024

/** Size in bytes and SHA-256 (hex) of a local file. */
export async function hashFile(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  const file = await open(path, 'r')
  try {
    const piece = Buffer.allocUnsafe(PIECE_BYTES)
    for (let size = 0; ; ) {
      const { bytesRead } = await file.read(piece, 0, piece.length, size)
      if (bytesRead === 0) return { size, sha256: hash.digest('hex') }
      hash.update(piece.subarray(0, bytesRead))
      size += bytesRead
    }
  } finally {
    await file.close()
  }
}
