import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_ACTS } from '../../contract/admin-audit.ts'
import { contract, type OperationName } from '../../contract/contract.ts'
import { adminEvents, conversions, users } from '../../server/core/schema.ts'
import { type Person, person, putInto, submitted } from './business-world.ts'
import { startServer, type TestServer } from './harness.ts'
import { withApp } from './safe-accounts.ts'
import { store } from './signing-desk.ts'
import { payAt, startPack, untilFulfilled } from './till.ts'

const ADMIN = '/api/v1/admin/'
const reason = 'Reported by the bank'

let server: TestServer
/** The first account is the administrator's. */
let admin: Person
beforeAll(async () => {
  server = await startServer()
  admin = await person(server)
})
afterAll(() => server.stop())

type Act = keyof typeof ADMIN_ACTS
type Request = [method: string, path: string, body?: object]
const account = async (act: string, body?: object): Promise<Request> => {
  const { userId } = await person(server)
  return ['POST', `${ADMIN}accounts/${userId}/${act}/`, body]
}
const quarantine = async (): Promise<string> => {
  const { id: file_id } = await store(await person(server))
  return (await admin.json('POST', `${ADMIN}quarantine/`, { file_id, reason })).body.quarantine_id
}
const promo = () => `CODE${randomUUID().slice(0, 8)}`
const createPromo = (code = promo()): Request => [
  'POST',
  `${ADMIN}billing/promo-codes/`,
  { code, credits: 10 },
]

/**
 * A request that each act succeeds with. An operation of administrators that changes something and
 * is not here fails below.
 */
const ACTS: Record<Act, () => Promise<Request>> = {
  lockAccount: () => account('lock', { reason }),
  unlockAccount: async () => {
    const [method, path] = await account('lock')
    await admin.json(method, path, { reason })
    return [method, path.replace('/lock/', '/unlock/'), { reason }]
  },
  resetSecondFactor: async () => {
    const { id } = (await (await withApp(server)).json('GET', '/api/v1/user/me/')).body
    return ['POST', `${ADMIN}accounts/${id}/reset-second-factor/`, { checked: 'Called the number on file' }]
  },
  sendPasswordLink: () => account('password-link'),
  endSessionsOf: async () => ['DELETE', `${ADMIN}sessions/?username=${(await person(server)).username}`],
  cancelConversionOf: async () => {
    const { body } = await (await person(server)).convert('hold audit')
    return ['POST', `${ADMIN}conversions/${body.conversion_id}/cancel/`, { reason }]
  },
  retryFailures: async () => {
    const me = await person(server)
    const { body } = await me.convert('fail internal')
    await me.wait(body.conversion_id)
    return ['POST', `${ADMIN}retry/`, { code: 'internal' }]
  },
  quarantineFile: async () => {
    const { id: file_id } = await store(await person(server))
    return ['POST', `${ADMIN}quarantine/`, { file_id, reason }]
  },
  releaseFile: async () => ['POST', `${ADMIN}quarantine/${await quarantine()}/release/`, { reason }],
  refundPurchase: async () => {
    const me = await person(server)
    const { purchase_id, checkout_url } = await startPack(me)
    await payAt(checkout_url)
    await untilFulfilled(me, purchase_id)
    return ['POST', `${ADMIN}billing/purchases/${purchase_id}/refund/`, {}]
  },
  createPromoCode: async () => createPromo(),
  retirePromoCode: async () => {
    const made = await admin.json(...createPromo())
    return ['DELETE', `${ADMIN}billing/promo-codes/${made.body.promo_id}/`]
  },
  adjustCredits: async () => {
    const { username } = await person(server)
    return ['POST', `${ADMIN}billing/adjustments/`, { account: username, credits: 5, reason }]
  },
  startReview: async () => ['POST', `${(await submitted(server)).many}start-review/`],
  reviewVerification: async () => [
    'POST',
    `${(await submitted(server)).many}review-verification/`,
    { is_approved: true },
  ],
  verifyBusiness: async () => ['POST', `${(await submitted(server)).one}verify/`, { is_verified: false }],
  setBusinessStatus: async () => {
    const { one, id } = await submitted(server)
    await putInto(server, id, { status: 'active' })
    return ['PUT', `${one}status/?status=suspended&reason=${encodeURIComponent(reason)}`]
  },
}

