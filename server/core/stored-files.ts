import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { type Context, ownerOf } from './context.ts'
import { abandonArriving } from './delete-objects.ts'
import { refuseQuarantined } from './quarantine.ts'
import type { Upload } from './receive-upload.ts'
import { objects } from './schema.ts'

/** A stored file of the caller. */
export interface StoredFile {
  key: string
  ownerId: string
  filename: string
  size: number
  sha256: string
  format: string | null
}

/** The problem of a request whose `field` names no stored file. */
export const noObject = (field = 's3_key') =>
  new ApiProblem(
    'not_found',
    `No file has this ${field}. It may have been deleted or expired. Send the file itself.`,
    { errors: [{ path: field, message: 'It names none of your files.' }] },
  )

/**
 * A stored file of the caller. `field` is the request's field that names it.
 * @throws ApiProblem not_found, file_quarantined
 */
export async function ownedObject(
  ctx: Context,
  key: string,
  filename: string | undefined,
  field?: string,
): Promise<StoredFile> {
  const owner = ownerOf(ctx)
  const mine = and(eq(objects.key, key), eq(objects.ownerId, owner ?? ''), eq(objects.state, 'stored'))
  const [row] = owner ? await ctx.platform.db.select().from(objects).where(mine) : []
  if (!row?.sha256) throw noObject(field)
  await refuseQuarantined(ctx.platform.db, key)
  return {
    key,
    ownerId: row.ownerId,
    filename: filename ?? row.filename,
    size: row.sizeBytes,
    sha256: row.sha256,
    format: row.format,
  }
}

/**
 * Locks stored objects until the caller's transaction, which starts to reference them, has ended.
 * Locks owners before objects, as everywhere, to avoid deadlocks.
 * @returns whether all of them exist
 */
export async function holdObjects(tx: Transaction, keys: readonly string[]): Promise<boolean> {
  const named = [...new Set(keys)]
  if (named.length === 0) return true
  const held = await tx
    .select({ key: objects.key })
    .from(objects)
    .where(and(inArray(objects.key, named), eq(objects.state, 'stored')))
    .orderBy(objects.key)
    .for('key share')
  return held.length === named.length
}

/**
 * Stores an upload as `arriving`; the transaction that references it marks it as `stored`. Inserts
 * the row before the bytes: after a crash in between, the sweep finds the row. @returns its key
 * @throws ApiProblem malicious_file; unavailable if the scanner failed
 */
export async function storeUpload(
  ctx: Context,
  ownerId: string,
  upload: Upload,
  about: { format: string | null; expiresAt?: Date },
): Promise<string> {
  await refuseMalware(ctx, upload)
  const key = `uploads/${randomUUID()}`
  const { db, objects: files } = ctx.platform
  const { filename, size, sha256 } = upload
  await db
    .insert(objects)
    .values({ key, ownerId, state: 'arriving', filename, sizeBytes: size, sha256, ...about })
  try {
    await files.adopt(key, upload.path)
  } catch (error) {
    await abandonArriving(ctx.platform, key)
    throw error
  }
  return key
}

/** Refuses detected malware, and files that the scanner failed to check. */
async function refuseMalware({ platform, log }: Context, { path, filename }: Upload) {
  if (!platform.scanner) return
  const found = await platform.scanner.find(path).catch((error: unknown) => {
    log.error({ err: error }, 'a file could not be scanned')
    throw new ApiProblem(
      'unavailable',
      'The file could not be scanned for malware. Nothing was stored. Try again later.',
    )
  })
  if (found === null) return
  log.warn({ malware: found }, 'a file was refused')
  throw new ApiProblem(
    'malicious_file',
    `${filename} contains known malware (${found}). It was not stored, and nothing was charged.`,
  )
}
