import { constants, copyFileSync, linkSync, lstatSync, renameSync, rmSync } from 'node:fs'
import { readdir, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineFailure } from '../kernel/engine.ts'
import { sentence } from '../kernel/sentence.ts'

/**
 * Puts a job's file into a child's `in` folder: a hard link, which costs nothing (the sandbox shows
 * that folder read-only), or a copy where the folders lie on different devices. `shared` false
 * forces the copy, for a sandbox that cannot protect the original.
 */
export function stageInput(from: string, to: string, shared: boolean): void {
  if (shared) {
    try {
      linkSync(from, to)
      return
    } catch {
      // Another device, or a file system without links: copied below.
    }
  }
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
}

/**
 * Moves a result out of a child's `out` folder. The child may be hostile: only a plain file is
 * taken, since a symbolic link would later be read with the server's rights. It is looked at after
 * the move, when the child cannot exchange it any more.
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

/** An error of the file system as a failure: a full disk has its own code, all else is ours. */
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
 * Empties a child's folders between two jobs. Not at once: a job may have written very many files.
 */
export async function emptyFolders(folder: string): Promise<void> {
  for (const name of ['in', 'out', 'tmp']) {
    for (const entry of await readdir(join(folder, name))) {
      const path = join(folder, name, entry)
      // Nearly always a file, which `rm` looks at twice before it removes it.
      await unlink(path).catch(() => rm(path, { recursive: true, force: true }))
    }
  }
}
