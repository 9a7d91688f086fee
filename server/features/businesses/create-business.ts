import { randomInt, randomUUID } from 'node:crypto'
import { and, count, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { type Business, type CreateBusinessJson, NO_POLICIES } from '../../../contract/businesses.ts'
import { actFor } from '../../core/act-for.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvent } from '../../core/business-events.ts'
import { presentBusiness } from '../../core/businesses/present-business.ts'
import { type Context, requirePerson } from '../../core/context.ts'
import { grantCredits } from '../../core/credits/ledger.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { lockOwner } from '../../core/lock-owner.ts'
import { nameOf } from '../../core/person-name.ts'
import { businesses, businessUsers, owners, users } from '../../core/schema.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { columnsOf } from './profile.ts'

/** Businesses that one person owns at once; closed ones do not count. */
export const MAX_OWNED = 20
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

type Json = z.output<typeof CreateBusinessJson>

/**
 * Creates a business whose owner and primary contact is the caller. A person's first one gets the
 * credits that an account gets.
 * @throws ApiProblem limit_reached, idempotency_conflict
 */
export async function createBusiness(
  ctx: Context,
  json: Json,
  idempotencyKey: string | undefined,
): Promise<z.input<typeof Business>> {
  const { userId } = requirePerson(ctx)
  const requestFingerprint = fingerprint(ctx.platform, ['business', json])
  const { answer } = await withTransaction(ctx, async (ctx, tx) =>
    once(tx, { scope: userId, key: idempotencyKey, fingerprint: requestFingerprint }, async () => ({
      ...(await insertBusiness(ctx, tx, userId, json)),
    })),
  )
  ctx.actor = await actFor(ctx, answer.publicId)
  return presentBusiness(ctx, answer.id)
}

async function insertBusiness(ctx: TransactionContext, tx: Transaction, userId: string, json: Json) {
  const { clock, settings } = ctx.platform
  // One after the other: only one of two can be the first, or the last that is allowed.
  await lockOwner(tx, userId)
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (!user) throw new ApiProblem('unauthenticated', 'This account was deleted.')
  await refuseTooMany(tx, userId)
  const isFirst =
    (await tx.select({ id: businesses.id }).from(businesses).where(eq(businesses.createdBy, userId)).limit(1))
      .length === 0
  const [id, publicId, now] = [randomUUID(), newPublicId(), clock()]
  const { name, is_active: isActive } = json
  await tx.insert(owners).values({ id, kind: 'business' })
  await tx.insert(businesses).values({
    ...columnsOf(json),
    ...{ id, publicId, name, isActive },
    policies: NO_POLICIES,
    createdBy: userId,
    createdAt: now,
    updatedAt: now,
  })
  await tx.insert(businessUsers).values({
    id: randomUUID(),
    businessId: id,
    userId,
    email: user.email,
    emailKey: user.emailKey,
    name: nameOf(user),
    role: 'owner',
    status: 'active',
    isPrimaryContact: true,
    joinedAt: now,
    createdAt: now,
    updatedAt: now,
  })
  if (isFirst)
    await grantCredits(ctx.platform, tx, id, {
      source: 'signup',
      reference: id,
      credits: settings.signUpCredits,
    })
  await recordBusinessEvent(ctx, tx, id, 'business.created', {
    target: name,
    after: { name },
    as: 'member',
  })
  return { id, publicId }
}

async function refuseTooMany(tx: Transaction, userId: string) {
  const [owned] = await tx
    .select({ count: count() })
    .from(businessUsers)
    .innerJoin(businesses, eq(businesses.id, businessUsers.businessId))
    .where(
      and(
        eq(businessUsers.userId, userId),
        eq(businessUsers.role, 'owner'),
        eq(businessUsers.status, 'active'),
        ne(businesses.status, 'closed'),
      ),
    )
  if ((owned?.count ?? 0) >= MAX_OWNED)
    throw new ApiProblem(
      'limit_reached',
      `You own ${MAX_OWNED} businesses, the most that one person can. Close or transfer one first.`,
    )
}

const newPublicId = () =>
  `biz_${Array.from({ length: 16 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`
