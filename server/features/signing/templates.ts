import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  SIGNING_LIMITS,
  type SigningTemplate,
  type SigningTemplateList,
  type TemplateJson,
} from '../../../contract/signing.ts'
import type { signingEndpoints } from '../../../contract/signing-endpoints.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requireOwner, userOf } from '../../core/context.ts'
import { deleteObjects, leaveUnused } from '../../core/delete-objects.ts'
import { contains, countUpTo, listInOrder } from '../../core/keyset.ts'
import { type StoredTemplate, signingTemplates } from '../../core/schema.ts'
import type { LockedSession } from '../../core/signing/locked-session.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { fieldsOfFirst } from './parts.ts'
import { withSession } from './send-session.ts'

type Row = typeof signingTemplates.$inferSelect
type Query = z.output<(typeof signingEndpoints)['listSigningTemplates']['query']>

const ORDERS = {
  updated_at: { column: signingTemplates.updatedAt, of: ({ updatedAt }: Row) => updatedAt },
  created_at: { column: signingTemplates.createdAt, of: ({ createdAt }: Row) => createdAt },
  name: { column: signingTemplates.name, of: ({ name }: Row) => name },
} as const

/** A page of the caller's templates. @throws ApiProblem invalid_request for a foreign cursor */
export async function listTemplates(
  ctx: Context,
  query: Query,
): Promise<z.input<typeof SigningTemplateList>> {
  const { db } = ctx.platform
  const text = query.q?.trim()
  const where = and(
    eq(signingTemplates.ownerId, requireOwner(ctx)),
    text ? contains(signingTemplates.name, text) : undefined,
  )
  return listInOrder<Row, SigningTemplate>(query, signingTemplates.id, ORDERS, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(signingTemplates)
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${signingTemplates} where ${where}`, limit),
    present,
  })
}

const present = ({ id, name, draft, createdAt, updatedAt }: Row): SigningTemplate => ({
  id,
  name,
  title: draft.title,
  document: {
    file_name: draft.file_name,
    size_bytes: draft.size_bytes,
    pages: draft.pages,
    sha256: draft.sha256,
  },
  recipients: draft.recipients,
  fields: draft.fields.length,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
})

/**
 * Keeps a session's document, parts and fields. Names stay as what a part is called, addresses do
 * not. @throws ApiProblem not_found, limit_reached
 */
export const createTemplate = (
  ctx: Context,
  { session_id, name }: z.output<typeof TemplateJson>,
): Promise<SigningTemplate> =>
  // The owner's row is the lock: two at once are counted one after the other.
  withSession(ctx, session_id, keepTemplate(name), { ownerFirst: true })

const keepTemplate =
  (name: string) =>
  async (
    ctx: TransactionContext,
    tx: Transaction,
    { session, recipients }: LockedSession,
  ): Promise<SigningTemplate> => {
    const there = await tx
      .select({ id: signingTemplates.id })
      .from(signingTemplates)
      .where(eq(signingTemplates.ownerId, session.ownerId))
    if (there.length >= SIGNING_LIMITS.templates)
      throw new ApiProblem(
        'limit_reached',
        `An account can have ${SIGNING_LIMITS.templates} templates. Delete one first.`,
      )
    const draft: StoredTemplate = {
      title: session.title,
      message: session.message,
      file_name: session.fileName,
      size_bytes: session.sizeBytes,
      sha256: session.sha256,
      pages: session.pages,
      recipients: recipients
        .filter(({ delegatedFrom }) => delegatedFrom === null)
        .map(({ id, name, role, group }) => ({ id, name, role, group })),
      fields: fieldsOfFirst(recipients, session.fields),
      show_signatures: session.showSignatures,
      reminders: session.reminders,
    }
    const now = ctx.platform.clock()
    const [row] = await tx
      .insert(signingTemplates)
      .values({
        id: randomUUID(),
        ownerId: session.ownerId,
        createdBy: userOf(ctx),
        name,
        documentKey: session.documentKey,
        draft,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    if (!row) throw new Error('a template that was just made is gone')
    return present(row)
  }

/** Removes a template of the caller's own. @throws ApiProblem not_found */
export async function removeTemplate(ctx: Context, id: string): Promise<void> {
  const mine = and(eq(signingTemplates.id, id), eq(signingTemplates.ownerId, requireOwner(ctx)))
  const leaving = await withTransaction(ctx, async (_ctx, tx) => {
    const [gone] = await tx.delete(signingTemplates).where(mine).returning()
    if (!gone) throw new ApiProblem('not_found', 'Template not found.')
    return leaveUnused(tx, [gone.documentKey])
  })
  await deleteObjects(ctx.platform, leaving)
}
