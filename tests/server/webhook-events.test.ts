import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVENT_TYPES, type EventType, eventPayload, LOW_CREDITS } from '../../contract/events.ts'
import { doDue } from '../../server/core/signing/due.ts'
import { tellOfEndedBatches } from '../../server/core/webhooks/batch-events.ts'
import { QUIET_MS } from '../../server/core/webhooks/quiet.ts'
import { tellOfExpiredShares } from '../../server/core/webhooks/share-events.ts'
import { freshAddress, makeBusiness, makeMember, makePerson, rowOf } from './business-desk.ts'
import { submitted } from './business-world.ts'
import { type Client, startServer, type TestServer } from './harness.ts'
import { until } from './process.ts'
import { lastMessage, tokenIn, withApp } from './safe-accounts.ts'
import { owner, person, SESSIONS, SIGN, session, signs, store, stranger, tokenOf } from './signing-desk.ts'
import { advance, payAt, purchaseOf, SUBSCRIPTION, startPack, startPlan, untilFulfilled } from './till.ts'

const PIPELINES = '/api/v1/pdf_handler/pipeline/'
const SHARES = '/api/v1/user/shares/'
const FILES = '/api/v1/user/storage/files/'
const DAY = 86_400_000

let server: TestServer
/** The first account runs the instance. */
let reviewer: Client
beforeAll(async () => {
  server = await startServer()
  reviewer = await makePerson(server)
})
afterAll(() => server.stop())

interface Event {
  type: EventType
  data: { object: Record<string, unknown>; previous?: Record<string, unknown> }
}

const happened = new Set<string>()

/** The events about an object, in their order; each as its schema in the catalogue says. */
async function eventsAbout(id: string): Promise<Event[]> {
  const { rows } = await server.platform.db.execute<{ type: EventType; body: string }>(
    sql`select type, body from events where object_id = ${id} order by created_at, id`,
  )
  return rows.map(({ type, body }) => {
    happened.add(type)
    expect(body).not.toMatch(/business_id=|"token":"|"sign_url":"|\/s\/[\w-]{20}|whsec_/)
    return eventPayload(type).parse(JSON.parse(body)) as unknown as Event
  })
}
const typesAbout = async (id: string) => (await eventsAbout(id)).map(({ type }) => type)
const stored = async (me: Client) => (await store(me, `file ${Math.random()}`, 'Lease.pdf')).id

