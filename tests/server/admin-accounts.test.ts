import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../server/core/schema.ts'
import { type Person, person } from './business-world.ts'
import { Client, startServer, type TestServer } from './harness.ts'
import { lastMessage, logIn, totpCode, verify, withApp } from './safe-accounts.ts'
import { owner, session, person as signer, signs, store, tokenOf } from './signing-desk.ts'

const ACCOUNTS = '/api/v1/admin/accounts/'
const REASON = { reason: 'Reported by the bank' }

let server: TestServer
/** The first account is the administrator's. */
let admin: Person
beforeAll(async () => {
  server = await startServer()
  admin = await person(server)
})
afterAll(() => server.stop())

const act = (id: string, name: string, body: object = REASON, as: Client = admin) =>
  as.json('POST', `${ACCOUNTS}${id}/${name}/`, body)
const makeAdmin = ({ userId }: Person) =>
  server.platform.db.update(users).set({ isAdmin: true }).where(eq(users.id, userId))
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe('a locked account', () => {
  it('ends sessions, access tokens and API keys, and gives them back only to who signs in again', async () => {
    const me = await person(server)
    const key = (await me.json('POST', '/api/v1/user/api-keys/', { name: 'k', scopes: ['history:read'] }))
      .body
    const asKey = () => new Client(server.url).fetch('/api/v1/conversion/', bearer(key.key))
    expect((await asKey()).status).toBe(200)

    expect((await act(me.userId, 'lock')).status).toBe(200)
    expect((await me.json('GET', '/api/v1/user/me/')).status).toBe(401)
    expect((await asKey()).status, 'an API key').toBe(401)
    expect((await lastMessage(server, me.email)).text).toContain(REASON.reason)
    expect((await lastMessage(server, me.email)).text, 'not where the administrator is').not.toContain(
      '127.0.0.1',
    )

    await act(me.userId, 'unlock')
    expect((await asKey()).status).toBe(200)
    expect((await me.json('GET', '/api/v1/user/me/')).status, 'the old session').toBe(401)
    expect((await logIn(me, me.username)).status).toBe(200)
    const log = (await me.json('GET', '/api/v1/user/security-log/')).body.results
    expect(log[1]).toMatchObject({ kind: 'account_unlocked', address: '' })
  })

  it('is told apart from no account only by who knows the password', async () => {
    const me = await person(server)
    await act(me.userId, 'lock')
    const wrong = await logIn(new Client(server.url), me.username, 'wrong horse')
    const nobody = await logIn(new Client(server.url), 'nobody.of.this.name', 'wrong horse')
    expect(wrong.body).toEqual({ ...nobody.body, request_id: wrong.body.request_id })
    expect((await logIn(new Client(server.url), me.username)).body.code).toBe('account_locked')
  })

  it('lets nobody in who was asked for a second factor when it was locked, nor a session of the same moment', async () => {
    const me = await withApp(server)
    const half = new Client(server.url)
    await logIn(half, me.username)
    const { id } = (await me.json('GET', '/api/v1/user/me/')).body
    await act(id, 'lock')
    expect((await verify(half, 'totp', totpCode(me.secret, Date.now() + 30_000))).status).toBeGreaterThan(399)
    // As a sign-in would leave it that was under way.
    await server.platform.db.execute(sql`
      insert into sessions (id, user_id, token_hash, address, user_agent, expires_at)
      values (gen_random_uuid(), ${id}, sha256('late'), '127.0.0.1', 'test', now() + interval '1 day')`)
    const late = await new Client(server.url).fetch('/api/v1/user/me/', {
      headers: { cookie: 'session=late' },
    })
    expect(late.status).toBe(401)
  })

  it('closes share links and signing links, and opens them again', async () => {
    const me = await owner(server)
    const { id } = (await me.json('GET', '/api/v1/user/me/')).body
    const { id: file_id } = await store(me)
    const link = (await me.json('POST', '/api/v1/user/shares/', { file_id })).body
    const who = signer()
    await session(me, [who])
    const token = await tokenOf(server, who)
    const shared = async () =>
      (await new Client(server.url).json('GET', `/api/v1/user/shares/public/${link.token}/`)).body.code
    const signing = async () => (await signs(new Client(server.url), token)).status
    expect(await shared()).toBe(undefined)
    await act(id, 'lock')
    expect(await shared()).toBe('share_unavailable')
    expect(await signing()).toBe(410)
    await act(id, 'unlock')
    expect([await shared(), await signing()]).toEqual([undefined, 200])
  })

  it('emits events for the log, and none to webhooks', async () => {
    const me = await person(server)
    const hook = { url: 'https://hooks.example/', events: ['*'] }
    expect((await me.json('POST', '/api/v1/webhooks/', hook)).status).toBe(201)
    const deliveries = async () => {
      const { rows } = await server.platform.db.execute<{ count: number }>(sql`
        select count(*)::int as count from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        where w.owner_id = ${me.userId}`)
      return rows[0]?.count
    }
    const { body } = await me.convert('hold locked', { target_format: 'html' })
    await act(me.userId, 'lock')
    const before = await deliveries()
    server.held.release('locked')
    await expect
      .poll(async () => {
        const { rows } = await server.platform.db.execute<{ status: string }>(
          sql`select status from conversions where id = ${body.conversion_id}`,
        )
        return rows[0]?.status
      })
      .toBe('completed')
    expect(await deliveries()).toBe(before)
  })

  it('is never an administrator’s own, and of two who lock each other one stays', async () => {
    expect((await act(admin.userId, 'lock')).body.code).toBe('own_account')
    const pair = [await person(server), await person(server)] as const
    for (const one of pair) await makeAdmin(one)
    const both = await Promise.all([
      act(pair[1].userId, 'lock', REASON, pair[0]),
      act(pair[0].userId, 'lock', REASON, pair[1]),
    ])
    const { rows } = await server.platform.db.execute<{ locked: number }>(sql`
      select count(*)::int as locked from users where locked_at is not null
        and id in (${pair[0].userId}, ${pair[1].userId})`)
    // The session of the other one had ended, or they were refused once they held the rows.
    expect(both.filter(({ status }) => status === 200)).toHaveLength(rows[0]?.locked ?? 0)
    expect(rows[0]?.locked).toBe(1)
  })
})

