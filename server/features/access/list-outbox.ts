import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { accessEndpoints } from '../../../contract/access.ts'
import type { Context } from '../../core/context.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import { messages } from '../../core/schema.ts'

type Query = z.output<typeof accessEndpoints.listOutbox.query>
type Answer = z.input<(typeof accessEndpoints.listOutbox.responses)[200]>

/**
 * Messages of the last days. What was sent has no text any more; what nothing carries away keeps
 * it.
 */
export async function listOutbox(ctx: Context, query: Query): Promise<Answer> {
  const { db } = ctx.platform
  return listByTime(query, messages, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(messages)
        .where(after)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${messages}`, limit),
    present: (row) => ({
      id: row.id,
      kind: row.kind,
      state: row.state,
      to: row.recipient,
      subject: row.subject ?? '',
      text: row.text ?? '',
      error: row.error,
      created_at: row.createdAt.toISOString(),
      sent_at: row.sentAt?.toISOString() ?? null,
    }),
  })
}
