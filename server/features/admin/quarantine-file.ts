import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { adminWorkEndpoints, QuarantinedFile } from '../../../contract/admin-work.ts'
import { recordAdminAct } from '../../core/admin-events.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { mailAll, mailOwners, reasonLine } from '../../core/businesses/mails.ts'
import type { Context } from '../../core/context.ts'
import { deleteObjects, leaveUnused } from '../../core/delete-objects.ts'
import { businessDocuments, conversions, objects, quarantines, userFiles, users } from '../../core/schema.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import type { Queries, Transaction } from '../../platform.ts'
import { presentQuarantines } from './list-quarantine.ts'

type Json = z.output<(typeof adminWorkEndpoints)['quarantineFile']['json']>

interface Named {
  key: string
  fileName: string
}

/**
 * Blocks a stored object for everybody, administrators included: whatever reads it asks
 * `core/quarantine.ts`. The bytes stay as evidence until the release, also when the owner deletes
 * the file.
 * @throws ApiProblem not_found, file_quarantined where it is already
 */
export async function quarantineFile(ctx: Context, json: Json): Promise<QuarantinedFile> {
  const { reason } = json
  const row = await withTransaction(ctx, async (ctx, tx) => {
    const named = await find(tx, json)
    if (!named) throw noFile()
    const { key, fileName } = named
    const [object] = await tx.select().from(objects).where(eq(objects.key, key)).for('update')
    if (object?.state !== 'stored') throw noFile()
    const [row] = await tx
      .insert(quarantines)
      .values({ id: randomUUID(), objectKey: key, fileName, reason, createdAt: ctx.platform.clock() })
      .onConflictDoNothing()
      .returning()
    if (!row) throw new ApiProblem('file_quarantined', `“${fileName}” is already in quarantine.`)
    await recordAdminAct(ctx, tx, 'file.quarantined', {
      ...{ accountId: object.ownerId, target: fileName, reason },
      detail: { quarantine_id: row.id, sha256: object.sha256 ?? '' },
    })
    await tellOwner(ctx, tx, object.ownerId, {
      subject: 'A file was put in quarantine',
      lines: [
        `An administrator put the file “${fileName}” in quarantine. Until it is released it cannot be downloaded, previewed, shared or converted.`,
        ...reasonLine(reason),
      ],
    })
    return row
  })
  const [presented] = await presentQuarantines(ctx.platform.db, [row])
  if (!presented) throw noFile()
  return presented
}

/** @throws ApiProblem not_found */
export async function releaseFile(ctx: Context, id: string, reason: string): Promise<void> {
  const leaving = await withTransaction(ctx, async (ctx, tx) => {
    const [row] = await tx.delete(quarantines).where(eq(quarantines.id, id)).returning()
    if (!row) throw new ApiProblem('not_found', 'This file is not in quarantine.')
    const [object] = await tx.select().from(objects).where(eq(objects.key, row.objectKey))
    if (!object) throw noFile()
    await recordAdminAct(ctx, tx, 'file.released', {
      ...{ accountId: object.ownerId, target: row.fileName, reason, detail: { quarantine_id: id } },
    })
    await tellOwner(ctx, tx, object.ownerId, {
      subject: 'A file was released from quarantine',
      lines: [`An administrator released the file “${row.fileName}” from quarantine.`],
    })
    return leaveUnused(tx, [row.objectKey])
  })
  await deleteObjects(ctx.platform, leaving)
}

const noFile = () => new ApiProblem('not_found', 'No stored file has this id. It may have been deleted.')

/** The object that a request names, of any owner. `id` may be that of any of the three. */
async function find(db: Queries, json: Json): Promise<Named | undefined> {
  const { id, file_id = id, document_id = id, conversion_id = id } = json
  if (file_id) {
    const [file] = await db.select().from(userFiles).where(eq(userFiles.id, file_id))
    if (file) return { key: file.objectKey, fileName: file.fileName }
  }
  if (document_id) {
    const [file] = await db.select().from(businessDocuments).where(eq(businessDocuments.id, document_id))
    if (file) return { key: file.objectKey, fileName: file.fileName }
  }
  if (!conversion_id) return undefined
  const [row] = await db.select().from(conversions).where(eq(conversions.id, conversion_id))
  return row?.outputKey && row.output ? { key: row.outputKey, fileName: row.output.filename } : undefined
}

/** A person, or the owners of a business. A visitor has no address. */
async function tellOwner(
  ctx: TransactionContext,
  tx: Transaction,
  ownerId: string,
  words: { subject: string; lines: string[] },
): Promise<void> {
  const link = { label: 'Open Storage', path: '/storage' }
  const people = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.id, ownerId))
  if (people.length > 0) await mailAll(ctx, tx, people, { ...words, link })
  else await mailOwners(ctx, tx, { id: ownerId }, { ...words, link })
}
