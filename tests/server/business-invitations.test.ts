import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BusinessUser, INVITATION_DAYS, Invitation } from '../../contract/business-users.ts'
import { businesses, businessUsers, users } from '../../server/core/schema.ts'
import {
  eventsOf,
  freshAddress,
  mailsTo,
  makeBusiness,
  makeMember,
  makePerson,
  type Person,
  rowOf,
  type TestBusiness,
} from './business-desk.ts'
import { Client, startServer, type TestServer } from './harness.ts'
import { auth, lastMessage, me, newcomer, tokenIn } from './safe-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const DAY = 86_400_000
const db = () => server.platform.db
const business = (options?: Parameters<typeof makeBusiness>[1]) => makeBusiness(server, options)
const member: (of: TestBusiness, role: 'owner' | 'admin' | 'manager' | 'viewer') => Promise<Person> = (
  of,
  role,
) => makeMember(server, of, role)
const at = (token: string, verb = '') => `/auth/api/v1/invitations/${token}/${verb}`
const kinds = async (of: TestBusiness) => (await eventsOf(server, of)).map(({ kind }) => kind)
const membersOf = (of: TestBusiness) =>
  db().select().from(businessUsers).where(eq(businessUsers.businessId, of.id))

/** Invites an address, and reads the link in the mail. */
async function invite(by: Person, to: TestBusiness, email: string, body: object = {}) {
  const answer = await by.json('POST', to.users('invite/'), { email, ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return { member: answer.body as BusinessUser, token: tokenIn(await lastMessage(server, email)) }
}
const expire = (of: TestBusiness, email: string) =>
  db()
    .update(businessUsers)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(and(eq(businessUsers.businessId, of.id), eq(businessUsers.emailKey, email)))

describe('an invitation', () => {
  it('goes out by mail, with its token nowhere else', async () => {
    const here = await business({ name: 'Harbour <b>& Co' })
    const admin = await member(here, 'admin')
    const email = freshAddress()
    const from = server.logged.length
    const { member: invited, token } = await invite(admin, here, email, { role: 'viewer' })
    expect(BusinessUser.parse(invited)).toMatchObject({
      ...{ user_id: null, username: null, name: email, email, role: 'viewer', status: 'invited' },
      ...{ has_second_factor: null, joined_at: null, invited_by: admin.username },
    })
    const span = Date.parse(invited.expires_at as string) - Date.parse(invited.invited_at as string)
    expect(span).toBe(INVITATION_DAYS * DAY)
    const mail = await lastMessage(server, email)
    expect(mail.subject).toBe(`${admin.username} invites you to “Harbour <b>& Co”`)
    expect(mail.text).toMatch(/http:\/\/[^\s]+\/invitation#token=[\w-]{43}\s/)
    for (const table of ['business_users', 'business_events']) {
      const { rows } = await db().execute(
        sql`select 1 from ${sql.identifier(table)} as t where t::text like ${`%${token}%`}`,
      )
      expect(rows, table).toEqual([])
    }
    // Also not by the requests that it opens.
    const ana = await makePerson(server)
    await ana.json('GET', at(token))
    await ana.json('POST', at(token, 'accept/'), {})
    await new Client(server.url).json('POST', at(token, 'decline/'), {})
    await expect.poll(() => server.logged.slice(from).join('')).toContain('acceptInvitation')
    expect(server.logged.slice(from).join('')).not.toContain(token)
    expect(await eventsOf(server, here)).toMatchObject([
      {
        ...{ kind: 'member.invited', actorId: admin.userId, target: email, before: {} },
        after: { status: 'invited', email, role: 'viewer' },
      },
      { kind: 'member.declined', actorKind: 'invited', after: { status: 'declined' } },
    ])
  })

  it('shows what it is for, to anyone who has its link', async () => {
    const here = await business()
    const admin = await member(here, 'admin')
    const ana = await makePerson(server)
    const { token } = await invite(admin, here, ana.email, { role: 'manager' })
    const stranger = await new Client(server.url).json('GET', at(token))
    expect(Invitation.parse(stranger.body)).toMatchObject({
      business: { name: 'Harbour & Co', members: 1, is_verified: false },
      ...{ role: 'manager', email: ana.email, has_account: true, signed_in_as: null },
    })
    expect((await ana.json('GET', at(token))).body.signed_in_as).toMatchObject({
      matches: true,
      is_member: false,
    })
    expect((await admin.json('GET', at(token))).body.signed_in_as).toMatchObject({
      matches: false,
      is_member: true,
    })
    expect((await ana.json('GET', at('x'.repeat(43)))).body.code).toBe('not_found')
    await expire(here, ana.email)
    expect([
      (await ana.json('GET', at(token))).status,
      (await ana.json('POST', at(token, 'accept/'), {})).status,
    ]).toEqual([410, 410])
    expect((await ana.json('POST', at(token, 'decline/'), {})).body.code).toBe('link_expired')
  })

  it('is accepted twice at once, and makes one membership', async () => {
    const here = await business()
    const admin = await member(here, 'admin')
    const ana = await makePerson(server)
    const { token, member: invited } = await invite(admin, here, ana.email, { is_primary_contact: true })
    expect(invited.user_id).toBe(ana.userId)
    const both = await Promise.all([0, 1, 2].map(() => ana.json('POST', at(token, 'accept/'), {})))
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1)
    expect(both[0]?.body).toMatchObject({
      status: 'active',
      role: 'employee',
      is_primary_contact: true,
      user_id: ana.userId,
    })
    expect(await membersOf(here)).toHaveLength(2)
    expect(await kinds(here)).toEqual(['member.invited', 'member.joined'])
    // The link works once: for others it has ended.
    expect(
      (await (await makePerson(server)).json('POST', at(token, 'accept/'), { other_account: true })).body
        .code,
    ).toBe('link_expired')
    expect((await ana.json('GET', here.users())).status).toBe(200)
  })

  it('asks somebody with another address to confirm, and tells who invited', async () => {
    const here = await business()
    const admin = await member(here, 'admin')
    const email = freshAddress()
    const { token } = await invite(admin, here, email)
    const other = await makePerson(server)
    const asked = await other.json('POST', at(token, 'accept/'), {})
    expect([asked.status, asked.body.code]).toEqual([409, 'other_account'])
    expect(asked.body.detail).toContain(email)
    expect(await membersOf(here)).toHaveLength(2)
    const joined = await other.json('POST', at(token, 'accept/'), { other_account: true })
    expect(joined.body).toMatchObject({ user_id: other.userId, email: other.email, status: 'active' })
    expect((await lastMessage(server, admin.email)).subject).toContain('Another account has accepted')
    expect(await membersOf(here)).toHaveLength(2)
    expect((await eventsOf(server, here)).at(-1)).toMatchObject({
      before: { email },
      after: { email: other.email },
    })
  })

  it('of an account, accepted with another one, leaves the first out', async () => {
    const here = await business()
    const admin = await member(here, 'admin')
    const [ana, other] = [await makePerson(server), await makePerson(server)]
    const { token } = await invite(admin, here, ana.email, { role: 'viewer' })
    const accept = () => other.json('POST', at(token, 'accept/'), { other_account: true })
    const joined = await accept()
    expect(joined.body).toMatchObject({ user_id: other.userId, role: 'viewer', status: 'active' })
    expect((await accept()).body.id).toBe(joined.body.id)
    expect((await rowOf(server, here, ana.email)).status).toBe('removed')
    expect((await ana.json('GET', here.users())).status).toBe(404)
  })

  it('makes no second membership for somebody who is a member, and no way back for who is suspended', async () => {
    const here = await business()
    const admin = await member(here, 'admin')
    const tom = await member(here, 'viewer')
    const { token } = await invite(admin, here, freshAddress(), { role: 'manager' })
    const accept = (link: string) => tom.json('POST', at(link, 'accept/'), { other_account: true })
    const first = await accept(token)
    expect(first.body).toMatchObject({ user_id: tom.userId, role: 'viewer' })
    expect((await accept(token)).body.id).toBe(first.body.id)
    expect(await membersOf(here)).toHaveLength(2)
    // An invitation that was not needed is gone, also where the request that made it is repeated.
    const twice = () =>
      admin.json('POST', here.users('invite/'), { email: unneeded }, { 'idempotency-key': 'unneeded' })
    const unneeded = freshAddress()
    await twice()
    await accept(tokenIn(await lastMessage(server, unneeded)))
    expect((await twice()).status).toBe(404)
    await admin.json('PUT', here.users(`${tom.userId}/`), { status: 'suspended' })
    const second = await invite(admin, here, freshAddress())
    expect((await accept(second.token)).body.code).toBe('already_member')
    expect((await rowOf(server, here, tom.email)).status).toBe('suspended')
  })

  it('ends with the next one to the same address, when it is sent again, and when it is revoked', async () => {
    const here = await business()
    const admin = await member(here, 'admin')
    const ana = await makePerson(server)
    const accept = async (token: string) => (await ana.json('POST', at(token, 'accept/'), {})).body
    const first = await invite(admin, here, ana.email, { role: 'viewer' })
    const shouted = ana.email.replace(/^./, (letter) => letter.toUpperCase())
    await admin.json('POST', here.users('invite/'), { email: shouted, role: 'manager' })
    // The mail goes to the address as the account has it.
    const token = tokenIn(await lastMessage(server, ana.email))
    expect((await accept(first.token)).code).toBe('not_found')
    const again = await admin.json('POST', here.users(`${first.member.id}/resend/`))
    expect(again.body).toMatchObject({ id: first.member.id, status: 'invited', role: 'manager' })
    const third = tokenIn(await lastMessage(server, ana.email))
    expect((await accept(token)).code).toBe('not_found')
    expect((await ana.json('GET', at(third))).body.role).toBe('manager')
    expect((await admin.json('DELETE', here.users(`${first.member.id}/`))).status).toBe(204)
    expect((await accept(third)).code).toBe('link_expired')
    expect((await admin.json('POST', here.users(`${first.member.id}/resend/`))).body.code).toBe(
      'business_misfit',
    )
    expect(await kinds(here)).toEqual([
      'member.invited',
      'member.invited',
      'member.invitation_resent',
      'member.invitation_revoked',
    ])
    expect(await membersOf(here)).toHaveLength(2)
  })

  it('that has expired can be sent again', async () => {
    const here = await business()
    const admin = await member(here, 'admin')
    const ana = await makePerson(server)
    const { member: invited } = await invite(admin, here, ana.email)
    await expire(here, ana.email)
    await admin.json('POST', here.users(`${invited.id}/resend/`))
    const token = tokenIn(await lastMessage(server, ana.email))
    expect((await ana.json('POST', at(token, 'accept/'), {})).body.status).toBe('active')
  })

  it('is declined without an account, and who sent it is told', async () => {
    const here = await business()
    const admin = await member(here, 'admin')
    const email = freshAddress()
    const { token, member: invited } = await invite(admin, here, email)
    const decline = () => new Client(server.url).json('POST', at(token, 'decline/'), {})
    expect([(await decline()).status, (await decline()).status]).toEqual([204, 204])
    const told = (await mailsTo(server, admin.email)).filter(({ subject }) => /declined/.test(subject ?? ''))
    expect(told.map(({ subject }) => subject)).toEqual([
      `${email} has declined your invitation to “Harbour & Co”`,
    ])
    expect((await admin.json('GET', here.users(`${invited.id}/`))).body.status).toBe('declined')
    // They can be invited again, in the same row.
    expect((await invite(admin, here, email)).member.id).toBe(invited.id)
  })

  it('is refused to members, by rank, by the policy on domains and for a key used twice', async () => {
    const here = await business({ policies: { email_domains: ['mail.example', 'harbour.example'] } })
    const manager = await member(here, 'manager')
    const tom = await member(here, 'viewer')
    const send = (body: object, headers = {}) => manager.json('POST', here.users('invite/'), body, headers)
    expect(
      (await send({ email: tom.email.toUpperCase().replace('MAIL.EXAMPLE', 'mail.example') })).body.code,
    ).toBe('already_member')
    expect((await send({ email: freshAddress(), role: 'admin' })).body.code).toBe('rank_too_low')
    const refused = await send({ email: freshAddress('mail.example.evil.example') })
    expect(refused.body).toMatchObject({
      code: 'email_domain_refused',
      allowed: ['mail.example', 'harbour.example'],
    })
    expect((await send({ email: 'nothing' })).status).toBe(400)
    expect((await tom.json('POST', here.users('invite/'), { email: freshAddress() })).body.code).toBe(
      'permission_missing',
    )
    const email = freshAddress('Harbour.example')
    const key = { 'idempotency-key': 'twice' }
    const [one, two] = [await send({ email }, key), await send({ email }, key)]
    expect([one.status, two.status, two.body.id]).toEqual([201, 201, one.body.id])
    expect(await mailsTo(server, email)).toHaveLength(1)
    expect((await send({ email: freshAddress() }, key)).body.code).toBe('idempotency_conflict')
    // A pending invitation above the caller's rank is not replaced.
    const owner = await member(here, 'owner')
    const high = freshAddress()
    await invite(owner, here, high, { role: 'admin' })
    expect((await send({ email: high })).body.code).toBe('rank_too_low')
  })

  it('is not accepted into a business that was suspended, nor by a policy that came later', async () => {
    const here = await business()
    const admin = await member(here, 'admin')
    const ana = await makePerson(server)
    const { token } = await invite(admin, here, ana.email)
    const accept = async () => (await ana.json('POST', at(token, 'accept/'), {})).body
    const set = (values: Partial<typeof businesses.$inferInsert>) =>
      db().update(businesses).set(values).where(eq(businesses.id, here.id))
    await set({ status: 'suspended' })
    expect((await accept()).code).toBe('business_inactive')
    await set({ status: 'active', isActive: false })
    expect((await accept()).code).toBe('business_inactive')
    const [row] = await db().select().from(businesses).where(eq(businesses.id, here.id))
    const policies = row?.policies as NonNullable<typeof row>['policies']
    await set({ isActive: true, policies: { ...policies, email_domains: ['harbour.example'] } })
    expect((await accept()).code).toBe('email_domain_refused')
    await set({ policies })
    expect((await accept()).status).toBe('active')
  })

  it('stops where somebody sends too many', async () => {
    const strict = await startServer({ RATE_LIMITS: '1' })
    try {
      const here = await makeBusiness(strict)
      const admin = await makeMember(strict, here, 'admin')
      const email = freshAddress()
      const send = () => admin.json('POST', here.users('invite/'), { email })
      for (let sent = 0; sent < 5; sent++) expect((await send()).status).toBe(201)
      const refused = await send()
      expect([refused.status, refused.body.retry_after > 0]).toEqual([429, true])
      expect(await mailsTo(strict, email)).toHaveLength(5)
    } finally {
      await strict.stop()
    }
  })
})

describe('one’s own invitations', () => {
  it('are listed with the memberships, and accepted and declined by their id', async () => {
    const [one, two, three] = [await business(), await business(), await business()]
    const ana = await makePerson(server)
    for (const here of [one, two]) await invite(await member(here, 'admin'), here, ana.email)
    // Invited before there was an account, or the address confirmed.
    await db()
      .update(businessUsers)
      .set({ userId: null })
      .where(and(eq(businessUsers.businessId, two.id), eq(businessUsers.emailKey, ana.email)))
    const list = async (query = '', who: Person = ana): Promise<BusinessUser[]> =>
      (await who.json('GET', `/auth/api/v1/users/businesses/${query}`)).body
    const found = await list()
    expect(found.map(({ business_id, status }) => [business_id, status]).sort()).toEqual(
      [one, two].map(({ biz }) => [biz, 'invited']).sort(),
    )
    const idIn = (here: TestBusiness) =>
      found.find(({ business_id }) => business_id === here.biz)?.id as string
    // Not by somebody else, not without signing in, and not while the address is unconfirmed.
    const other = await makePerson(server)
    expect((await other.json('POST', at(idIn(two), 'accept/'), { other_account: true })).status).toBe(404)
    expect((await new Client(server.url).json('POST', at(idIn(two), 'decline/'), {})).status).toBe(404)
    await db().update(users).set({ emailVerified: false }).where(eq(users.id, ana.userId))
    expect((await ana.json('POST', at(idIn(two), 'accept/'), {})).status).toBe(404)
    expect((await list()).map(({ business_id }) => business_id)).toEqual([one.biz])
    await db().update(users).set({ emailVerified: true }).where(eq(users.id, ana.userId))
    expect((await ana.json('POST', at(idIn(two), 'accept/'), {})).body).toMatchObject({ status: 'active' })
    expect((await ana.json('POST', at(idIn(one), 'decline/'), {})).status).toBe(204)
    expect((await list()).map(({ business_id }) => business_id)).toEqual([two.biz])
    expect((await list('?status=declined')).map(({ business_id }) => business_id)).toEqual([one.biz])
    // The last used first.
    await member(three, 'owner')
    await db()
      .insert(businessUsers)
      .values({
        ...{
          id: crypto.randomUUID(),
          businessId: three.id,
          userId: ana.userId,
          email: ana.email,
          emailKey: ana.email,
        },
        ...{ name: 'Ana', role: 'viewer', status: 'active', lastActiveAt: new Date() },
      })
    expect((await list()).map(({ business_id }) => business_id)).toEqual([three.biz, two.biz])
    await expect.poll(async () => (await ana.json('GET', two.users())).status).toBe(200)
    const later = new Date(Date.now() + 60_000)
    await db()
      .update(businessUsers)
      .set({ lastActiveAt: later })
      .where(and(eq(businessUsers.businessId, two.id), eq(businessUsers.userId, ana.userId)))
    expect((await list()).map(({ business_id }) => business_id)).toEqual([two.biz, three.biz])
  })

  it('are not listed once they have expired', async () => {
    const here = await business()
    const ana = await makePerson(server)
    await invite(await member(here, 'admin'), here, ana.email)
    await expire(here, ana.email)
    expect((await ana.json('GET', '/auth/api/v1/users/businesses/')).body).toEqual([])
  })

  it('are for a key of a business the one membership of who created it', async () => {
    const [here, elsewhere] = [await business(), await business()]
    const ana = await member(here, 'owner')
    await invite(await member(elsewhere, 'admin'), elsewhere, ana.email)
    const key = async (headers = {}) => {
      const body = { name: 'k', scopes: ['storage:read'] }
      const made = await ana.json('POST', '/api/v1/user/api-keys/', body, headers)
      const bearer = { authorization: `Bearer ${made.body.key}` }
      const list = await new Client(server.url).json(
        'GET',
        '/auth/api/v1/users/businesses/',
        undefined,
        bearer,
      )
      return list.body.map(({ business_id }: BusinessUser) => business_id).sort()
    }
    expect(await key(here.header)).toEqual([here.biz])
    expect(await key()).toEqual([here.biz, elsewhere.biz].sort())
  })
})

describe('a sign-up through an invitation', () => {
  const signUp = (client: Client, body: object) => client.json('POST', auth('signup'), body)

  it('confirms the address and makes the member at once', async () => {
    const here = await business()
    const admin = await member(here, 'admin')
    const person = newcomer()
    const { token, member: invited } = await invite(admin, here, person.email, { role: 'manager' })
    const ines = new Client(server.url)
    const key = { 'idempotency-key': person.username }
    const made = await ines.json('POST', auth('signup'), { ...person, invitation: token }, key)
    expect([made.status, made.body.user.email_verified]).toEqual([201, true])
    const row = await rowOf(server, here, person.email)
    expect(row).toMatchObject({
      id: invited.id,
      userId: made.body.user.id,
      status: 'active',
      role: 'manager',
      name: person.username,
    })
    expect(row.graceFrom).not.toBeNull()
    const subjects = (await mailsTo(server, person.email)).map(({ subject }) => subject)
    expect(subjects).not.toContain('Confirm your e-mail address')
    expect((await eventsOf(server, here)).at(-1)).toMatchObject({
      ...{
        kind: 'member.joined',
        actorKind: 'invited',
        actorId: made.body.user.id,
        actorName: person.username,
      },
    })
    expect((await ines.json('GET', here.users())).status).toBe(200)
    // The same request again signs in to the same account, though the invitation is used by now.
    const again = new Client(server.url)
    const repeated = await again.json('POST', auth('signup'), { ...person, invitation: token }, key)
    expect([repeated.status, repeated.body.user?.id]).toEqual([201, made.body.user.id])
    expect((await signUp(new Client(server.url), { ...newcomer(), invitation: token })).body.code).toBe(
      'link_expired',
    )
  })

  it('with another address makes a usual account, which can accept afterwards', async () => {
    const here = await business()
    const admin = await member(here, 'admin')
    const { token } = await invite(admin, here, freshAddress())
    const person = newcomer()
    const ines = new Client(server.url)
    const made = await signUp(ines, { ...person, invitation: token })
    expect([made.status, made.body.user.email_verified]).toEqual([201, false])
    expect((await ines.json('GET', here.users())).status).toBe(404)
    expect((await ines.json('POST', at(token, 'accept/'), {})).body.code).toBe('other_account')
    expect((await ines.json('POST', at(token, 'accept/'), { other_account: true })).body.status).toBe(
      'active',
    )
    expect((await me(ines)).body.email_verified).toBe(false)
  })

  it('is refused with an invitation that has ended, and then makes no account', async () => {
    const here = await business()
    const admin = await member(here, 'admin')
    const person = newcomer()
    const { token } = await invite(admin, here, person.email)
    await db().update(businesses).set({ status: 'suspended' }).where(eq(businesses.id, here.id))
    const make = async () => (await signUp(new Client(server.url), { ...person, invitation: token })).body
    expect((await make()).code).toBe('business_inactive')
    await db().update(businesses).set({ status: 'active' }).where(eq(businesses.id, here.id))
    await expire(here, person.email)
    expect((await make()).code).toBe('link_expired')
    const found = await db().select().from(users).where(eq(users.usernameKey, person.username))
    expect(found).toEqual([])
  })

  it('by a link to the same address confirms an account that was there already', async () => {
    const here = await business()
    const admin = await member(here, 'admin')
    const ana = await makePerson(server, { confirmed: false })
    const { token, member: invited } = await invite(admin, here, ana.email)
    // Nobody has shown that the address is theirs.
    expect(invited.user_id).toBeNull()
    expect((await ana.json('POST', at(token, 'accept/'), {})).body).toMatchObject({ user_id: ana.userId })
    expect((await me(ana)).body.email_verified).toBe(true)
  })
})
