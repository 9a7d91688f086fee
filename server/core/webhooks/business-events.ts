import { and, eq, inArray, or } from 'drizzle-orm'
import type { BusinessEventKind } from '../../../contract/business-states.ts'
import type { EventType } from '../../../contract/events.ts'
import type { Transaction } from '../../platform.ts'
import { presentBusiness } from '../businesses/present-business.ts'
import { presentMembers } from '../businesses/present-member.ts'
import { type BusinessEventRow, businessUsers } from '../schema.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { emitEvents, eventView } from './emit-event.ts'

type MemberEvent = Extract<EventType, `business.member.${string}`>

/** The audit log entries that are events of a member, with their types. */
const MEMBERS: Partial<Record<BusinessEventKind, MemberEvent>> = {
  'member.invited': 'business.member.invited',
  'member.joined': 'business.member.joined',
  'member.added': 'business.member.joined',
  'member.created': 'business.member.joined',
  'member.role_changed': 'business.member.changed',
  'member.permissions_changed': 'business.member.changed',
  'member.suspended': 'business.member.changed',
  'member.reactivated': 'business.member.changed',
  'member.updated': 'business.member.changed',
  'business.transferred': 'business.member.changed',
  'member.removed': 'business.member.removed',
  'member.left': 'business.member.removed',
  'member.declined': 'business.member.removed',
  'member.invitation_revoked': 'business.member.removed',
}
/** Properties that an entry's facts share with a member's object. */
const SHARED = ['role', 'permissions', 'status', 'is_primary_contact'] as const

type Entry = Pick<BusinessEventRow, 'kind' | 'targetId' | 'before'>

/**
 * Emits events of a business and its members, in their current state, for entries of its audit log,
 * in the transaction that writes the entries.
 */
export async function emitBusinessEvents(
  platform: TransactionPlatform,
  tx: Transaction,
  businessId: string,
  entries: readonly Entry[],
): Promise<void> {
  await emitMembers(platform, tx, businessId, entries)
  for (const { kind, before } of entries)
    if (kind.startsWith('verification.')) await emitVerification(platform, tx, businessId, before)
}

async function emitMembers(
  platform: TransactionPlatform,
  tx: Transaction,
  businessId: string,
  entries: readonly Entry[],
) {
  const told = entries.flatMap(({ kind, targetId, before }) => {
    const type = MEMBERS[kind]
    return type && targetId ? [{ type, targetId, before }] : []
  })
  if (told.length === 0) return
  const ids = told.map(({ targetId }) => targetId)
  const rows = await tx
    .select()
    .from(businessUsers)
    .where(
      and(
        eq(businessUsers.businessId, businessId),
        or(inArray(businessUsers.userId, ids), inArray(businessUsers.id, ids)),
      ),
    )
  const members = await presentMembers({ platform }, rows)
  const byId = new Map(
    members.flatMap((one) => [[one.id, one] as const, [one.user_id ?? one.id, one] as const]),
  )
  const facts = told.flatMap(({ type, targetId, before }) => {
    const object = byId.get(targetId)
    if (!object) return []
    const previous = type === 'business.member.changed' ? sharedOf(before) : undefined
    return [{ type, objectId: object.id, object, ...(previous && { previous }) }]
  })
  await emitEvents(platform, tx, businessId, facts)
}

const sharedOf = (before: Record<string, unknown>) =>
  Object.fromEntries(SHARED.filter((name) => name in before).map((name) => [name, before[name]]))

/**
 * Presents the business as to a caller without a role: without documents, requirements and reasons,
 * which few members may see.
 */
async function emitVerification(
  platform: TransactionPlatform,
  tx: Transaction,
  businessId: string,
  { verification_status }: Record<string, unknown>,
) {
  const viewer = { role: null, permissions: new Set<never>(), isReviewer: false }
  const object = await presentBusiness({ ...eventView(platform), platform }, businessId, viewer)
  const fact = { type: 'business.verification.changed', objectId: object.business_id, object } as const
  await emitEvents(platform, tx, businessId, [{ ...fact, previous: { verification_status } }])
}
