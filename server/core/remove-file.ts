import { unlink } from 'node:fs/promises'

/**
 * Removes a file, where there is one. Node's `rm` looks at a path several times first, since it may
 * be a folder.
 */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
