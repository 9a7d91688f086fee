import { and, eq } from 'drizzle-orm'
import { type BusinessStatus, STATUS_CHANGES } from '../../../contract/business-states.ts'
import { recordAdminAct } from '../../core/admin-events.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvent } from '../../core/business-events.ts'
import { requireBusiness, withBusiness, withReviewed } from '../../core/businesses/hold-business.ts'
import { businessLink, mailOwners, reasonLine } from '../../core/businesses/mails.ts'
import { presentBusiness } from '../../core/businesses/present-business.ts'
import { type Context, requireUser } from '../../core/context.ts'
import { nameOf } from '../../core/person-name.ts'
import { type BusinessRow, businesses, businessUsers, users } from '../../core/schema.ts'
import type { Transaction } from '../../platform.ts'

const WORDS: Record<BusinessStatus, string> = {
  pending: 'is pending again',
  active: 'is active',
  suspended: 'was suspended',
  closed: 'was closed',
}
const EFFECTS: Record<BusinessStatus, string> = {
  pending: 'It can be used again.',
  active: 'It can be used again.',
  suspended:
    'Its members can read everything and change nothing. Its API keys and share links stop until it is active again.',
  closed: 'Its members can read everything and change nothing. Its API keys and share links have stopped.',
}

/**
 * Changes the status in the name of the instance. The reason is mailed to the owners and shown to
 * the members.
 * @throws ApiProblem business_misfit where the state machine does not allow it, or nobody would own
 * what becomes active
 */
export async function setBusinessStatus(
  ctx: Context,
  { status, reason }: { status: BusinessStatus; reason?: string | undefined },
) {
  const { id } = requireBusiness(ctx)
  await withReviewed(ctx, async (ctx, tx, business, now) => {
    const allowed = STATUS_CHANGES[business.status]
    if (!allowed.includes(status))
      throw new ApiProblem(
        'business_misfit',
        `“${business.name}” is ${business.status} and cannot become ${status}. It may have been changed in the meantime. Reload to see the current state.`,
        { allowed: [...allowed] },
      )
    if (status === 'active' && !(await hasOwner(tx, id)))
      throw new ApiProblem(
        'business_misfit',
        `“${business.name}” has no active owner, so it cannot become active.`,
        { allowed: allowed.filter((one) => one !== 'active') },
      )
    await writeStatus(tx, business, status, reason, now)
    await recordBusinessEvent(ctx, tx, id, 'business.status_changed', {
      target: business.name,
      before: { status: business.status },
      after: { status },
      reason: reason ?? null,
      as: 'administrator',
    })
    await recordAdminAct(ctx, tx, 'business.status_changed', {
      ...{ accountId: id, reason, detail: { from: business.status, to: status } },
    })
    await mailOwners(ctx, tx, business, {
      subject: `${business.name} ${WORDS[status]}`,
      lines: [`“${business.name}” ${WORDS[status]}. ${EFFECTS[status]}`, ...reasonLine(reason)],
      link: businessLink(business),
    })
  })
  return presentBusiness(ctx, id)
}

/**
 * Closes a business in the name of one of its owners. @throws ApiProblem business_inactive where it
 * is suspended or closed
 */
export async function closeBusiness(ctx: Context, reason: string | undefined) {
  const { id } = requireBusiness(ctx)
  const userId = requireUser(ctx)
  await withBusiness(ctx, async (ctx, tx, business, now) => {
    await writeStatus(tx, business, 'closed', reason, now)
    await recordBusinessEvent(ctx, tx, id, 'business.closed', {
      target: business.name,
      before: { status: business.status },
      after: { status: 'closed' },
      reason: reason ?? null,
    })
    const [user] = await tx.select().from(users).where(eq(users.id, userId))
    await mailOwners(ctx, tx, business, {
      subject: `${business.name} ${WORDS.closed}`,
      lines: [
        `${user ? nameOf(user) : 'An owner'} closed “${business.name}”. ${EFFECTS.closed}`,
        ...reasonLine(reason),
        'Only an administrator can reopen it.',
      ],
      link: businessLink(business),
    })
  })
  return presentBusiness(ctx, id)
}

const writeStatus = (
  tx: Transaction,
  { id }: BusinessRow,
  status: BusinessStatus,
  reason: string | undefined,
  now: Date,
) =>
  tx
    .update(businesses)
    .set({
      status,
      statusReason: reason || null,
      closedAt: status === 'closed' ? now : null,
      updatedAt: now,
    })
    .where(eq(businesses.id, id))

async function hasOwner(tx: Transaction, businessId: string): Promise<boolean> {
  const found = await tx
    .select({ id: businessUsers.id })
    .from(businessUsers)
    .where(
      and(
        eq(businessUsers.businessId, businessId),
        eq(businessUsers.role, 'owner'),
        eq(businessUsers.status, 'active'),
      ),
    )
    .limit(1)
  return found.length > 0
}
