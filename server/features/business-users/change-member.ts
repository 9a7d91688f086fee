import { eq } from 'drizzle-orm'
import type { BusinessUser } from '../../../contract/business-users.ts'
import type { Grants, Role } from '../../../contract/permissions.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvent } from '../../core/business-events.ts'
import { presentMember } from '../../core/businesses/present-member.ts'
import type { Context } from '../../core/context.ts'
import { clearPrimaryContact } from '../../core/join-business.ts'
import { type BusinessUserRow, businessUsers } from '../../core/schema.ts'
import { sendMessage } from '../../core/send-message.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { lockBusiness, lockMember, type Manager } from './lock-business.ts'
import { mailMember, roleMail } from './member-mail.ts'
import { refuseGain, refuseLastOwner, refuseRank } from './ranks.ts'

interface Change {
  role?: Role | undefined
  permissions?: Grants | undefined
  is_primary_contact?: boolean | undefined
  status?: 'active' | 'suspended' | undefined
  expected_role?: Role | undefined
}

/**
 * Changes a member, or the role of an invitation. Each thing that changes is an entry of its own in
 * the audit log.
 * @throws ApiProblem not_found, permission_missing, rank_too_low, member_changed, last_owner,
 * business_misfit, business_inactive
 */
export async function changeMember(ctx: Context, id: string, change: Change): Promise<BusinessUser> {
  return withTransaction(ctx, async (ctx, tx) => {
    const manager = await lockBusiness(ctx, tx)
    const row = await lockMember(tx, manager.business.id, id)
    refuseChanged(row, change.expected_role)
    const after = wanted(row, change)
    refuseRank(manager, row.role)
    refuseRank(manager, after.role)
    refuseGain(manager, after, row)
    if (change.status && row.status === 'invited') {
      throw new ApiProblem('business_misfit', 'This invitation isn’t accepted yet. Revoke it instead.')
    }
    if (after.role !== row.role || after.status !== row.status)
      await refuseLastOwner(tx, manager.business, row)
    if (!isChanged(row, after)) return presentMember(ctx, row.id)
    await tx
      .update(businessUsers)
      .set({ ...after, updatedAt: ctx.platform.clock() })
      .where(eq(businessUsers.id, row.id))
    await noteChanges(ctx, tx, manager, row, after)
    return presentMember(ctx, row.id)
  })
}

/**
 * @throws ApiProblem invalid_request where body and path name different persons; else as
 * `changeMember`
 */
export async function setMemberRole(
  ctx: Context,
  id: string,
  { user_id, ...change }: { user_id: string; role: Role; expected_role?: Role | undefined },
): Promise<BusinessUser> {
  if (user_id !== id) {
    throw new ApiProblem(
      'invalid_request',
      'The body names another person than the path. Nothing was changed.',
      {
        errors: [{ path: 'user_id', message: 'Not the id of the path.' }],
      },
    )
  }
  return changeMember(ctx, id, change)
}

type Wanted = Pick<BusinessUserRow, 'role' | 'permissions' | 'isPrimaryContact' | 'status'>

const wanted = (row: BusinessUserRow, change: Change): Wanted => ({
  role: change.role ?? row.role,
  permissions: change.permissions ?? row.permissions,
  isPrimaryContact: change.is_primary_contact ?? row.isPrimaryContact,
  status: change.status ?? row.status,
})

/** Refuses what was decided on a page that is out of date. @throws ApiProblem member_changed */
function refuseChanged(row: BusinessUserRow, expected: Role | undefined) {
  if (row.status === 'removed' || row.status === 'declined') {
    throw new ApiProblem('member_changed', `${row.name} is no longer a member. Nothing was changed.`, {
      role: row.role,
    })
  }
  if (expected === undefined || expected === row.role) return
  throw new ApiProblem(
    'member_changed',
    `The role of ${row.name} is now ${row.role}. Nothing was changed. Review it and try again.`,
    { role: row.role },
  )
}

/** In one order, since the database may return the names of an object in another. */
const asText = (grants: Grants) => JSON.stringify(Object.entries(grants).sort(([a], [b]) => (a < b ? -1 : 1)))

const isChanged = (row: Wanted, after: Wanted) =>
  row.role !== after.role ||
  row.status !== after.status ||
  row.isPrimaryContact !== after.isPrimaryContact ||
  asText(row.permissions) !== asText(after.permissions)

async function noteChanges(
  ctx: TransactionContext,
  tx: Transaction,
  { business, name: by }: Manager,
  row: BusinessUserRow,
  after: Wanted,
) {
  const about = { target: row.name, targetId: row.userId ?? row.id }
  // An invitation's person is told by the invitation.
  const isMember = row.status !== 'invited'
  if (after.role !== row.role) {
    const facts = { before: { role: row.role }, after: { role: after.role } }
    await recordBusinessEvent(ctx, tx, business.id, 'member.role_changed', { ...about, ...facts })
    const roles = { before: row.role, after: after.role }
    if (isMember)
      await sendMessage(ctx.platform, tx, {
        userId: row.userId,
        message: roleMail(ctx, business, by, row, roles),
      })
  }
  if (asText(after.permissions) !== asText(row.permissions)) {
    const facts = { before: { permissions: row.permissions }, after: { permissions: after.permissions } }
    await recordBusinessEvent(ctx, tx, business.id, 'member.permissions_changed', { ...about, ...facts })
  }
  if (after.status !== row.status) {
    const isSuspended = after.status === 'suspended'
    await recordBusinessEvent(ctx, tx, business.id, isSuspended ? 'member.suspended' : 'member.reactivated', {
      ...about,
      before: { status: row.status },
      after: { status: after.status },
    })
    await mailMember(ctx, tx, row, {
      subject: isSuspended
        ? `Your membership of “${business.name}” is suspended`
        : `Your membership of “${business.name}” is active again`,
      lines: [
        isSuspended
          ? `${by} suspended your membership of “${business.name}”. You cannot open its files until it is active again.`
          : `${by} ended the suspension of your membership of “${business.name}”.`,
      ],
    })
  }
  if (after.isPrimaryContact !== row.isPrimaryContact) {
    const replaced =
      after.isPrimaryContact && isMember ? await clearPrimaryContact(tx, business.id, row.id) : null
    await recordBusinessEvent(ctx, tx, business.id, 'member.updated', {
      ...about,
      before: { is_primary_contact: row.isPrimaryContact, ...(replaced && { primary_contact: replaced }) },
      after: { is_primary_contact: after.isPrimaryContact },
    })
  }
}