describe('a second factor that is reset', () => {
  it('takes codes, devices and sessions along, and asks for the administrator’s own confirmation', async () => {
    const me = await withApp(server)
    const { id } = (await me.json('GET', '/api/v1/user/me/')).body
    const checked = { checked: 'Called back at the number on file' }
    await server.platform.db.execute(sql`
      update sessions set confirmed_at = now() - interval '1 hour' where user_id = ${admin.userId}`)
    expect((await act(id, 'reset-second-factor', checked)).body.code).toBe('step_up_required')
    expect((await logIn(admin, admin.username)).status).toBe(200)
    const done = await act(id, 'reset-second-factor', checked)
    expect(done.body).toMatchObject({ factors: [], sessions: 0, state: 'active' })
    const { rows } = await server.platform.db.execute(sql`
      select 1 from backup_code_sets where user_id = ${id} union all select 1 from trusted_devices where user_id = ${id}
      union all select 1 from factor_setups where user_id = ${id}`)
    expect(rows).toEqual([])
    expect((await lastMessage(server, me.email)).subject).toBe('Your second factor was reset')
    expect((await logIn(new Client(server.url), me.username)).body.user.mfa_enabled).toBe(false)
  })

  it('is told to the person in the dashboard, who cannot mute it, and to nobody else', async () => {
    const me = await withApp(server)
    const other = await person(server)
    const { id } = (await me.json('GET', '/api/v1/user/me/')).body
    const path = '/api/v1/user/notifications/'
    const muted = { muted: ['account', 'conversions', 'signing', 'sharing'] }
    expect((await me.json('PUT', `${path}settings/`, muted)).status).toBe(200)
    await act(id, 'reset-second-factor', { checked: 'Called back at the number on file' })
    const client = new Client(server.url)
    await logIn(client, me.username)
    expect((await client.json('GET', path)).body).toMatchObject({
      ...{ count: 1, unread: 1 },
      results: [
        {
          ...{ type: 'account.second_factor.reset', group: 'account', object_id: id },
          ...{ title: '', facts: {}, is_read: false },
        },
      ],
    })
    expect((await other.json('GET', path)).body.count).toBe(0)
  })
})

describe('the list of accounts', () => {
  it('reads who ended its sessions, and not from where', async () => {
    const me = await person(server)
    const path = `/api/v1/admin/sessions/?username=${me.username}`
    expect((await admin.json('DELETE', path)).body).toEqual({ ended: 1 })
    await logIn(me, me.username)
    const { results } = (await me.json('GET', '/api/v1/user/security-log/')).body
    const ended = results.find(({ kind }: { kind: string }) => kind === 'sessions_ended')
    expect(ended).toMatchObject({ address: '', detail: { count: '1', by: 'admin' } })
  })

  it('is found by parts of names and addresses, ids, and short names in full', async () => {
    const me = await person(server)
    await me.json('PATCH', '/api/v1/user/me/', { first_name: 'Ælfgifu', last_name: 'Nørgård' })
    const found = async (query: string) =>
      (await admin.json('GET', `${ACCOUNTS}?query=${encodeURIComponent(query)}`)).body.results.map(
        (one: { account_id: string }) => one.account_id,
      )
    for (const query of ['ælfg', 'NØRGÅRD', me.userId, me.email.toUpperCase()])
      expect(await found(query), query).toEqual([me.userId])
    for (const query of ['%', 'xy', '_____x', me.userId.replace(/^./, (c) => (c === '0' ? '1' : '0'))])
      expect(await found(query), query).toEqual([])
  })

  it('reads no more than it needs of a large table', async () => {
    const { db } = server.platform
    await db.execute(sql`
      with made as (insert into owners (id, kind) select gen_random_uuid(), 'user' from generate_series(1, 20000) returning id)
      insert into users (id, username, username_key, email, email_key, created_at)
      select id, 'u' || replace(id::text, '-', ''), 'u' || replace(id::text, '-', ''), id || '@many.example', id || '@many.example',
        now() - random() * interval '900 days' from made`)
    await db.execute(sql`analyze users`)
    await db.execute(sql`select gin_clean_pending_list('users_search')`)
    const plan = async (rest: string) => {
      const { rows } = await db.execute<{ 'QUERY PLAN': string }>(
        sql.raw(`explain select * from users ${rest}`),
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const order = 'order by created_at desc, id desc limit 21'
    expect(await plan(order)).toContain('users_newest')
    expect(
      await plan(`where (created_at, id) < (now() - interval '300 days', gen_random_uuid()) ${order}`),
    ).toContain('users_newest')
    expect(await plan(`where search_text ilike '%nørgård%' ${order}`)).toContain('users_search')
    expect(await plan(`where locked_at is not null ${order}`)).toContain('users_locked')
    await db.execute(
      sql`delete from owners where id in (select id from users where email like '%@many.example')`,
    )
  })
})