const changes = Object.entries(contract).filter(
  ([, { auth, method }]) => auth === 'admin' && method !== 'GET',
)
const events = () =>
  server.platform.db.select().from(adminEvents).orderBy(adminEvents.createdAt, adminEvents.id)

describe('the audit log of the instance', () => {
  it('has an act for every operation of administrators that changes something, and for nothing else', () => {
    const names: OperationName[] = Object.keys(ADMIN_ACTS) as Act[]
    expect(changes.map(([name]) => name).sort()).toEqual(names.sort())
  })

  it.each(Object.keys(ACTS) as Act[])('%s writes one entry', async (name) => {
    const request = await ACTS[name]()
    const before = (await events()).length
    const { status, body } = await admin.json(...request)
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    const written = (await events()).slice(before)
    expect(written).toMatchObject([
      { act: ADMIN_ACTS[name], actorId: admin.userId, actorName: admin.username, address: '127.0.0.1' },
    ])
    const said = JSON.stringify(request[2] ?? request[1])
    if (said.includes('Reported')) expect(written[0]?.reason).toBe(reason)
    expect(JSON.stringify(written), 'names, and no addresses of mail').not.toContain('@')
  })

  it('has nothing of an act that was rolled back or refused', async () => {
    const before = (await events()).length
    const [method, path] = await account('unlock')
    expect((await admin.json(method, path, { reason })).body.code).toBe('account_state')
    const { db } = server.platform
    await db.execute(
      sql`create function refuse_mail() returns trigger language plpgsql as $$ begin raise exception 'no mail'; end $$`,
    )
    await db.execute(
      sql`create trigger refuse_mail before insert on messages for each row execute function refuse_mail()`,
    )
    const [, lock] = await account('lock').catch(() => ['', ''])
    expect(lock, 'signing up needs mail').toBe('')
    const other = await db.select().from(users).where(eq(users.isAdmin, false)).limit(1)
    const failed = await admin.json('POST', `${ADMIN}accounts/${other[0]?.id}/password-link/`)
    expect(failed.status).toBe(500)
    await db.execute(sql`drop trigger refuse_mail on messages`)
    expect((await events()).length).toBe(before)
  })

  it('only ever grows', async () => {
    const { db } = server.platform
    for (const statement of [
      sql`update admin_events set reason = 'another'`,
      sql`delete from admin_events`,
      sql`truncate admin_events`,
    ])
      await expect(db.execute(statement)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('admin_events only grows') },
      })
  })

  it('outlives the accounts, whose names it keeps', async () => {
    const { db } = server.platform
    const me = await person(server)
    await admin.json('POST', `${ADMIN}accounts/${me.userId}/password-link/`)
    await db.execute(sql`delete from owners where id = ${me.userId}`)
    const { results } = (await admin.json('GET', `${ADMIN}audit/?account_id=${me.userId}`)).body
    expect(results).toMatchObject([{ account: { account_id: me.userId, name: me.username } }])
  })
})

describe('a conversion that an administrator cancels', () => {
  it('gives credits back, stops the worker, and is charged nothing', async () => {
    const me = await person(server)
    const credits = async () => (await me.json('GET', '/api/v1/docs_core/credits/')).body
    const before = await credits()
    const { body } = await me.convert('hold cancelled')
    expect((await credits()).held).toBeGreaterThan(0)
    await admin.json('POST', `${ADMIN}conversions/${body.conversion_id}/cancel/`, { reason })
    expect(await credits()).toEqual(before)
    const [row] = await server.platform.db
      .select()
      .from(conversions)
      .where(eq(conversions.id, body.conversion_id))
    expect(row).toMatchObject({ status: 'failed', errorCode: 'cancelled', creditsCharged: 0 })
  })
})
