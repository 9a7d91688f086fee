import { open } from 'node:fs/promises'

/** The first bytes of a file, at most `bytes`, and the size of the whole file. */
export async function readHead(path: string, bytes: number): Promise<{ head: Buffer; size: number }> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(Math.min(bytes, size))
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return { head: head.subarray(0, bytesRead), size }
  } finally {
    await file.close()
  }
}
