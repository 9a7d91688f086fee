import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { UserFile } from '../../contract/storage.ts'
import { ApiProblem } from './api-problem.ts'
import { type Context, requireOwner } from './context.ts'
import { objects, quarantines, shares, userFiles } from './schema.ts'
import { serviceOperation } from './service-runs.ts'
import { opens } from './share-state.ts'
import type { QueryPlatform } from './transaction.ts'
import { type Caller, urlHere } from './url-here.ts'

const FILES = '/api/v1/user/storage/files/'

/**
 * Computed columns of a file. `drawn` is the state of its last thumbnail; a thumbnail that failed
 * because of the quarantine can be created after the release.
 */
const columns = (now: Date) => ({
  file: userFiles,
  sha256: objects.sha256,
  quarantinedAt: quarantines.createdAt,
  shareCount: sql<number>`(select count(*)::int from ${shares} where ${shares.fileId} = ${userFiles.id} and ${opens(now)})`,
  versions: sql<number>`(select count(*)::int from user_files v where v.version_of = ${userFiles.id})`,
  drawn: sql<
    string | null
  >`(select case when c.error_code = 'file_quarantined' then null else c.status end from conversions c
    where c.source_key = ${userFiles.objectKey} and c.service and c.operation = 'thumbnail'
    order by c.created_at desc limit 1)`,
})

/** Files with their computed columns; the caller adds conditions, order and limits. */
export const selectFiles = (ctx: { platform: Pick<QueryPlatform, 'db' | 'clock'> }, where: SQL | undefined) =>
  ctx.platform.db
    .select(columns(ctx.platform.clock()))
    .from(userFiles)
    .innerJoin(objects, eq(objects.key, userFiles.objectKey))
    .leftJoin(quarantines, eq(quarantines.objectKey, userFiles.objectKey))
    .where(where)
    .$dynamic()

export type FileFacts = Awaited<ReturnType<typeof selectFiles>>[number]

/** A file in the API. */
export function presentFile(
  ctx: Caller & { platform: Pick<QueryPlatform, 'engines'> },
  { file, sha256, quarantinedAt, shareCount, versions, drawn }: FileFacts,
): UserFile {
  const url = (part: string) => urlHere(ctx, `${FILES}${file.id}/${part}/`)
  const drawable =
    !quarantinedAt &&
    drawn !== 'failed' &&
    serviceOperation(ctx.platform, file.format, 'thumbnail') !== undefined
  return {
    id: file.id,
    file_name: file.fileName,
    s3_key: file.objectKey,
    file_size_bytes: file.sizeBytes,
    storage_bytes_recorded: file.storageBytesRecorded,
    created_by: file.createdBy,
    created_at: file.createdAt.toISOString(),
    updated_at: file.updatedAt.toISOString(),
    family: file.family,
    format: file.format,
    sha256: sha256 ?? '',
    source: file.source,
    conversion_id: file.conversionId,
    thumbnail_url: drawable ? url('thumbnail') : null,
    download_url: url('content'),
    share_count: file.deletedAt || quarantinedAt ? 0 : shareCount,
    versions,
    deleted_at: file.deletedAt?.toISOString() ?? null,
    purge_at: file.purgeAt?.toISOString() ?? null,
    quarantined_at: quarantinedAt?.toISOString() ?? null,
  }
}

/**
 * The caller's file, unless deleted; files of others are not found.
 * @throws ApiProblem not_found
 */
export async function findFile(ctx: Context, id: string): Promise<FileFacts> {
  const [found] = await selectFiles(
    ctx,
    and(eq(userFiles.id, id), eq(userFiles.ownerId, requireOwner(ctx)), isNull(userFiles.deletedAt)),
  )
  if (!found) throw new ApiProblem('not_found', 'File not found. It may have been deleted.')
  return found
}

/** One file in the API. @throws ApiProblem not_found */
export const getFile = async (ctx: Context, id: string): Promise<UserFile> =>
  presentFile(ctx, await findFile(ctx, id))
