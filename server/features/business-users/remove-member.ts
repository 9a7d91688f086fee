import { eq } from 'drizzle-orm'
import { recordBusinessEvent } from '../../core/business-events.ts'
import { noMember } from '../../core/businesses/present-member.ts'
import type { Context } from '../../core/context.ts'
import { businessUsers } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { lockBusiness, lockMember, requireHeld } from './lock-business.ts'
import { mailMember } from './member-mail.ts'
import { refuseLastOwner, refuseRank } from './ranks.ts'

/**
 * Removes a member, revokes an invitation, or lets the caller leave. Their next request is refused;
 * what they made, and API keys that they created, stay with the business.
 * @throws ApiProblem not_found, permission_missing, rank_too_low, last_owner, business_inactive
 */
export async function removeMember(ctx: Context, id: string): Promise<void> {
  await withTransaction(ctx, async (ctx, tx) => {
    const manager = await lockBusiness(ctx, tx, 'members:read')
    const { business, name: by } = manager
    const row = await lockMember(tx, business.id, id)
    if (row.status === 'removed' || row.status === 'declined') throw noMember()
    const isSelf = row.userId === manager.userId
    if (!isSelf) {
      requireHeld(manager, 'members:write')
      refuseRank(manager, row.role)
    }
    await refuseLastOwner(tx, business, row)
    await tx
      .update(businessUsers)
      .set({
        status: 'removed',
        isPrimaryContact: false,
        expiresAt: null,
        updatedAt: ctx.platform.clock(),
      })
      .where(eq(businessUsers.id, row.id))
    const isInvitation = row.status === 'invited'
    await recordBusinessEvent(
      ctx,
      tx,
      business.id,
      isInvitation ? 'member.invitation_revoked' : isSelf ? 'member.left' : 'member.removed',
      {
        target: row.name,
        targetId: row.userId ?? row.id,
        before: { status: row.status, role: row.role },
        after: { status: 'removed' },
      },
    )
    if (!isSelf && !isInvitation)
      await mailMember(ctx, tx, row, {
        subject: `You are no longer a member of “${business.name}”`,
        lines: [
          `${by} removed you from “${business.name}”. What you created there stays with the business. Your own account stays as it is.`,
        ],
      })
  })
}
