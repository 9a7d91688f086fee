import { z } from 'zod'
import type { NotificationFacts, NotificationType } from '../../../contract/notifications.ts'
import { QUIET_MS } from '../webhooks/quiet.ts'

/** Title of an object, and the facts for its notification's sentence. */
export interface Description {
  title: string
  facts: NotificationFacts
}

/** For a job: start time of its first file. Its end is the event's time. */
interface Unended extends Description {
  began?: string | undefined
}

const count = z.int().min(0)

const batch = z
  .object({
    total: count,
    completed: count,
    failed: count,
    conversions: z.array(z.object({ filename: z.string(), created_at: z.string().optional() })),
  })
  .transform(
    ({ conversions: [first], ...facts }): Unended => ({
      title: first?.filename ?? '',
      facts,
      began: first?.created_at,
    }),
  )

const run = z
  .object({ name: z.string(), total: count, completed: count, failed: count, created_at: z.string() })
  .transform(({ name, created_at: began, ...facts }): Unended => ({ title: name, facts, began }))

const scan = z
  .object({ title: z.string(), pages: z.array(z.unknown()) })
  .transform(({ title, pages }): Description => ({ title, facts: { pages: pages.length } }))

const session = z.object({
  title: z.string(),
  done: count,
  acting: count,
  recipients: z.array(z.object({ name: z.string(), state: z.string(), done_at: z.string().nullable() })),
})
type Session = z.output<typeof session>

const progress = ({ done, acting }: Session) => ({ signed: done, of: acting })
const signing = session.transform((found): Description => ({ title: found.title, facts: progress(found) }))
const signed = session.transform((found): Description => {
  const done = found.recipients.filter(({ state, done_at }) => state === 'done' && done_at !== null)
  const last = done.toSorted((a, b) => (a.done_at ?? '').localeCompare(b.done_at ?? '')).at(-1)
  return { title: found.title, facts: { ...progress(found), ...(last && { recipient: last.name }) } }
})
const declined = session.transform((found): Description => {
  const who = found.recipients.find(({ state }) => state === 'declined')
  return { title: found.title, facts: { ...progress(found), ...(who && { recipient: who.name }) } }
})

const share = z
  .object({ name: z.string(), downloads: count, max_downloads: count.nullable() })
  .transform(({ name, downloads, max_downloads }): Description => {
    const left = max_downloads === null ? {} : { left: Math.max(0, max_downloads - downloads) }
    return { title: name, facts: { downloads, ...left } }
  })

const credits = z
  .object({ remaining: z.int(), held: z.int() })
  .transform(
    ({ remaining, held }): Description => ({ title: '', facts: { left: Math.max(0, remaining + held) } }),
  )

const storage = z
  .object({ used_bytes: count, quota_bytes: count })
  .transform(({ used_bytes, quota_bytes }): Description => {
    const percent = quota_bytes > 0 ? Math.floor((used_bytes / quota_bytes) * 100) : 100
    return { title: '', facts: { percent } }
  })

const purchase = z
  .object({ name: z.string() })
  .transform(({ name }): Description => ({ title: name, facts: {} }))

const subscription = z
  .object({ name: z.string(), current_period_end: z.string().nullable(), grace_until: z.string().nullable() })
  .transform(({ name, current_period_end, grace_until }): Description => {
    const until = grace_until ?? current_period_end
    return { title: name, facts: until === null ? {} : { until } }
  })

const business = z
  .object({ name: z.string(), verification_status: z.string() })
  .transform(({ name, verification_status: status }): Description => ({ title: name, facts: { status } }))

const member = z
  .object({ name: z.string(), role: z.string() })
  .transform(({ name, role }): Description => ({ title: name, facts: { role } }))

const nothing = z.object({}).transform((): Description => ({ title: '', facts: {} }))

/**
 * The parsed properties of an event's object. All others are dropped, so that no token or URL
 * leaks.
 */
const OBJECTS: Readonly<Record<NotificationType, z.ZodType<Unended>>> = {
  'batch.completed': batch,
  'pipeline.run.completed': run,
  'pipeline.run.failed': run,
  'scan.completed': scan,
  'signing.signed': signed,
  'signing.declined': declined,
  'signing.completed': signing,
  'signing.expired': signing,
  'share.downloaded': share,
  'share.expired': share,
  'credits.low': credits,
  'credits.exhausted': credits,
  'storage.quota.warning': storage,
  'purchase.failed': purchase,
  'purchase.refunded': purchase,
  'subscription.past_due': subscription,
  'subscription.cancelled': subscription,
  'business.verification.changed': business,
  'business.member.joined': member,
  'business.member.removed': member,
  'account.second_factor.reset': nothing,
}

/** Describes an event's object. An object with an unknown structure has no title and no facts. */
export function describeEvent(type: NotificationType, object: unknown, at: string): Description {
  const found = OBJECTS[type].safeParse(object)
  if (!found.success) return { title: '', facts: {} }
  const { began, title, facts } = found.data
  if (began === undefined) return { title, facts }
  // A batch event is sent after a quiet period without new files.
  const ms = Date.parse(at) - Date.parse(began) - (type === 'batch.completed' ? QUIET_MS : 0)
  return {
    title,
    facts: Number.isNaN(ms) ? facts : { ...facts, seconds: Math.max(0, Math.round(ms / 1000)) },
  }
}
