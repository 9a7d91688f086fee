import { INVITATION_DAYS, MAX_MEMBERS } from '../../contract/business-users.ts'
import { assignableRoles, type Permission, type Role } from '../../contract/permissions.ts'
import { recordBusinessEvent } from './business-events.ts'
import type { Db } from './db.ts'
import { type Actor, MockProblem } from './handler.ts'
import { inDays, now, send } from './identity.ts'
import {
  membersOf,
  nameOfUser,
  ownersOf,
  rolesBelow,
  type StoredBusiness,
  type StoredMember,
} from './stored-businesses.ts'

// What holds for members and invitations, whichever operation changes them.

/**
 * Nobody gives a role at or above their own, or with a permission that they lack; owners give every
 * one.
 */
export function refuseRole({ role, permissions }: Actor, wanted: Role): void {
  const allowed = assignableRoles(role, new Set(permissions))
  if (!allowed.includes(wanted))
    throw new MockProblem('rank_too_low', `Your role does not let you give the role ${wanted}.`, { allowed })
}

/** Nobody changes a member at or above their own rank; owners change each other. */
export function refuseRank({ role }: Actor, target: StoredMember): void {
  const allowed = rolesBelow(role)
  if (!allowed.includes(target.role))
    throw new MockProblem(
      'rank_too_low',
      `Your role does not let you change a member who is ${target.role}.`,
      {
        allowed,
      },
    )
}

export function refuseChanged(target: StoredMember, expected: Role | undefined): void {
  if (target.status === 'removed' || target.status === 'declined')
    throw new MockProblem('member_changed', 'The person is not a member any more. Nothing was changed.', {
      role: target.role,
    })
  if (expected !== undefined && expected !== target.role)
    throw new MockProblem('member_changed', `The member is ${target.role} by now. Nothing was changed.`, {
      role: target.role,
    })
}

export function refuseLastOwner(db: Db, business: StoredBusiness, target: StoredMember): void {
  const owners = ownersOf(db, business)
  if (owners.length === 1 && owners[0] === target)
    throw new MockProblem('last_owner', 'A business needs an owner. Transfer it to another member first.')
}

/** Nobody grants what they do not have themselves. */
export function refuseGrants({ permissions }: Actor, grants: StoredMember['grants']): void {
  const missing = (Object.keys(grants) as Permission[]).filter(
    (name) => grants[name] && !permissions.includes(name),
  )
  if (missing.length > 0)
    throw new MockProblem('permission_missing', `You do not have ${missing.join(', ')} yourself.`, {
      allowed: [...permissions],
    })
}

export const domainAllows = ({ policies: { email_domains } }: StoredBusiness, email: string): boolean =>
  email_domains.length === 0 || email_domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

export function refuseDomain(business: StoredBusiness, email: string): void {
  if (!domainAllows(business, email))
    throw new MockProblem('email_domain_refused', `“${business.name}” does not allow ${email}.`, {
      allowed: business.policies.email_domains,
    })
}

export function refuseCrowd(db: Db, business: StoredBusiness): void {
  const there = membersOf(db, business).filter(({ status }) => status !== 'removed' && status !== 'declined')
  if (there.length >= MAX_MEMBERS)
    throw new MockProblem('limit_reached', `A business has at most ${MAX_MEMBERS} members.`)
}

const sameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The account with this address. */
export const accountOf = (db: Db, email: string) =>
  db.users.find(({ user }) => sameAddress(user.email, email))?.user

/** The row of an address: of its account, or of an invitation without one. */
export function rowOf(db: Db, business: StoredBusiness, email: string): StoredMember | undefined {
  const account = accountOf(db, email)
  return membersOf(db, business).find((one) =>
    one.userId === null ? sameAddress(one.email, email) : one.userId === account?.id,
  )
}

/** There is one primary contact at most. */
export function setContact(db: Db, business: StoredBusiness, member: StoredMember, is: boolean): void {
  if (is) for (const one of membersOf(db, business)) one.isPrimaryContact = false
  member.isPrimaryContact = is
}

/** A new row, or the earlier one of the same person as it is now. */
export function putMember(
  db: Db,
  business: StoredBusiness,
  values: Pick<StoredMember, 'userId' | 'email' | 'role' | 'status'> & Partial<StoredMember>,
): StoredMember {
  const before = rowOf(db, business, values.email)
  const fresh = {
    grants: {},
    isPrimaryContact: false,
    invitedBy: null,
    invitedAt: null,
    token: null,
    expiresAt: null,
    joinedAt: null,
    graceFrom: null,
    lastActiveAt: null,
    remindedAt: null,
    updatedAt: now(),
    ...values,
  }
  if (before) return Object.assign(before, fresh)
  const member = { id: crypto.randomUUID(), businessId: business.id, createdAt: now(), ...fresh }
  db.businesses.members.push(member)
  return member
}

/** Gives an invitation a new link and sends it. The link before stops working. */
export function sendInvitation(
  db: Db,
  actor: Actor,
  business: StoredBusiness,
  member: StoredMember,
  origin: string,
): void {
  Object.assign(member, {
    token: `invitation-${crypto.randomUUID()}`,
    invitedBy: actor.user?.id ?? null,
    invitedAt: now(),
    expiresAt: inDays(INVITATION_DAYS),
    updatedAt: now(),
  })
  const who = nameOfUser(db, actor.user?.id ?? null) ?? business.name
  send(
    db,
    'mail',
    member.email,
    `${who} invites you to “${business.name}”`,
    `Open this link to join as ${member.role}: ${origin}/invitation#token=${member.token}`,
  )
}

export function invite(
  db: Db,
  actor: Actor,
  business: StoredBusiness,
  { email, role }: { email: string; role: Role },
  origin: string,
): StoredMember {
  const member = putMember(db, business, {
    userId: accountOf(db, email)?.id ?? null,
    email,
    role,
    status: 'invited',
  })
  sendInvitation(db, actor, business, member, origin)
  recordBusinessEvent(db, actor, business, 'member.invited', { target: email, after: { role } })
  return member
}
