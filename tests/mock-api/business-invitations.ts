import type { User } from '../../contract/account.ts'
import { CURRENT } from '../../contract/business-users.ts'
import { ROLE_TABLE } from '../../contract/permissions.ts'
import { refuseFrozen } from './act-for.ts'
import { recordBusinessEvent } from './business-events.ts'
import type { Db } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem, signedIn } from './handler.ts'
import { now, send } from './identity.ts'
import { accountOf, refuseDomain } from './member-rules.ts'
import { presentMember } from './present-businesses.ts'
import {
  memberOf,
  membersOf,
  nameOfUser,
  type StoredBusiness,
  type StoredMember,
} from './stored-businesses.ts'

export type InvitationNames = 'getInvitation' | 'acceptInvitation' | 'declineInvitation'

interface Invitation {
  member: StoredMember
  business: StoredBusiness
}

/**
 * The invitation of a link, whatever became of it; or the caller's own by the id of its membership.
 */
function invitationOf(db: Db, { user }: Actor, token: string): Invitation {
  const member = db.businesses.members.find(
    (one) => one.token === token || (user !== null && one.id === token && isOwn(one, user)),
  )
  const business = db.businesses.businesses.find(({ id }) => id === member?.businessId)
  if (!member || !business) throw new MockProblem('not_found', 'There is no such invitation.')
  return { member, business }
}

/** Sent to their account, or to the address that they have confirmed. */
const isOwn = ({ userId, email }: StoredMember, user: User) =>
  userId === user.id || (userId === null && user.email_verified && same(email, user.email))

function refuseUsed({ status, expiresAt }: StoredMember): void {
  if (status !== 'invited' || Date.parse(expiresAt ?? '') <= Date.now()) throw ended()
}

const ended = () =>
  new MockProblem('link_expired', 'The invitation was used, replaced, or has expired. Ask for a new one.')

/**
 * Makes the invitation a membership of this account. The link came to its address by mail, if it is
 * the same.
 */
function join(db: Db, actor: Actor, { member, business }: Invitation, user: User): void {
  if (same(user.email, member.email)) user.email_verified = true
  const joined = { userId: user.id, email: user.email, joinedAt: now(), graceFrom: now(), updatedAt: now() }
  Object.assign(member, { ...joined, status: 'active', lastActiveAt: now() })
  recordBusinessEvent(db, actor, business, 'member.joined', {
    target: nameOfUser(db, user.id),
    before: { status: 'invited' },
    after: { status: 'active', role: member.role },
    as: 'invited',
  })
}

/**
 * What a sign-up with this token does once its account is made; null where the invitation is for
 * another address, and is accepted afterwards. @throws MockProblem link_expired, business_inactive,
 * email_domain_refused
 */
export function openInvitation(
  db: Db,
  actor: Actor,
  token: string,
  email: string,
): ((user: User) => void) | null {
  const member = db.businesses.members.find((one) => one.token === token)
  const business = db.businesses.businesses.find(({ id }) => id === member?.businessId)
  if (!member || !business) throw ended()
  refuseUsed(member)
  if (!same(member.email, email)) return null
  refuseFrozen(business)
  refuseDomain(business, email)
  return (user) => join(db, { ...actor, user }, { member, business }, user)
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

export const businessInvitationHandlers: AreaHandlers<InvitationNames> = {
  getInvitation({ db, actor, params }) {
    const { member, business } = invitationOf(db, actor, params.token)
    const { user } = actor
    const isMine = member.status === 'active' && member.userId === user?.id
    if (!isMine) refuseUsed(member)
    return {
      status: 200,
      body: {
        business: {
          business_id: business.publicId,
          name: business.name,
          is_verified: business.verification === 'verified',
          members: membersOf(db, business).filter(({ status }) => CURRENT.includes(status)).length,
        },
        role: member.role,
        role_description: ROLE_TABLE[member.role].description,
        invited_by: nameOfUser(db, member.invitedBy),
        email: member.email,
        has_account: accountOf(db, member.email) !== undefined,
        signed_in_as: user && {
          name: nameOfUser(db, user.id) ?? user.username,
          email: user.email,
          matches: same(user.email, member.email),
          is_member: memberOf(db, business, user.id)?.status === 'active',
        },
        expires_at: member.expiresAt ?? now(),
      },
    }
  },

  acceptInvitation({ db, actor, params, json }) {
    const user = signedIn(actor)
    const { member, business } = invitationOf(db, actor, params.token)
    // The same person again: one membership, and the same answer.
    if (member.userId === user.id && member.status === 'active')
      return { status: 200, body: presentMember(db, business, member) }
    refuseUsed(member)
    refuseFrozen(business)
    const matches = same(user.email, member.email)
    if (!matches && !json.other_account)
      throw new MockProblem(
        'other_account',
        `${nameOfUser(db, member.invitedBy) ?? business.name} invited ${member.email}. You are signed in as ${user.email}.`,
      )
    refuseDomain(business, user.email)
    const mine = memberOf(db, business, user.id)
    if (mine && mine !== member) {
      if (CURRENT.includes(mine.status))
        throw new MockProblem('already_member', 'You are a member of this business already.')
      db.businesses.members.splice(db.businesses.members.indexOf(mine), 1)
    }
    join(db, actor, { member, business }, user)
    return { status: 200, body: presentMember(db, business, member) }
  },

  declineInvitation({ db, actor, params }) {
    const { member, business } = invitationOf(db, actor, params.token)
    if (member.status === 'declined') return { status: 204 }
    refuseUsed(member)
    Object.assign(member, { status: 'declined', updatedAt: now() })
    recordBusinessEvent(db, actor, business, 'member.declined', {
      target: member.email,
      before: { status: 'invited' },
      after: { status: 'declined' },
      as: 'invited',
    })
    const inviter = db.users.find(({ user }) => user.id === member.invitedBy)?.user
    if (inviter) {
      const subject = `${member.email} declined the invitation to “${business.name}”`
      send(db, 'mail', inviter.email, subject, `${subject}.`)
    }
    return { status: 204 }
  },
}
