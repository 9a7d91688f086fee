import { and, asc, count, eq, getTableColumns } from 'drizzle-orm'
import type { SealedHere } from '../../../contract/verify.ts'
import type { Context } from '../../core/context.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { signingEvents, signingFiles, signingRecipients, signingSessions } from '../../core/schema.ts'
import { firstBroken } from '../../core/signing/audit-chain.ts'

/**
 * What is known here of a file with this hash: whoever has it reads names and times in it, and is
 * told of none here. Null for every file that is not the result of a session that is still here.
 * @throws ApiProblem too_many_requests
 */
export async function lookUpSealed(ctx: Context, sha256: string): Promise<SealedHere | null> {
  await consumeOrThrow(ctx, LIMIT_RULES.sealedAddress, ctx.address)
  const { db } = ctx.platform
  const [session] = await db
    .select(getTableColumns(signingSessions))
    .from(signingFiles)
    .innerJoin(signingSessions, eq(signingSessions.id, signingFiles.sessionId))
    .where(and(eq(signingFiles.sha256, sha256), eq(signingFiles.kind, 'result')))
    .limit(1)
  if (!session?.result || !session.endedAt) return null
  const { id, result, endedAt } = session
  const [done] = await db
    .select({ acted: count() })
    .from(signingRecipients)
    .where(and(eq(signingRecipients.sessionId, id), eq(signingRecipients.state, 'done')))
  const rows = await db
    .select()
    .from(signingEvents)
    .where(eq(signingEvents.sessionId, id))
    .orderBy(asc(signingEvents.number))
  const { end } = result
  const last = rows.find(({ number }) => number === end.number)
  return {
    session_id: id,
    sealed_at: endedAt.toISOString(),
    acted: done?.acted ?? 0,
    time_stamped: result.time_stamped,
    log: {
      intact: firstBroken(rows, end) === null,
      as_certified: last?.hash === end.hash,
      number: end.number,
      hash: last?.hash ?? null,
    },
  }
}
