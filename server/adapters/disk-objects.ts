import { constants, type Stats } from 'node:fs'
import { copyFile, mkdir, open, opendir, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { ownKey } from '../core/object-key.ts'
import { removeFile } from '../core/remove-file.ts'
import { orStorageFull } from '../core/storage-full.ts'
import type { Objects } from '../platform.ts'

/**
 * Stores objects as files: `uploads/<uuid>` at `uploads/ab/<uuid>`, which keeps folders small
 * enough to list.
 */
export function openDiskObjects(folder: string): Objects {
  const place = (key: string) => {
    const [prefix, name] = ownKey(key).split('/') as [string, string]
    return join(folder, prefix, name.slice(0, 2), name)
  }
  return {
    onDisk: true,
    adopt: async (key, path) => orStorageFull(move(path, place(key))),
    read: async (key, range) => {
      const file = await open(place(key), 'r')
      return file.createReadStream(range)
    },
    copyTo: async (key, path) => orStorageFull(copyFile(place(key), path, constants.COPYFILE_FICLONE)),
    head: async (key) => {
      try {
        return sizeAndTag(await stat(place(key)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    remove: async (key) => removeFile(place(key)),
    list: async function* (prefix) {
      const root = join(folder, prefix)
      try {
        for await (const entry of await opendir(root, { recursive: true })) {
          if (!entry.isFile()) continue
          const path = join(entry.parentPath, entry.name)
          yield {
            key: `${relative(folder, dirname(dirname(path)))}/${entry.name}`,
            ...sizeAndTag(await stat(path)),
          }
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    },
    probe: async () => {
      await mkdir(folder, { recursive: true })
      const path = join(folder, '.probe')
      await orStorageFull(writeFile(path, 'probe'))
      await removeFile(path)
    },
    signedUrl: async (key) => {
      ownKey(key)
      return null
    },
  }
}

/** The change time can't be set: every write changes it. */
const sizeAndTag = ({ size, ctimeMs, ino }: Stats) => ({ size, tag: `${ino}-${ctimeMs}` })

/** Durable: the file's bytes and its name are on the disk when the promise resolves. */
async function move(from: string, to: string) {
  await flush(from)
  try {
    await renameInto(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const arriving = `${to}.arriving`
    try {
      await copyFile(from, arriving)
      await flush(arriving)
      await rename(arriving, to)
    } catch (failed) {
      await removeFile(arriving)
      throw failed
    }
    await removeFile(from)
  }
  await flush(dirname(to))
}

/** The folder is missing only for its first file. */
async function renameInto(from: string, to: string) {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await mkdir(dirname(to), { recursive: true })
    await rename(from, to)
  }
}

async function flush(path: string) {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
