import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import { actingFor, type Context, hashToken, newToken } from './context.ts'
import { endHold, grantCredits, holdCredits } from './credits/ledger.ts'
import { consumeOrThrow, LIMIT_RULES } from './limit-rules.ts'
import { conversions, objects, owners, visitors } from './schema.ts'
import { type TransactionContext, withTransaction } from './transaction.ts'

const VISITOR_DAYS = 60

export const visitorCookie = ({ platform }: Context, token: string) => ({
  token,
  expires: new Date(platform.clock().getTime() + VISITOR_DAYS * 86_400_000),
})

/**
 * The owner that this caller acts for; an unknown caller becomes a guest with the free quota
 * (decision 8). Concurrent first uploads with the same token create one guest.
 * @throws ApiProblem too_many_requests for too many new guests from one address
 */
export async function ensureOwner(ctx: Context): Promise<string> {
  const { owner, principal } = ctx.actor
  if (owner) return owner.id
  const { settings } = ctx.platform
  const token = (principal.kind === 'anonymous' && principal.token) || newToken()
  const tokenHash = hashToken(token)
  await consumeOrThrow(ctx, LIMIT_RULES.visitorAddress, ctx.address)
  const ownerId = await withTransaction(ctx, async (_ctx, tx) => {
    const id = randomUUID()
    await tx.insert(owners).values({ id, kind: 'visitor' })
    const made = await tx
      .insert(visitors)
      .values({ id, tokenHash })
      .onConflictDoNothing()
      .returning({ id: visitors.id })
    if (made.length > 0) {
      await grantCredits(ctx.platform, tx, id, {
        source: 'signup',
        reference: id,
        credits: settings.visitorCredits,
      })
      return id
    }
    await tx.delete(owners).where(eq(owners.id, id))
    const [first] = await tx
      .select({ id: visitors.id })
      .from(visitors)
      .where(eq(visitors.tokenHash, tokenHash))
    return first?.id as string
  })
  ctx.actor = actingFor({ kind: 'visitor' }, { kind: 'visitor', id: ownerId })
  ctx.issued.visitor = visitorCookie(ctx, token)
  return ownerId
}

/**
 * Moves a guest's conversions to the account and deletes the guest. Moves holds of running
 * conversions too, so that each settlement finds its hold; the guest's unused free quota expires.
 */
export async function adoptVisitor(ctx: TransactionContext, tx: Transaction, userId: string) {
  const { principal, owner } = ctx.actor
  if (principal.kind !== 'visitor' || !owner) return
  const visitor = owner.id
  await tx.execute(sql`select id from owners where id = ${visitor} for update`)
  const running = await tx
    .update(conversions)
    .set({ ownerId: userId, createdBy: userId })
    .where(sql`owner_id = ${visitor} and status = 'pending'`)
    .returning({ id: conversions.id, credits: conversions.creditsQuoted, area: conversions.family })
  for (const { id: reference, credits, area } of running) {
    // The guest's credits pay for running conversions: released there, granted and held here.
    await endHold(ctx.platform, tx, visitor, reference, 0)
    await grantCredits(ctx.platform, tx, userId, { source: 'signup', reference, credits })
    await holdCredits(ctx.platform, tx, userId, {
      ...{ source: 'conversion', reference, area, credits, createdBy: userId },
    })
  }
  await tx
    .update(conversions)
    .set({ ownerId: userId, createdBy: userId })
    .where(eq(conversions.ownerId, visitor))
  await tx.update(objects).set({ ownerId: userId }).where(eq(objects.ownerId, visitor))
  await tx.delete(owners).where(eq(owners.id, visitor))
  ctx.issued.visitor = null
}
