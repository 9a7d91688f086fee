import { unlink } from 'node:fs/promises'

/** Removes a file if it exists. Node's `rm` runs several calls first to detect a folder. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
