import { eq } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvent } from '../../core/business-events.ts'
import type { Context } from '../../core/context.ts'
import { businessUsers } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { lockBusiness, lockMember } from './lock-business.ts'
import { mailMember } from './member-mail.ts'

/**
 * Makes an active member the owner and the caller, who is an owner, an admin. Exceptions from both
 * roles end. Both are told.
 * @throws ApiProblem not_found, rank_too_low, member_changed, permission_missing,
 * business_inactive, invalid_request
 */
export async function transferBusiness(ctx: Context, userId: string): Promise<void> {
  await withTransaction(ctx, async (ctx, tx) => {
    const manager = await lockBusiness(ctx, tx, 'business:close')
    const { business, name } = manager
    if (manager.role !== 'owner')
      throw new ApiProblem('rank_too_low', 'Only an owner can transfer a business.')
    const me = await lockMember(tx, business.id, manager.userId)
    const row = await lockMember(tx, business.id, userId)
    if (row.id === me.id) {
      throw new ApiProblem('invalid_request', 'You already own this business. Choose another member.', {
        errors: [{ path: 'user_id', message: 'This is your own id.' }],
      })
    }
    if (row.status !== 'active') {
      throw new ApiProblem(
        'member_changed',
        `${row.name} is ${row.status}. Only an active member can become owner.`,
        {
          role: row.role,
        },
      )
    }
    const updatedAt = ctx.platform.clock()
    const set = (id: string, role: 'owner' | 'admin') =>
      tx.update(businessUsers).set({ role, permissions: {}, updatedAt }).where(eq(businessUsers.id, id))
    await set(row.id, 'owner')
    await set(me.id, 'admin')
    await recordBusinessEvent(ctx, tx, business.id, 'business.transferred', {
      target: row.name,
      targetId: row.userId,
      before: { owner: me.name, owner_id: me.userId, role: row.role },
      after: { owner: row.name, owner_id: row.userId, role: 'owner' },
    })
    await mailMember(ctx, tx, row, {
      subject: `You are now the owner of “${business.name}”`,
      lines: [`${name} transferred “${business.name}” to you. You are its owner, and ${name} is an admin.`],
    })
    await mailMember(ctx, tx, me, {
      subject: `You transferred “${business.name}” to ${row.name}`,
      lines: [
        `${row.name} (${row.email}) is the owner of “${business.name}” now, and you are an admin.`,
        'If it was not you, set a new password and ask the new owner, or an administrator.',
      ],
    })
  })
}
