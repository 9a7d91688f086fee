import { readFile, writeFile } from 'node:fs/promises'
import {
  digestOf,
  fillSignaturePlaceholder,
  findSignaturePlaceholder,
} from '../engines/families/pdf/seal/find-placeholder.ts'
import type { JobOutput } from '../engines/kernel/engine.ts'
import type { Platform } from '../platform.ts'

/**
 * Seals what an engine has made ready. The key is in this process alone: the sandbox, in which
 * strangers' files are read, gives a file with an empty room, and of that file only a hash is
 * signed. @returns whether an authority says when
 * @throws where the file is not as it should be, or a time-stamp authority is away: then the job is
 * tried again
 */
export async function sealOutput({ seal }: Platform, { path }: JobOutput): Promise<boolean> {
  const bytes = await readFile(path)
  const room = findSignaturePlaceholder(bytes)
  const { cms, timeStamped } = await seal.sign(digestOf(bytes, room))
  fillSignaturePlaceholder(bytes, room, cms)
  await writeFile(path, bytes)
  return timeStamped
}
