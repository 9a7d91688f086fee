import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { DELETION_DAYS, type User } from '../../../contract/account.ts'
import { sendNotice } from '../../core/account-mail.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requirePerson } from '../../core/context.ts'
import { presentUser } from '../../core/present-user.ts'
import { businesses, businessUsers, trustedDevices, users } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { endSessions } from '../../core/sessions.ts'
import { withTransaction } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'

const DAY = 86_400_000

/**
 * Asks for the account's end. Sessions end and API keys stop at once; everything else goes with the
 * account when its days are over, by the sweep. Until then whoever signs in can keep it. Asked
 * again, the first date stays.
 * @throws ApiProblem last_owner where a business would be left without one
 */
export async function deleteMe(ctx: Context): Promise<{ delete_after: string }> {
  const { userId } = requirePerson(ctx)
  const { clock } = ctx.platform
  const deleteAfter = await withTransaction(ctx, async (ctx, tx) => {
    await refuseOnlyOwner(tx, userId)
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user) throw new ApiProblem('unauthenticated', 'This account was deleted.')
    const at = user.deleteAfter ?? new Date(clock().getTime() + DELETION_DAYS * DAY)
    await tx.update(users).set({ deleteAfter: at }).where(eq(users.id, userId))
    await endSessions(tx, userId)
    await tx.delete(trustedDevices).where(eq(trustedDevices.userId, userId))
    await recordEvent(ctx, tx, userId, 'deletion_asked')
    await sendNotice(ctx, tx, user, {
      subject: 'Your account will be deleted',
      lines: [
        `The Filewright account “${user.username}” will be deleted with everything in it on ${at.toISOString().slice(0, 10)}. To keep it, sign in before that day and cancel the deletion.`,
      ],
    })
    return at
  })
  ctx.issued.session = null
  ctx.issued.device = null
  return { delete_after: deleteAfter.toISOString() }
}

/**
 * Locks the businesses of an owner, so that no other owner goes at the same moment. Closed ones
 * need none.
 */
async function refuseOnlyOwner(tx: Transaction, userId: string) {
  const own = tx
    .select({ id: businessUsers.businessId })
    .from(businessUsers)
    .where(
      and(
        eq(businessUsers.userId, userId),
        eq(businessUsers.role, 'owner'),
        eq(businessUsers.status, 'active'),
      ),
    )
  const held = await tx
    .select({ id: businesses.id, name: businesses.name })
    .from(businesses)
    .where(and(inArray(businesses.id, own), ne(businesses.status, 'closed')))
    .orderBy(asc(businesses.id))
    .for('no key update')
  if (held.length === 0) return
  const others = await tx
    .select({ businessId: businessUsers.businessId })
    .from(businessUsers)
    .innerJoin(users, eq(users.id, businessUsers.userId))
    .where(
      and(
        inArray(
          businessUsers.businessId,
          held.map(({ id }) => id),
        ),
        ne(businessUsers.userId, userId),
        eq(businessUsers.role, 'owner'),
        eq(businessUsers.status, 'active'),
        isNull(users.deleteAfter),
      ),
    )
  const kept = new Set(others.map(({ businessId }) => businessId))
  const alone = held.filter(({ id }) => !kept.has(id))
  if (alone.length === 0) return
  const names = alone.map(({ name }) => `“${name}”`).join(', ')
  throw new ApiProblem(
    'last_owner',
    `You are the only owner of ${names}. Transfer or close it first, then delete the account.`,
  )
}

/** Takes the deletion back; that there was none is fine. */
export async function keepAccount(ctx: Context): Promise<User> {
  const { userId } = requirePerson(ctx)
  return withTransaction(ctx, async (ctx, tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (user?.deleteAfter) {
      await tx.update(users).set({ deleteAfter: null }).where(eq(users.id, userId))
      await recordEvent(ctx, tx, userId, 'deletion_taken_back')
    }
    return presentUser(tx, userId)
  })
}
