import { constants, copyFileSync, linkSync, lstatSync, renameSync, rmSync } from 'node:fs'
import { readdir, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineFailure } from '../kernel/engine.ts'
import { sentence } from '../kernel/sentence.ts'

/**
 * Puts a job's file into a child's `in` folder: a hard link (the sandbox mounts that folder
 * read-only), or a copy across devices. `shared` false forces a copy, for a sandbox that can't
 * protect the original.
 */
export function stageInput(from: string, to: string, shared: boolean): void {
  if (shared) {
    try {
      linkSync(from, to)
      return
    } catch {
      // Another device, or a file system without hard links: copied below.
    }
  }
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
}

/**
 * Moves a result out of a child's `out` folder. Accepts only a regular file, since a hostile
 * child could plant a symbolic link that the server would follow. Checked after the move, when the
 * child can't replace it.
 */
export function collectOutput(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      throw new EngineFailure(
        'output_empty',
        sentence`The conversion ended without a result. Try another target format.`,
      )
    if (code !== 'EXDEV') throw storageFailure(error)
    requirePlain(from)
    try {
      copyFileSync(from, to)
    } catch (reason) {
      throw storageFailure(reason)
    }
  }
  requirePlain(to)
}

function requirePlain(path: string): void {
  if (lstatSync(path).isFile()) return
  rmSync(path, { recursive: true, force: true })
  throw new EngineFailure(
    'output_wrong',
    sentence`The conversion gave something that is not a file. Try another target format.`,
  )
}

/** Maps a file system error to a failure: a full disk has its own code; others are internal. */
export function storageFailure(error: unknown): EngineFailure {
  const full = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
  return full
    ? new EngineFailure(
        'storage_full',
        sentence`The server is out of disk space for the result. Try again later.`,
        {
          cause: error,
        },
      )
    : new EngineFailure('internal', sentence`The files could not be handed to the engine. Try again later.`, {
        cause: error,
      })
}

/**
 * Empties a child's folders between two jobs. Asynchronous, since a job may have written many
 * files.
 */
export async function emptyFolders(folder: string): Promise<void> {
  for (const name of ['in', 'out', 'tmp']) {
    for (const entry of await readdir(join(folder, name))) {
      const path = join(folder, name, entry)
      // Almost always a file; `rm` would stat it twice first.
      await unlink(path).catch(() => rm(path, { recursive: true, force: true }))
    }
  }
}
