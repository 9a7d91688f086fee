import { and, eq, exists, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { UserFileList, UserFilesQuery } from '../../../contract/storage.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { contains, countUpTo, listInOrder } from '../../core/keyset.ts'
import { type FileFacts, presentFile, selectFiles } from '../../core/present-file.ts'
import { quarantines, shares, userFiles } from '../../core/schema.ts'
import { opens } from '../../core/share-state.ts'
import { storageUsage } from '../../core/storage-usage.ts'

type Query = z.output<typeof UserFilesQuery>
type Listed = FileFacts & { id: string }

const ORDERS = {
  created_at: { column: userFiles.createdAt, of: ({ file }: Listed) => file.createdAt },
  updated_at: { column: userFiles.updatedAt, of: ({ file }: Listed) => file.updatedAt },
  file_name: { column: userFiles.fileName, of: ({ file }: Listed) => file.fileName },
  file_size_bytes: { column: userFiles.sizeBytes, of: ({ file }: Listed) => file.sizeBytes },
}
const COUNT_LIMIT = 10_000

/**
 * A page of the caller's files, with what all of them take. @throws ApiProblem invalid_request for
 * a foreign cursor
 */
export async function listFiles(ctx: Context, query: Query): Promise<z.input<typeof UserFileList>> {
  const where = matching(ctx, query)
  const { db } = ctx.platform
  const [page, storage] = await Promise.all([
    listInOrder<Listed, z.input<typeof UserFileList>['results'][number]>(
      query,
      userFiles.id,
      ORDERS,
      {
        fetch: async (after, order, limit, offset) => {
          // First which ones, then what they show: what is passed over shows nothing.
          const found = await db
            .select({ id: userFiles.id })
            .from(userFiles)
            .where(and(where, after))
            .orderBy(...order)
            .limit(limit)
            .offset(offset)
          const ids = found.map(({ id }) => id)
          const rows =
            ids.length > 0 ? await selectFiles(ctx, inArray(userFiles.id, ids)).orderBy(...order) : []
          return rows.map((row) => ({ ...row, id: row.file.id }))
        },
        count: (limit) => countUpTo(db, sql`${userFiles} where ${where}`, limit),
        present: (row) => presentFile(ctx, row),
      },
      COUNT_LIMIT,
    ),
    storageUsage(ctx.platform, requireOwner(ctx)),
  ])
  return { ...page, storage }
}

function matching(ctx: Context, query: Query): SQL | undefined {
  const shared = exists(
    sql`(select 1 from ${shares} where ${shares.fileId} = ${userFiles.id} and ${opens(ctx.platform.clock())}
      and not exists (select 1 from ${quarantines} where ${quarantines.objectKey} = ${userFiles.objectKey}))`,
  )
  return and(
    eq(userFiles.ownerId, requireOwner(ctx)),
    isNull(userFiles.versionOf),
    query.deleted ? isNotNull(userFiles.deletedAt) : isNull(userFiles.deletedAt),
    query.created_by ? eq(userFiles.createdBy, query.created_by) : undefined,
    query.family ? eq(userFiles.family, query.family) : undefined,
    query.format ? eq(userFiles.format, query.format.toLowerCase()) : undefined,
    query.source ? eq(userFiles.source, query.source) : undefined,
    query.shared === undefined ? undefined : query.shared ? shared : not(shared),
    query.q?.trim() ? ofText(ctx, query.q.trim()) : undefined,
  )
}

/** A part of the name; where the text names a format, what is of it too. */
function ofText({ platform }: Context, text: string): SQL | undefined {
  const named = contains(userFiles.fileName, text)
  const format = platform.engines.normalise(text)
  return format === null ? named : or(named, eq(userFiles.format, format))
}
