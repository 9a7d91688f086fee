import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { adminWorkEndpoints, QuarantinedFile } from '../../../contract/admin-work.ts'
import type { Context } from '../../core/context.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import { objects, owners, type QuarantineRow, quarantines, userFiles, users } from '../../core/schema.ts'
import type { Queries } from '../../platform.ts'
import { noAccount } from './get-account.ts'
import { workOwners } from './pending-conversions.ts'

type Endpoints = typeof adminWorkEndpoints

/** Files in quarantine, the newest first. */
export async function listQuarantine(
  { platform: { db } }: Context,
  query: z.output<Endpoints['listQuarantine']['query']>,
) {
  const list = await listByTime<QuarantineRow, QuarantineRow>(query, quarantines, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(quarantines)
        .where(after)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${quarantines}`, limit),
    present: (row) => row,
  })
  return { ...list, results: await presentQuarantines(db, list.results) }
}

/** Quarantines with what is known of their objects, in this order. */
export async function presentQuarantines(
  db: Queries,
  rows: readonly QuarantineRow[],
): Promise<QuarantinedFile[]> {
  if (rows.length === 0) return []
  const keys = rows.map(({ objectKey }) => objectKey)
  const found = await db
    .select({ object: objects, kind: owners.kind })
    .from(objects)
    .innerJoin(owners, eq(owners.id, objects.ownerId))
    .where(inArray(objects.key, keys))
  const facts = found.map(({ object, kind }) => ({ ...object, kind }))
  const ownerOf = await workOwners(db, facts)
  const byKey = new Map(facts.map((object) => [object.key, object]))
  return rows.flatMap((row) => {
    const object = byKey.get(row.objectKey)
    if (!object) return []
    return {
      ...{ quarantine_id: row.id, owner: ownerOf(object), file_name: row.fileName, reason: row.reason },
      ...{ size_bytes: object.sizeBytes, sha256: object.sha256 ?? '' },
      created_at: row.createdAt.toISOString(),
    }
  })
}

/** Names and sizes of an account's stored files, the newest first. @throws ApiProblem not_found */
export async function listAccountFiles(
  { platform: { db } }: Context,
  accountId: string,
  query: z.output<Endpoints['listAccountFiles']['query']>,
) {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, accountId))
  if (!user) throw noAccount()
  const own = and(eq(userFiles.ownerId, accountId), isNull(userFiles.deletedAt), isNull(userFiles.versionOf))
  return listByTime(query, userFiles, {
    fetch: async (after, order, limit, offset) => {
      const rows = await db
        .select({ file: userFiles, quarantineId: quarantines.id })
        .from(userFiles)
        .leftJoin(quarantines, eq(quarantines.objectKey, userFiles.objectKey))
        .where(and(own, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
      return rows.map(({ file, quarantineId }) => ({ ...file, quarantineId }))
    },
    count: (limit) => countUpTo(db, sql`${userFiles} where ${own}`, limit),
    present: (file) => ({
      ...{ file_id: file.id, file_name: file.fileName, format: file.format, size_bytes: file.sizeBytes },
      ...{ created_at: file.createdAt.toISOString(), quarantine_id: file.quarantineId },
    }),
  })
}
