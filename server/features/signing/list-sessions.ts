import { and, eq, exists, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { SigningSessionList, SigningSessionsQuery } from '../../../contract/signing.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { contains, countUpTo, listInOrder } from '../../core/keyset.ts'
import { type SigningSessionRow, signingRecipients, signingSessions } from '../../core/schema.ts'
import { presentRow, recipientsOf } from '../../core/signing/present.ts'

type Query = z.output<typeof SigningSessionsQuery>
type Item = z.input<typeof SigningSessionList>['results'][number]

const ORDERS = {
  updated_at: { column: signingSessions.updatedAt, of: ({ updatedAt }: SigningSessionRow) => updatedAt },
  created_at: { column: signingSessions.createdAt, of: ({ createdAt }: SigningSessionRow) => createdAt },
  title: { column: signingSessions.title, of: ({ title }: SigningSessionRow) => title },
} as const

/** A page of the caller's sessions. @throws ApiProblem invalid_request for a foreign cursor */
export async function listSessions(ctx: Context, query: Query): Promise<z.input<typeof SigningSessionList>> {
  const where = matching(ctx, query)
  const { db } = ctx.platform
  const page = await listInOrder<SigningSessionRow, SigningSessionRow>(query, signingSessions.id, ORDERS, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(signingSessions)
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${signingSessions} where ${where}`, limit),
    present: (row) => row,
  })
  const people = await recipientsOf(
    ctx,
    page.results.map(({ id }) => id),
  )
  return { ...page, results: page.results.map((row): Item => presentRow(ctx, row, people.get(row.id) ?? [])) }
}

function matching(ctx: Context, { state, q, created_by }: Query): SQL | undefined {
  const text = q?.trim()
  const named =
    text &&
    exists(
      ctx.platform.db
        .select({ one: sql`1` })
        .from(signingRecipients)
        .where(
          and(
            eq(signingRecipients.sessionId, signingSessions.id),
            or(contains(signingRecipients.name, text), contains(signingRecipients.email, text)),
          ),
        ),
    )
  return and(
    eq(signingSessions.ownerId, requireOwner(ctx)),
    created_by ? eq(signingSessions.createdBy, created_by) : undefined,
    state ? eq(signingSessions.state, state) : undefined,
    text && named ? or(contains(signingSessions.title, text), named) : undefined,
  )
}
