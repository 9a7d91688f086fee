import { expect } from 'vitest'
import { signUp } from './accounts.ts'
import type { Check, Checks, Send } from './check.ts'
import { HttpClient } from './client.ts'
import { BOOLEAN, expectJson, NUMBER, TEXT, UUID } from './shapes.ts'
import type { World } from './world.ts'

const AUTH = '/auth/api/v1'
const USERS = `${AUTH}/businesses/{business_id}/users`
const MEMBER = {
  id: UUID,
  business_id: TEXT,
  email: TEXT,
  role: TEXT,
  status: TEXT,
  is_primary_contact: BOOLEAN,
  business: { business_id: TEXT, name: TEXT },
}

let guests = 0
const guest = () => `guest${Date.now().toString(36)}${++guests}`

/** A new business of the caller's, and somebody with an account who is in none. */
async function desk(world: World) {
  const business = await world.get('POST', `${AUTH}/business/`, { json: { name: 'Harbour & Co' } }, 201)
  const { client, ...account } = await signUp(world.url)
  const me = (await client.request('GET', '/api/v1/user/me/')).body
  return { business, person: { ...account, client, id: me.id as string } }
}
const added = async (send: Send, { business, person }: Awaited<ReturnType<typeof desk>>, json: object = {}) =>
  send({ json: { user_id: person.id, ...json } }, { business_id: business.business_id })

/**
 * Members are managed by people: a key of a person belongs to no business, and one of a business
 * has no permission on members.
 */
const byCookie = (run: Check['run']): Check => ({ with: ['cookie'], run })

/** Adds the desk's person by the API, for the checks of what comes after. */
async function withMember(world: World, role: string) {
  const made = await desk(world)
  const path = `${AUTH}/businesses/${made.business.business_id}/users/create/`
  await world.get('POST', path, { json: { user_id: made.person.id, role } }, 201)
  return { ...made, values: { business_id: made.business.business_id, user_id: made.person.id } }
}

export const businessUserChecks: Checks = {
  [`POST ${USERS}/invite/`]: byCookie(async (send, world) => {
    const { business } = await desk(world)
    const values = { business_id: business.business_id }
    const email = `${guest()}@mail.example`
    const invited = await send({ json: { email } }, values)
    // The specification's defaults: an employee who is not the primary contact.
    expectJson(invited, 201, {
      ...MEMBER,
      email,
      role: 'employee',
      is_primary_contact: false,
      status: 'invited',
    })
    const second = { email: `${guest()}@mail.example`, role: 'viewer', is_primary_contact: true }
    expectJson(await send({ json: second }, { business_id: String(business.id) }), 201, {
      ...MEMBER,
      ...second,
    })
  }),
  [`GET ${USERS}/{user_id}/`]: byCookie(async (send, world) => {
    const { values, person } = await withMember(world, 'viewer')
    expectJson(await send({}, values), 200, {
      ...MEMBER,
      user_id: person.id,
      role: 'viewer',
      status: 'active',
    })
  }),
  [`PUT ${USERS}/{user_id}/`]: byCookie(async (send, world) => {
    const { values, person } = await withMember(world, 'viewer')
    const permissions = { 'audit:read': true }
    const answer = await send({ json: { role: 'manager', permissions } }, values)
    expectJson(answer, 200, { ...MEMBER, user_id: person.id, role: 'manager', permissions })
  }),
  [`GET ${AUTH}/users/businesses/`]: async (send, world) => {
    const before = await send()
    expect([before.status, Array.isArray(before.body)]).toEqual([200, true])
    // A key cannot create a business.
    if (world.client.cookieHeader() === '') return
    const { business } = await desk(world)
    const own = (await send({ query: { status: 'active' } })).body.find(
      ({ business_id }: { business_id: string }) => business_id === business.business_id,
    )
    expect(own).toMatchObject({ ...MEMBER, role: 'owner', status: 'active' })
    expect((await send({ query: { status: 'suspended' } })).body).toEqual([])
  },
  [`PUT ${USERS}/{user_id}/role/`]: byCookie(async (send, world) => {
    const { values, person } = await withMember(world, 'viewer')
    const answer = await send({ json: { user_id: person.id, role: 'admin' } }, values)
    expectJson(answer, 200, { ...MEMBER, user_id: person.id, role: 'admin' })
  }),
  [`POST ${USERS}/create/`]: byCookie(async (send, world) => {
    const first = await desk(world)
    expectJson(await added(send, first), 201, {
      ...{
        ...MEMBER,
        user_id: first.person.id,
        role: 'employee',
        status: 'active',
        is_primary_contact: false,
      },
    })
    const list = await first.person.client.request('GET', `${AUTH}/users/businesses/`)
    expect(list.body).toMatchObject([{ business_id: first.business.business_id, credits_this_month: NUMBER }])
    const second = await desk(world)
    const json = { role: 'billing', is_primary_contact: true }
    expectJson(await added(send, second, json), 201, { ...MEMBER, ...json })
  }),
  [`POST ${USERS}/create-new/`]: byCookie(async (send, world) => {
    const { business } = await desk(world)
    const username = guest()
    const query = { username, email: `${username}@mail.example`, password: 'bright harbour lamp' }
    const values = { business_id: business.business_id }
    const made = await send({ query }, values)
    expectJson(made, 201, {
      ...MEMBER,
      ...{ username, email: query.email, name: username, role: 'employee', status: 'active' },
      is_primary_contact: false,
    })
    const client = new HttpClient(world.url)
    const login = { json: { username, password: query.password } }
    expectJson(await client.request('POST', '/api/v1/user/auth/login/', login), 200, { user: { username } })
    const other = guest()
    const full = {
      ...query,
      username: other,
      email: `${other}@mail.example`,
      first_name: 'Ines',
      last_name: 'Reis',
    }
    const more = { role: 'viewer', permissions: '{"audit:read":true}', is_primary_contact: 'true' }
    expectJson(await send({ query: { ...full, ...more } }, values), 201, {
      ...{ ...MEMBER, name: 'Ines Reis', role: 'viewer', is_primary_contact: true },
      permissions: { 'audit:read': true },
    })
  }),
}
