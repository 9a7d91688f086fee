import { and, eq, isNull } from 'drizzle-orm'
import { ApiProblem } from './api-problem.ts'
import { type Context, ownerOf } from './context.ts'
import { conversions, userFiles } from './schema.ts'
import { noObject } from './stored-files.ts'

/** The ways in which a request names one of the caller's files. */
export interface FileReference {
  s3_key?: string | undefined
  file_id?: string | undefined
  conversion_id?: string | undefined
}

/**
 * A stored file named by a request. `field` is the request's field, for the problem if the file is
 * missing.
 */
export interface NamedFile {
  key: string
  filename?: string | undefined
  field: string
}

/**
 * Finds the stored file that a request names: by key, as a stored file, or as a conversion's
 * result.
 * @returns null if the request names none
 * @throws ApiProblem not_found, invalid_request if it names several
 */
export async function findFile(
  ctx: Context,
  { s3_key, file_id, conversion_id }: FileReference,
): Promise<NamedFile | null> {
  const named = Object.entries({ s3_key, file_id, conversion_id }).filter(([, id]) => id !== undefined)
  if (named.length > 1)
    throw new ApiProblem('invalid_request', 'Name the file by one of s3_key, file_id and conversion_id.', {
      errors: named.map(([path]) => ({ path, message: 'Send only one of these fields.' })),
    })
  if (file_id !== undefined) return findStored(ctx, file_id)
  if (conversion_id !== undefined) return findResult(ctx, conversion_id)
  return s3_key === undefined ? null : { key: s3_key, field: 's3_key' }
}

/** Files named by `s3_keys`. */
export const byKeys = (keys: readonly string[]): NamedFile[] =>
  keys.map((key, at) => ({ key, field: `s3_keys.${at}` }))

async function findStored(ctx: Context, id: string): Promise<NamedFile> {
  const owner = ownerOf(ctx)
  if (!owner) throw noObject('file_id')
  const [file] = await ctx.platform.db
    .select()
    .from(userFiles)
    .where(and(eq(userFiles.id, id), eq(userFiles.ownerId, owner), isNull(userFiles.deletedAt)))
  if (!file) throw noObject('file_id')
  return { key: file.objectKey, filename: file.fileName, field: 'file_id' }
}

async function findResult(ctx: Context, id: string): Promise<NamedFile> {
  const owner = ownerOf(ctx)
  if (!owner) throw noObject('conversion_id')
  const [row] = await ctx.platform.db
    .select()
    .from(conversions)
    .where(and(eq(conversions.id, id), eq(conversions.ownerId, owner), eq(conversions.service, false)))
  if (!row?.outputKey || !row.output) throw noObject('conversion_id')
  return { key: row.outputKey, filename: row.output.filename, field: 'conversion_id' }
}
