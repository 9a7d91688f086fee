import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { businessUsers } from '../../server/core/schema.ts'
import {
  eventsOf,
  freshAddress,
  makeBusiness,
  makeMember,
  makePerson,
  type Person,
  type TestBusiness,
} from './business-desk.ts'
import { startServer, type TestServer } from './harness.ts'
import { lastMessage, tokenIn } from './safe-accounts.ts'

/**
 * Other tests have one connection, so that transactions come one after the other. These are about
 * those that meet.
 */
let server: TestServer
beforeAll(async () => {
  server = await startServer({ DATABASE_POOL: '8' })
})
afterAll(() => server.stop())

/** Requests meet by chance: each race is run so often. */
const ROUNDS = Array.from({ length: 6 }, (_, round) => round)

const rowsIn = ({ id }: TestBusiness) =>
  server.platform.db.select().from(businessUsers).where(eq(businessUsers.businessId, id))
const ownersOf = async (here: TestBusiness) =>
  (await rowsIn(here)).filter(({ role, status }) => role === 'owner' && status === 'active')
const codes = (answers: { status: number; body?: { code?: string } }[]) =>
  answers.map(({ status, body }) => (status < 300 ? 'done' : body?.code)).sort()

async function invited(by: Person, here: TestBusiness, email: string) {
  await by.json('POST', here.users('invite/'), { email })
  return tokenIn(await lastMessage(server, email))
}

it('owners who demote, remove and suspend each other at once leave one owner', async () => {
  for (const round of ROUNDS) {
    const here = await makeBusiness(server)
    const [ana, ben] = [await makeMember(server, here, 'owner'), await makeMember(server, here, 'owner')]
    const act = (by: Person, of: Person) => {
      const at = here.users(`${of.userId}/`)
      if (round % 3 === 0) return by.json('PUT', at, { role: 'admin' })
      return round % 3 === 1 ? by.json('DELETE', at) : by.json('PUT', at, { status: 'suspended' })
    }
    const answers = await Promise.all([act(ana, ben), act(ben, ana)])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(await ownersOf(here)).toHaveLength(1)
  }
})

it('owners who demote themselves at once leave one owner', async () => {
  for (const _ of ROUNDS) {
    const here = await makeBusiness(server)
    const both = [await makeMember(server, here, 'owner'), await makeMember(server, here, 'owner')]
    const answers = await Promise.all(
      both.map((one) => one.json('PUT', here.users(`${one.userId}/`), { role: 'viewer' })),
    )
    expect(codes(answers)).toEqual(['done', 'last_owner'])
    expect(await ownersOf(here)).toHaveLength(1)
  }
})

it('owners who delete their accounts at once leave one owner', async () => {
  for (const _ of ROUNDS) {
    const here = await makeBusiness(server)
    const both = [await makeMember(server, here, 'owner'), await makeMember(server, here, 'owner')]
    const answers = await Promise.all(both.map((one) => one.json('DELETE', '/api/v1/user/me/')))
    expect(codes(answers)).toEqual(['done', 'last_owner'])
  }
})

it('one owner who deletes their account while the other steps down leave one owner', async () => {
  for (const _ of ROUNDS) {
    const here = await makeBusiness(server)
    const [ana, ben] = [await makeMember(server, here, 'owner'), await makeMember(server, here, 'owner')]
    const answers = await Promise.all([
      ana.json('DELETE', '/api/v1/user/me/'),
      ben.json('PUT', here.users(`${ben.userId}/`), { role: 'viewer' }),
    ])
    expect(codes(answers)).toEqual(['done', 'last_owner'])
  }
})

it('managers who change one member at once: the second is told what the role is now', async () => {
  for (const _ of ROUNDS) {
    const here = await makeBusiness(server)
    const both = [await makeMember(server, here, 'owner'), await makeMember(server, here, 'admin')]
    const tom = await makeMember(server, here, 'employee')
    const answers = await Promise.all(
      both.map((by, at) =>
        by.json('PUT', here.users(`${tom.userId}/role/`), {
          ...{ user_id: tom.userId, role: at ? 'manager' : 'viewer', expected_role: 'employee' },
        }),
      ),
    )
    expect(codes(answers)).toEqual(['done', 'member_changed'])
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    expect(lost?.body.role).toBe(won?.body.role)
    expect((await eventsOf(server, here)).map(({ kind }) => kind)).toEqual(['member.role_changed'])
  }
})

it('an invitation accepted several times at once makes one membership', async () => {
  for (const _ of ROUNDS) {
    const here = await makeBusiness(server)
    const admin = await makeMember(server, here, 'admin')
    const ana = await makePerson(server)
    const token = await invited(admin, here, ana.email)
    const accept = () => ana.json('POST', `/auth/api/v1/invitations/${token}/accept/`, {})
    const answers = await Promise.all([accept(), accept(), accept(), accept()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await rowsIn(here)).toHaveLength(2)
    const kinds = (await eventsOf(server, here)).map(({ kind }) => kind)
    expect(kinds).toEqual(['member.invited', 'member.joined'])
  }
})

it('an invitation that two people accept at once is one’s', async () => {
  for (const _ of ROUNDS) {
    const here = await makeBusiness(server)
    const admin = await makeMember(server, here, 'admin')
    const token = await invited(admin, here, freshAddress())
    const both = [await makePerson(server), await makePerson(server)]
    const answers = await Promise.all(
      both.map((one) =>
        one.json('POST', `/auth/api/v1/invitations/${token}/accept/`, { other_account: true }),
      ),
    )
    expect(codes(answers)).toEqual(['done', 'link_expired'])
    expect(await rowsIn(here)).toHaveLength(2)
  }
})

it('an invitation that is revoked and accepted at once ends as the log says', async () => {
  for (const _ of ROUNDS) {
    const here = await makeBusiness(server)
    const admin = await makeMember(server, here, 'admin')
    const ana = await makePerson(server)
    const token = await invited(admin, here, ana.email)
    const [accepted, revoked] = await Promise.all([
      ana.json('POST', `/auth/api/v1/invitations/${token}/accept/`, {}),
      admin.json('DELETE', here.users(`${ana.userId}/`)),
    ])
    expect(revoked.status).toBe(204)
    const kinds = (await eventsOf(server, here)).map(({ kind }) => kind)
    expect(kinds).toEqual(
      accepted.status === 200
        ? ['member.invited', 'member.joined', 'member.removed']
        : ['member.invited', 'member.invitation_revoked'],
    )
    expect((await ana.json('GET', here.users())).status).toBe(404)
  }
})

it('an address that is invited, or an account that is added, twice at once has one row', async () => {
  for (const _ of ROUNDS) {
    const here = await makeBusiness(server)
    const both = [await makeMember(server, here, 'owner'), await makeMember(server, here, 'admin')]
    const email = freshAddress()
    const sent = await Promise.all(both.map((by) => by.json('POST', here.users('invite/'), { email })))
    expect(sent.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1)
    const { userId } = await makePerson(server)
    const added = await Promise.all(
      both.map((by) => by.json('POST', here.users('create/'), { user_id: userId })),
    )
    expect(codes(added)).toEqual(['already_member', 'done'])
    const found = await server.platform.db
      .select()
      .from(businessUsers)
      .where(and(eq(businessUsers.businessId, here.id), eq(businessUsers.userId, userId)))
    expect(found).toHaveLength(1)
  }
})
