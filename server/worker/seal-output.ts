import { readFile, writeFile } from 'node:fs/promises'
import {
  digestOf,
  fillSignaturePlaceholder,
  findSignaturePlaceholder,
} from '../engines/families/pdf/seal/find-placeholder.ts'
import type { JobOutput } from '../engines/kernel/engine.ts'
import type { Platform } from '../platform.ts'

/**
 * Signs a PDF that an engine has prepared. Only this process has the key: the sandbox, which parses
 * untrusted files, returns a file with an empty placeholder, and only the file's hash is signed.
 * @returns whether the seal is time-stamped
 * @throws if the file is invalid or a time-stamp authority is unavailable: the job is then retried
 */
export async function sealOutput({ seal }: Platform, { path }: JobOutput): Promise<boolean> {
  const bytes = await readFile(path)
  const room = findSignaturePlaceholder(bytes)
  const { cms, timeStamped } = await seal.sign(digestOf(bytes, room))
  fillSignaturePlaceholder(bytes, room, cms)
  await writeFile(path, bytes)
  return timeStamped
}
