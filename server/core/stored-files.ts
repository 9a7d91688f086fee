import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { type Context, ownerOf } from './context.ts'
import { abandonArriving } from './delete-objects.ts'
import { refuseQuarantined } from './quarantine.ts'
import type { Upload } from './receive-upload.ts'
import { objects } from './schema.ts'

/** A file of the caller's own that lies in the store. */
export interface StoredFile {
  key: string
  ownerId: string
  filename: string
  size: number
  sha256: string
  format: string | null
}

/** The refusal of a request whose `field` names no stored file, or one that is gone. */
export const noObject = (field = 's3_key') =>
  new ApiProblem(
    'not_found',
    `No file has this ${field}. It may have been deleted or expired. Send the file itself.`,
    { errors: [{ path: field, message: 'It names none of your files.' }] },
  )

/**
 * A stored file of the caller's own. `field` is where the request names it. @throws ApiProblem
 * not_found, file_quarantined
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
 * Keeps stored objects from going before the caller's transaction has ended, in which something
 * comes to need them. Owners are locked before objects: whoever locks both does it in this order,
 * so that nobody waits in a circle.
 * @returns whether all of them are there
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
 * Puts an arrived file into the store as `arriving`; whoever needs it makes it `stored` in their
 * own transaction. The row comes first, then the bytes: a crash in between leaves a row that the
 * sweep finds. @returns its key
 * @throws ApiProblem malicious_file, unavailable where there is a scanner that could not look
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

/**
 * What the operator's scanner knows is not kept; what it could not look at is not taken in unseen.
 */
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
