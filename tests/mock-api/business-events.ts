import type { z } from 'zod'
import type { BusinessEvent, businessEventEndpoints } from '../../contract/business-events.ts'
import type { BusinessEventKind } from '../../contract/business-states.ts'
import type { Db } from './db.ts'
import type { Actor, AreaHandlers } from './handler.ts'
import { HERE, send } from './identity.ts'
import { pageOf } from './page.ts'
import { businessOf, nameOfUser, ownersOf, type StoredBusiness } from './stored-businesses.ts'

interface Facts {
  target?: string | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string | null | undefined
  /** Of somebody who acts without being a member yet. */
  as?: BusinessEvent['actor']['kind']
}

/** Writes down in a business's audit log what the caller did. */
export function recordBusinessEvent(
  db: Db,
  actor: Pick<Actor, 'user' | 'key' | 'role'>,
  business: StoredBusiness,
  kind: BusinessEventKind,
  { target = null, before = {}, after = {}, reason, as }: Facts = {},
): void {
  const who = as ?? (actor.key ? 'api_key' : actor.role ? 'member' : actor.user ? 'administrator' : 'system')
  // An order by time has to be one, however fast they come.
  const last = Date.parse(db.businesses.events.at(-1)?.at ?? '1970-01-01')
  db.businesses.events.push({
    businessId: business.id,
    id: crypto.randomUUID(),
    kind,
    at: new Date(Math.max(Date.now(), last + 1)).toISOString(),
    actor: {
      kind: who,
      user_id: actor.user?.id ?? null,
      name: actor.key?.apiKey.name ?? nameOfUser(db, actor.user?.id ?? null) ?? 'A person with the link',
    },
    target,
    before,
    after,
    reason: reason || null,
    address: HERE.address,
  })
}

/** The fields that a change concerns, as they were and as they are. */
export function difference<T extends object>(before: T, after: T) {
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const only = (of: T) => Object.fromEntries(changed.map((key) => [key, of[key]]))
  return changed.length > 0 ? { before: only(before), after: only(after) } : null
}

export function mailOwners(db: Db, business: StoredBusiness, subject: string, reason?: string | null): void {
  for (const { email } of ownersOf(db, business))
    send(db, 'mail', email, subject, reason ? `${subject}. The reason: “${reason}”` : `${subject}.`)
}

/** Formulas get an apostrophe, as the server gives them. */
const csvLine = (cells: readonly (string | null)[]) =>
  `${cells.map((cell) => `"${(cell ?? '').replace(/^(?=[=+\-@\t\r\n])/, "'").replaceAll('"', '""')}"`).join(',')}\r\n`

type Query = Pick<
  z.output<typeof businessEventEndpoints.listBusinessEvents.query>,
  'kind' | 'actor_id' | 'since' | 'until' | 'query'
>

function found(db: Db, business: StoredBusiness, query: Query): BusinessEvent[] {
  const text = query.query?.trim().toLowerCase()
  const at = (time: string | undefined) => (time === undefined ? null : Date.parse(time))
  const [since, until] = [at(query.since), at(query.until)]
  return db.businesses.events
    .filter(
      (one) =>
        one.businessId === business.id &&
        (!query.kind || one.kind === query.kind) &&
        (!query.actor_id || one.actor.user_id === query.actor_id) &&
        (since === null || Date.parse(one.at) >= since) &&
        (until === null || Date.parse(one.at) < until) &&
        (!text || `${one.actor.name} ${one.target ?? ''}`.toLowerCase().includes(text)),
    )
    .map(({ businessId: _, ...event }) => event)
    .reverse()
}

export const businessEventHandlers: AreaHandlers<keyof typeof businessEventEndpoints> = {
  listBusinessEvents({ db, actor, query }) {
    const newest = found(db, businessOf(actor), query)
    return { status: 200, body: pageOf(query.sort_dir === 'asc' ? newest.toReversed() : newest, query) }
  },
  exportBusinessEvents({ db, actor, query }) {
    const lines = found(db, businessOf(actor), query).map((one) =>
      csvLine([
        one.at,
        one.kind,
        one.actor.name,
        one.target,
        JSON.stringify(one.before),
        JSON.stringify(one.after),
        one.reason,
      ]),
    )
    const head = csvLine(['at', 'kind', 'actor', 'target', 'before', 'after', 'reason'])
    return {
      status: 200,
      bytes: [head, ...lines].join(''),
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit-log.csv"',
      },
    }
  },
}
