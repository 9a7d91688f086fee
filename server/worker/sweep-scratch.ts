import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import { removeFile } from '../core/remove-file.ts'
import { uploads } from '../core/schema.ts'
import type { Platform } from '../platform.ts'

/** Longer than the maximum time of any upload or job. */
const ABANDONED = 24 * 3_600_000
/**
 * Names that earlier versions created directly in the scratch folder; only their age shows whether
 * they are in use.
 */
const EARLIER =
  /^(?:engines|(?:(?:job|picture)-)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/**
 * Removes orphaned files from this machine's scratch folder, so every worker does it. Ignores other
 * names. `claimProcessFolder` sweeps the folders of processes.
 */
export async function sweepScratch({ db, settings, clock }: Platform): Promise<void> {
  const names = await readdir(settings.uploads)
  const arriving = names.flatMap((name) => /^upload-([0-9a-f-]{36})$/.exec(name)?.[1] ?? [])
  if (arriving.length > 0) {
    // The row precedes the file: a listed file without a row belongs to an abandoned upload.
    const rows = await db.select({ id: uploads.id }).from(uploads).where(inArray(uploads.id, arriving))
    const kept = new Set(rows.map(({ id }) => id))
    for (const id of arriving) if (!kept.has(id)) await removeFile(join(settings.uploads, `upload-${id}`))
  }
  for (const name of names.filter((one) => EARLIER.test(one))) {
    const path = join(settings.uploads, name)
    const modified = (await stat(path).catch(() => null))?.mtimeMs
    if (modified !== undefined && clock().getTime() - modified > ABANDONED)
      await rm(path, { recursive: true, force: true })
  }
}