describe('an event tells, in the transaction of its fact', () => {
  it('of a conversion: how it ended, and that it was deleted', async () => {
    const me = await owner(server)
    const { id } = (await me.convert('note')).body
    await me.wait(id)
    await me.json('DELETE', `/api/v1/conversion/${id}/`)
    expect(await typesAbout(id)).toEqual(['conversion.completed', 'conversion.deleted'])
    const { id: running } = (await me.convert('hold events')).body
    await me.json('DELETE', `/api/v1/conversion/${running}/`)
    const [failed, deleted] = await eventsAbout(running)
    expect([failed?.type, deleted?.type]).toEqual(['conversion.failed', 'conversion.deleted'])
    expect(deleted?.data.object).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
  })

  it('of a pipeline run, once all of its files have ended, and of each of them', async () => {
    const me = await owner(server)
    const steps = [{ operation: 'watermark', options: { text: 'DRAFT' } }]
    const { id: pipeline } = (await me.json('POST', PIPELINES, { name: 'Stamp', steps })).body
    const run = async (contents: string[], extra: Record<string, string> = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(extra)) form.append(name, value)
      for (const [at, content] of contents.entries()) form.append('file', new Blob([content]), `${at}.pdf`)
      const made = await me.fetch(`${PIPELINES}${pipeline}/run/`, { method: 'POST', body: form })
      const { id } = (await made.json()) as { id: string }
      await until(20, async () => (await me.json('GET', `${PIPELINES}runs/${id}/`)).body.pending === 0)
      return id
    }
    const good = await run(['one', 'two', 'three'])
    const [told, ...more] = await eventsAbout(good)
    expect(more).toEqual([])
    expect(told).toMatchObject({
      type: 'pipeline.run.completed',
      data: { object: { total: 3, completed: 3, pending: 0 } },
    })
    const { rows } = await server.platform.db.execute<{ id: string; step: boolean }>(
      sql`select id, parent_id is not null as step from conversions where run_id = ${good}`,
    )
    for (const { id, step } of rows)
      expect(await typesAbout(id)).toEqual(step ? [] : ['conversion.completed'])
    expect(await typesAbout(await run(['fail watermark source_damaged']))).toEqual([
      'conversion.failed',
      'pipeline.run.failed',
    ])
    expect(await typesAbout(await run(['one'], { dry_run: 'true' }))).toEqual([])
  })

  it('of a batch: once all of it has ended and nothing was added, also when it was collected, and not of a run', async () => {
    const me = await owner(server)
    const batch_id = randomUUID()
    const convert = async (content: string) => {
      const { id } = (await me.convert(content, { batch_id })).body
      await me.wait(id)
      return id as string
    }
    const later = (ms: number) => ({ ...server.platform, clock: () => new Date(Date.now() + ms) })
    const ids = [await convert('one'), await convert('fail source_damaged')]
    await tellOfEndedBatches(server.platform)
    expect(await typesAbout(batch_id)).toEqual([])
    const { id: running } = (await me.convert('hold batch', { batch_id })).body
    await tellOfEndedBatches(later(QUIET_MS + 1000))
    expect(await typesAbout(batch_id)).toEqual([])
    await me.json('DELETE', `/api/v1/conversion/${running}/`)
    await Promise.all([0, 1, 2].map(() => tellOfEndedBatches(later(QUIET_MS + 1000))))
    const [ended, ...more] = await eventsAbout(batch_id)
    expect([ended?.type, more]).toEqual(['batch.completed', []])
    expect(ended?.data.object).toMatchObject({ status: 'completed', total: 2, completed: 1, failed: 1 })
    await convert('late')
    await tellOfEndedBatches(later(QUIET_MS + 1000))
    expect((await eventsAbout(batch_id)).map(({ data }) => data.object.total)).toEqual([2, 3])

    const { body } = await me.json('POST', '/api/v1/docs_core/batch/collect/', {
      conversion_ids: ids.slice(0, 1),
    })
    const [collected] = await eventsAbout(body.id)
    expect([collected?.type, collected?.data.object]).toEqual(['batch.completed', body])
  })

  it('of credits: low and exhausted, each once until there are more', async () => {
    const me = await makePerson(server)
    const left = (credits: number) =>
      server.platform.db.execute(
        sql`update owners set credits_available = ${credits} where id = ${me.userId}`,
      )
    const spend = async (content: string) => {
      const { id } = (await me.convert(content)).body
      return (await me.wait(id)).credits_quoted as number
    }
    const types = async () => (await typesAbout(me.userId)).filter((type) => type.startsWith('credits.'))
    const price = await spend('price')
    await left(LOW_CREDITS + price - 1)
    await spend('fail source_damaged')
    expect(await types()).toEqual([])
    for (const content of ['a', 'b']) await spend(content)
    expect(await types()).toEqual(['credits.low'])
    await left(price)
    await spend('c')
    expect(await types()).toEqual(['credits.low', 'credits.exhausted'])
    const exhausted = (await eventsAbout(me.userId)).find(({ type }) => type === 'credits.exhausted')
    expect(exhausted?.data.object).toEqual((await me.json('GET', '/api/v1/docs_core/credits/')).body)
  })

  it('of storage that comes near to its quota, at each share of it, with what the API answers', async () => {
    const me = await makePerson(server)
    await server.platform.db.execute(sql`update owners set storage_quota = 1000 where id = ${me.userId}`)
    const used: number[] = []
    for (const _file of Array.from({ length: 10 })) {
      await store(me, 'x'.repeat(100), 'x.txt')
      const warnings = (await eventsAbout(me.userId)).filter(({ type }) => type === 'storage.quota.warning')
      used.push(warnings.length)
    }
    expect(used).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
    const last = (await eventsAbout(me.userId)).findLast(({ type }) => type === 'storage.quota.warning')
    expect(last?.data.object).toEqual((await me.json('GET', FILES)).body.storage)
  })

  it('of a share link: created, downloaded, revoked, expired', async () => {
    const me = await owner(server)
    const share = async (more: object = {}) =>
      (await me.json('POST', SHARES, { file_id: await stored(me), ...more })).body
    const link = await share()
    const token = (link.url as string).split('/s/')[1]
    await stranger(server).json('POST', `${SHARES}public/${token}/download/`, {})
    for (const _twice of [1, 2]) await me.json('DELETE', `${SHARES}${link.id}/`)
    const events = await eventsAbout(link.id)
    expect(events.map(({ type }) => type)).toEqual(['share.created', 'share.downloaded', 'share.revoked'])
    expect(events[1]?.data.object).toMatchObject({ downloads: 1, token: null, url: null })

    const at = new Date(Date.now() + 60_000).toISOString()
    const [short, gone, longer] = [
      await share({ expires_at: at }),
      await share({ expires_at: at }),
      await share({ expires_at: at }),
    ]
    await me.json('DELETE', `${SHARES}${gone.id}/`)
    await me.json('PATCH', `${SHARES}${longer.id}/`, { expires_at: new Date(Date.now() + 2 * DAY) })
    const later = { ...server.platform, clock: () => new Date(Date.now() + DAY) }
    await Promise.all([tellOfExpiredShares(later), tellOfExpiredShares(later)])
    const [, expired, ...more] = await eventsAbout(short.id)
    expect([expired?.type, expired?.data.object.state, more]).toEqual(['share.expired', 'expired', []])
    expect(await typesAbout(gone.id)).toEqual(['share.created', 'share.revoked'])
    expect(await typesAbout(longer.id)).toEqual(['share.created'])
  })

  it('of a file: created, and deleted once', async () => {
    const me = await owner(server)
    const [trashed, ended] = [await stored(me), await stored(me)]
    const remove = (json: object) => me.json('POST', `${FILES}delete/`, json)
    await remove({ file_ids: [trashed] })
    await remove({ file_ids: [trashed, ended], permanently: true })
    const [, deleted] = await eventsAbout(trashed)
    expect(deleted?.data.object.purge_at).not.toBeNull()
    for (const id of [trashed, ended]) expect(await typesAbout(id)).toEqual(['file.created', 'file.deleted'])
  })

  it('of a signing session: sent, opened, signed, completed', async () => {
    const me = await owner(server)
    const [first, second] = [person(), person({ group: 2 })]
    const { id } = await session(me, [first, second])
    const who = stranger(server)
    const token = await tokenOf(server, first)
    for (const _twice of [1, 2]) await who.fetch(`${SIGN}${token}/document/`)
    await signs(who, token)
    await signs(who, await tokenOf(server, second))
    await until(20, async () => (await typesAbout(id)).includes('signing.completed'))
    const events = await eventsAbout(id)
    expect(events.map(({ type }) => type)).toEqual([
      'signing.sent',
      'signing.opened',
      'signing.signed',
      'signing.signed',
      'signing.completed',
    ])
    expect(events.map(({ data }) => data.object.done)).toEqual([0, 0, 1, 2, 2])
    expect(events.at(-1)?.data.object.result).not.toBeNull()
  })

  it('of a signing session: declined, voided, expired', async () => {
    const me = await owner(server)
    const one = person()
    const declined = await session(me, [one])
    await stranger(server).json('POST', `${SIGN}${await tokenOf(server, one)}/decline/`, { reason: 'Rent' })
    const voided = await session(me, [person()])
    await me.json('POST', `${SESSIONS}${voided.id}/void/`, { reason: 'Sold' })
    const deadline_at = new Date(Date.now() + 3_600_000).toISOString()
    const expired = await session(me, [person()], { deadline_at })
    await doDue({ ...server.platform, clock: () => new Date(Date.now() + DAY) })
    expect(await typesAbout(declined.id)).toEqual(['signing.sent', 'signing.declined'])
    expect(await typesAbout(voided.id)).toEqual(['signing.sent', 'signing.voided'])
    expect(await typesAbout(expired.id)).toEqual(['signing.sent', 'signing.expired'])
  })

  it('of the members of a business: invited, joined, changed, removed', async () => {
    const here = await makeBusiness(server)
    const admin = await makeMember(server, here, 'admin')
    const invite = async (email: string) => {
      const { body } = await admin.json('POST', here.users('invite/'), { email })
      return { id: body.id as string, token: tokenIn(await lastMessage(server, email)) }
    }
    const ana = await makePerson(server)
    const { id, token } = await invite(ana.email)
    await ana.json('POST', `/auth/api/v1/invitations/${token}/accept/`, {})
    const role = { user_id: ana.userId, role: 'viewer' }
    for (const _twice of [1, 2]) await admin.json('PUT', here.users(`${ana.userId}/role/`), role)
    await admin.json('DELETE', here.users(`${ana.userId}/`))
    const [invited, joined, changed, removed, ...more] = await eventsAbout(id)
    expect(more).toEqual([])
    expect(invited).toMatchObject({
      type: 'business.member.invited',
      data: { object: { id, joined_at: null, email: ana.email, status: 'invited' } },
    })
    expect(joined).toMatchObject({
      type: 'business.member.joined',
      data: { object: { id, user_id: ana.userId, status: 'active', business_id: here.biz } },
    })
    expect(joined?.data.previous).toBeUndefined()
    expect(changed).toMatchObject({
      type: 'business.member.changed',
      data: { object: { role: 'viewer' }, previous: { role: 'employee' } },
    })
    expect(removed).toMatchObject({
      type: 'business.member.removed',
      data: { object: { status: 'removed', effective_permissions: [] } },
    })
    const withdrawn = await invite(freshAddress())
    await admin.json('DELETE', here.users(`${withdrawn.id}/`))
    expect(await typesAbout(withdrawn.id)).toEqual(['business.member.invited', 'business.member.removed'])
  })

  it('of members that a CSV file invites and changes, each by itself', async () => {
    const here = await makeBusiness(server)
    const admin = await makeMember(server, here, 'admin')
    const ben = await makeMember(server, here, 'employee')
    const guest = freshAddress()
    const form = new FormData()
    const lines = ['email,role', `${guest},viewer`, `${ben.email},manager`]
    form.append('file', new Blob([lines.join('\n')]), 'members.csv')
    const { status } = await admin.fetch(here.users('import/'), { method: 'POST', body: form })
    expect(status).toBeLessThan(300)
    const idOf = async (email: string) => (await rowOf(server, here, email)).id
    expect(await typesAbout(await idOf(guest))).toEqual(['business.member.invited'])
    const [changed, ...more] = await eventsAbout(await idOf(ben.email))
    expect([changed?.type, changed?.data.previous, more]).toEqual([
      'business.member.changed',
      { role: 'employee' },
      [],
    ])
  })

  it('of the verification of a business, without documents and reasons', async () => {
    const { biz, many, ids } = await submitted(server)
    const [document] = Object.values(ids)
    await reviewer.json('POST', `${many}review-verification/`, {
      ...{ is_approved: false, reason: 'The scan is not readable.' },
      documents: [{ document_id: document, status: 'rejected', reason: 'The scan is not readable.' }],
    })
    const [sent, rejected, ...more] = await eventsAbout(biz)
    expect(more).toEqual([])
    for (const one of [sent, rejected]) {
      expect(one?.type).toBe('business.verification.changed')
      expect(JSON.stringify(one)).not.toMatch(/not readable|\.pdf/)
    }
    expect(sent?.data).toMatchObject({
      object: { business_id: biz, verification_status: 'submitted', documents: [], role: null },
      previous: { verification_status: 'unverified' },
    })
    expect(rejected?.data).toMatchObject({
      object: { verification_status: 'rejected', verification_reason: null },
      previous: { verification_status: 'submitted' },
    })
  })

  it('of purchases and plans: paid, failed, refunded; changed, renewed, not paid, cancelled', async () => {
    const me = await owner(server)
    const { id: accountId } = (await me.json('GET', '/api/v1/user/me/')).body
    const plan = await startPlan(me, 'starter')
    const paid = await payAt(plan.checkout_url)
    await fetch(paid.headers.get('location') ?? '', { redirect: 'manual' })
    expect(await typesAbout(plan.purchase_id)).toEqual(['purchase.completed'])
    await me.json('POST', `${SUBSCRIPTION}/change/`, { plan: 'studio' })
    const pack = await startPack(me, 'pack-250')
    await payAt(pack.checkout_url)
    await untilFulfilled(me, pack.purchase_id)
    const { provider_reference } = await purchaseOf(me, pack.purchase_id)
    await server.platform.payments.refund(provider_reference, { key: 'events' })
    await until(20, async () => (await typesAbout(pack.purchase_id)).includes('purchase.refunded'))
    const left = await startPack(me, 'pack-250')
    await server.platform.payments.expireCheckout(left.checkout_url.split('/').at(-1) as string)
    await until(20, async () => (await typesAbout(left.purchase_id)).includes('purchase.failed'))
    const plansAbout = async () =>
      (await typesAbout(accountId)).filter((type) => type.startsWith('subscription.'))
    expect(await plansAbout()).toEqual(['subscription.changed'])
    const about = await eventsAbout(accountId)
    expect(about.find(({ type }) => type === 'subscription.changed')?.data.previous).toEqual({
      plan: 'starter',
      interval: 'month',
    })
    await advance(server, 31.1)
    await until(20, async () => (await plansAbout()).includes('subscription.renewed'))
    await me.json('DELETE', `${SUBSCRIPTION}/current/`)
    await me.json('POST', `${SUBSCRIPTION}/resume/`)
    await server.platform.db.execute(
      sql`update stripe_sandbox.objects set hidden = '{"does": "declined"}' where kind = 'payment_method'`,
    )
    await advance(server, 31.1)
    await until(20, async () => (await plansAbout()).includes('subscription.past_due'))
    expect(await plansAbout()).toEqual([
      'subscription.changed',
      'subscription.renewed',
      'subscription.cancelled',
      'subscription.past_due',
    ])
  })

  it('of photos that arrive in a scan session, and of its PDF', async () => {
    const me = await owner(server)
    const scans = '/api/v1/pdf_handler/scan/'
    const { body: session } = await me.json('POST', `${scans}sessions/`, { title: 'Notes' })
    const page_id = randomUUID()
    const send = async (kind: string) => {
      const form = new FormData()
      form.append('page_id', page_id)
      form.append('kind', kind)
      form.append('pairing_token', session.pairing_token)
      form.append('file', new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, ...Buffer.from(kind)])]), 'a.png')
      return (await fetch(`${server.url}${scans}pair/pages/`, { method: 'POST', body: form })).status
    }
    // A preview is no photo, and one that is sent again is none either.
    expect([await send('preview'), await send('page'), await send('page')]).toEqual([201, 201, 200])
    const [added, ...more] = await eventsAbout(page_id)
    expect([added?.type, more]).toEqual(['scan.page.added', []])
    expect(added?.data.object).toMatchObject({ page_id, session_id: session.session_id, state: 'ready' })
    const { body } = await me.json('POST', `${scans}sessions/${session.session_id}/finalize/`, {})
    await me.wait(body.id)
    expect(await typesAbout(session.session_id)).toEqual(['scan.completed'])
    expect(JSON.stringify(await eventsAbout(session.session_id))).not.toContain(session.pairing_token)
  })

  it('of a second factor that an administrator reset, by its methods and by nothing of the reason', async () => {
    const me = await withApp(server)
    const { id } = (await me.json('GET', '/api/v1/user/me/')).body
    const path = `/api/v1/admin/accounts/${id}/reset-second-factor/`
    expect((await reviewer.json('POST', path, { checked: 'Called back at noon' })).status).toBe(200)
    const [reset, ...more] = await eventsAbout(id)
    expect([reset?.type, more]).toEqual(['account.second_factor.reset', []])
    expect(reset?.data).toEqual({ object: { user_id: id, methods: ['totp'] } })
  })

  it('of everything that the catalogue has', () => {
    expect(EVENT_TYPES.filter((type) => !happened.has(type))).toEqual(['webhook.test'])
  })
})
