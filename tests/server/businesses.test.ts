import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUSINESS_STATUSES, STATUS_CHANGES } from '../../contract/business-states.ts'
import { BUSINESS_PERMISSIONS, permissionsOf, ROLES } from '../../contract/permissions.ts'
import { businesses, businessUsers, sessions } from '../../server/core/schema.ts'
import {
  createFor,
  DETAILS,
  eventsOf,
  join,
  MANY,
  mailsTo,
  ONE,
  openBusiness,
  type Person,
  person,
  putInto,
} from './business-world.ts'
import { Client, startServer, type TestServer } from './harness.ts'

let server: TestServer
/** The first account runs the instance. */
let admin: Person
beforeAll(async () => {
  server = await startServer()
  admin = await person(server)
})
afterAll(() => server.stop())

const DAY = 86_400_000

describe('creating a business', () => {
  it('makes the caller its owner and primary contact, and is pending, unverified and usable at once', async () => {
    const me = await person(server)
    const { body, id } = await createFor(server, me, { name: '  Harbour & Co ', industry: 'Real estate' })
    expect(body).toMatchObject({
      ...{ name: 'Harbour & Co', industry: 'Real estate', status: 'pending', is_active: true },
      ...{ verification_status: 'unverified', is_verified: false, role: 'owner', members: 1, invitations: 0 },
      ...{ owner_id: me.userId, owner_name: me.username, storage_bytes: 0, documents: [] },
    })
    expect(body.business_id).toMatch(/^biz_[a-z0-9]{16}$/)
    expect(body.permissions).toEqual(BUSINESS_PERMISSIONS)
    const [member] = await server.platform.db
      .select()
      .from(businessUsers)
      .where(eq(businessUsers.businessId, id))
    expect(member).toMatchObject({
      userId: me.userId,
      role: 'owner',
      status: 'active',
      isPrimaryContact: true,
    })
    expect(await eventsOf(server, id)).toMatchObject([
      { kind: 'business.created', actorKind: 'member', actorId: me.userId, after: { name: 'Harbour & Co' } },
    ])
    // It is the same by its number and by its string.
    for (const name of [body.id, body.business_id])
      expect((await me.json('GET', `${ONE}${name}/`)).body.business_id).toBe(body.business_id)
  })

  it('gives the free credits of the instance to a person’s first business, also where two are created at once', async () => {
    const me = await person(server)
    const { remaining } = (await me.json('GET', '/api/v1/docs_core/credits/')).body
    const both = await Promise.all([
      createFor(server, me, { name: 'A' }),
      createFor(server, me, { name: 'B' }),
    ])
    const credits = both.map(({ body }) => body.credits_available).sort((a, b) => a - b)
    expect(credits).toEqual([0, remaining])
    // A closed first business was the first one still.
    await putInto(server, both[0].id, { status: 'closed' })
    expect((await createFor(server, me)).body.credits_available).toBe(0)
  })

  it('creates one for one Idempotency-Key, and refuses another request under it', async () => {
    const me = await person(server)
    const send = (name: string) => me.json('POST', ONE, { name }, { 'idempotency-key': 'first' })
    const [one, two] = await Promise.all([send('A'), send('A')])
    expect([one.status, two.status]).toEqual([201, 201])
    expect(two.body.business_id).toBe(one.body.business_id)
    expect((await send('B')).body.code).toBe('idempotency_conflict')
    expect((await me.json('GET', ONE)).body.count).toBe(1)
  })

  it('stops at 20 that one person owns, also where two are created at once; closed ones do not count', async () => {
    const me = await person(server)
    const ids: string[] = []
    for (let at = 0; at < 19; at++) ids.push((await createFor(server, me, { name: `B${at}` })).id)
    const both = await Promise.all([me.json('POST', ONE, { name: 'X' }), me.json('POST', ONE, { name: 'Y' })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('limit_reached')
    await putInto(server, ids[0] as string, { status: 'closed' })
    expect((await me.json('POST', ONE, { name: 'Z' })).status).toBe(201)
  })

  it('refuses what is no business, keys and strangers', async () => {
    const me = await person(server)
    for (const body of [
      {},
      { name: ' ' },
      { name: 'A', status: 'active' },
      { name: 'A', owner_id: me.userId },
    ])
      expect((await me.json('POST', ONE, body)).body.code).toBe('invalid_request')
    expect((await me.json('POST', ONE, { name: 'A', country: 'Portugal' })).body.errors[0].path).toBe(
      'country',
    )
    expect((await new Client(server.url).json('POST', ONE, { name: 'A' })).status).toBe(401)
    const { key } = (await me.json('POST', '/api/v1/user/api-keys/', { name: 'k', scopes: ['account:read'] }))
      .body
    const bearer = { authorization: `Bearer ${key}` }
    expect((await new Client(server.url).json('POST', ONE, { name: 'A' }, bearer)).body.code).toBe(
      'session_required',
    )
  })
})

describe('reading a business', () => {
  it('shows strangers nothing, and each member what their role may see', async () => {
    const { one, many, id, owner } = await openBusiness(server)
    const outsider = await person(server)
    const gone = await join(server, id, 'admin', { status: 'removed' })
    const suspended = await join(server, id, 'admin', { status: 'suspended' })
    for (const who of [outsider, gone, suspended])
      for (const path of [one, `${many}verification-status/`, `${many}permissions/`, `${many}audit/`])
        expect((await who.json('GET', path)).status, path).toBe(404)
    await putInto(server, id, { verificationStatus: 'rejected' })
    await server.platform.db
      .update(businesses)
      .set({ verificationReason: 'The lease is not yours.' })
      .where(eq(businesses.id, id))
    const seen = async (who: Person) => (await who.json('GET', one)).body
    expect(await seen(owner)).toMatchObject({ verification_reason: 'The lease is not yours.' })
    const employee = await join(server, id, 'employee')
    expect(await seen(employee)).toMatchObject({
      ...{ role: 'employee', permissions: permissionsOf('employee'), verification_reason: null },
      ...{ verification_status: 'rejected', members: 3 },
    })
    // Who runs the instance reviews it without being in it.
    expect(await seen(admin)).toMatchObject({ role: null, verification_reason: 'The lease is not yours.' })
    expect((await admin.json('PUT', one, { name: 'Mine' })).body.code).toBe('permission_missing')
    expect((await owner.json('GET', `${ONE}biz_0000000000000000/`)).status).toBe(404)
    expect((await owner.json('GET', `${ONE}999999999/`)).status).toBe(404)
  })

  it('names the longest-standing owner, and counts members and pending invitations', async () => {
    const { one, id, owner } = await openBusiness(server)
    const second = await join(server, id, 'owner')
    await join(server, id, 'viewer', { status: 'suspended' })
    await join(server, id, 'viewer', { status: 'removed' })
    const invite = (expiresAt: Date) =>
      server.platform.db.insert(businessUsers).values({
        ...{ id: randomUUID(), businessId: id, email: 'x@y.example', emailKey: `${randomUUID()}@y.example` },
        ...{ role: 'viewer', status: 'invited', name: 'X', expiresAt },
      })
    await invite(new Date(Date.now() + DAY))
    await invite(new Date(Date.now() - DAY))
    expect((await second.json('GET', one)).body).toMatchObject({
      ...{ owner_id: owner.userId, members: 3, invitations: 1 },
    })
    await server.platform.db
      .update(businessUsers)
      .set({ status: 'removed' })
      .where(eq(businessUsers.userId, owner.userId))
    expect((await second.json('GET', one)).body.owner_id).toBe(second.userId)
  })

  it('has one table of permissions, with what the caller holds and may give', async () => {
    const { many, id, owner } = await openBusiness(server)
    const assignable = async (who: Person) => {
      const { status, body } = await who.json('GET', `${many}permissions/`)
      expect(status).toBe(200)
      return body.assignable
    }
    expect(await assignable(owner)).toEqual(ROLES)
    expect(await assignable(await join(server, id, 'admin'))).toEqual([
      ...['manager', 'employee', 'billing', 'viewer'],
    ])
    const manager = await join(server, id, 'manager')
    expect(await assignable(manager)).toEqual(['employee', 'viewer'])
    for (const role of ['employee', 'billing', 'viewer'] as const)
      expect(await assignable(await join(server, id, role))).toEqual([])
    const { body } = await manager.json('GET', `${many}permissions/`)
    expect(body.held).toEqual(permissionsOf('manager'))
    expect(body.roles.map(({ role }: { role: string }) => role)).toEqual(ROLES)
    // Its own exceptions count.
    const plain = await join(server, id, 'manager', { permissions: { 'members:write': false } })
    expect(await assignable(plain)).toEqual([])
    expect(await assignable(admin)).toEqual([])
  })
})

describe('the list of businesses', () => {
  it('has one’s own, in any order, page by page; for who runs the instance all', async () => {
    const me = await person(server)
    const made: string[] = []
    for (const name of ['Beta', 'Alpha', 'Gamma']) made.push((await createFor(server, me, { name })).biz)
    await openBusiness(server, { name: 'Somebody else’s' })
    const names = async (who: Person, query = '') =>
      (await who.json('GET', `${ONE}?${query}`)).body.results.map(({ name }: { name: string }) => name)
    expect(await names(me)).toEqual(['Gamma', 'Alpha', 'Beta'])
    expect(await names(me, 'sort_by=name&sort_dir=asc')).toEqual(['Alpha', 'Beta', 'Gamma'])
    await me.json('PUT', `${ONE}${made[0]}/`, { description: 'Changed last' })
    expect((await names(me, 'sort_by=updated_at'))[0]).toBe('Beta')
    const [alpha] = await server.platform.db
      .select()
      .from(businesses)
      .where(eq(businesses.publicId, made[1] as string))
    await server.platform.db
      .update(businesses)
      .set({ submittedAt: new Date() })
      .where(eq(businesses.id, alpha?.id as string))
    expect((await names(me, 'sort_by=submitted_at'))[0]).toBe('Alpha')
    for (const order of ['created_at', 'updated_at', 'name', 'submitted_at']) {
      const whole = await names(me, `sort_by=${order}`)
      const walked: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const at: string = cursor ? `&cursor=${cursor}` : ''
        const { body } = await me.json('GET', `${ONE}?sort_by=${order}&page_size=1${at}`)
        walked.push(...body.results.map(({ name }: { name: string }) => name))
        cursor = body.next_cursor
      }
      expect(walked, order).toEqual(whole)
    }
    expect((await me.json('GET', `${ONE}?cursor=abc`)).body.code).toBe('invalid_request')
    expect((await me.json('GET', `${ONE}?owner=me`)).body.code).toBe('invalid_request')
    const all = (await admin.json('GET', `${ONE}?page_size=100`)).body
    expect(all.results.map((one: { business_id: string }) => one.business_id)).toEqual(
      expect.arrayContaining(made),
    )
    expect(all.results[0]).toMatchObject({ role: null, documents: [], requirements: [] })
    expect(all.count).toBeGreaterThan(3)
  })

  it('filters by each of its filters, and searches for exactly what was typed', async () => {
    const mark = `m${Date.now().toString(36)}`
    const a = await openBusiness(server, {
      ...{ name: `${mark} 100% Linen_A`, state: 'Norte', industry: 'Textile', ...DETAILS },
    })
    const b = await openBusiness(server, { name: `${mark} Boats`, state: 'Sul', industry: 'Fishing' })
    await putInto(server, a.id, { status: 'active', verificationStatus: 'verified', isActive: false })
    const found = async (query: string) =>
      (await admin.json('GET', `${ONE}?query=${mark}&${query}`)).body.results.map(
        (one: { business_id: string }) => one.business_id,
      )
    expect(await found('sort_dir=asc')).toEqual([a.biz, b.biz])
    for (const [query, one] of [
      ['state=Norte', a],
      ['state=Sul', b],
      ['industry=Textile', a],
      ['industry=Fishing', b],
      ['status=active', a],
      ['status=pending', b],
      ['verification_status=verified', a],
      ['verification_status=unverified', b],
      ['is_active=false', a],
      ['is_active=true', b],
      ['is_verified=true', a],
      ['is_verified=false', b],
      [`owner_id=${a.owner.userId}`, a],
      [`owner_id=${b.owner.userId}`, b],
    ] as const)
      expect(await found(query), query).toEqual([one.biz])
    const search = async (text: string) =>
      (await admin.json('GET', `${ONE}?query=${encodeURIComponent(text)}`)).body.results.map(
        (one: { business_id: string }) => one.business_id,
      )
    // In any case; in names, numbers and addresses; and no wildcards.
    for (const text of [`${mark} 100% LINEN`, `${mark.toUpperCase()} 100%`, 'linen_a', a.biz])
      expect(await search(text), text).toContain(a.biz)
    expect(await search('514 998')).toContain(a.biz)
    expect(await search(`${mark}_100`)).toEqual([])
    expect(await search(`${mark}%Boats`)).toEqual([])
    expect((await admin.json('GET', `${ONE}?status=open`)).body.code).toBe('invalid_request')
  })

  it('tells a suspended member that it is there, and nothing of what it has', async () => {
    const { id, biz } = await openBusiness(server, { ...DETAILS, tax_id: 'PT 514998221' })
    const suspended = await join(server, id, 'admin', { status: 'suspended' })
    const removed = await join(server, id, 'admin', { status: 'removed' })
    const { results } = (await suspended.json('GET', ONE)).body
    expect(results).toMatchObject([
      { business_id: biz, permissions: [], legal_name: '', tax_id: '', city: '' },
    ])
    expect((await removed.json('GET', ONE)).body.results).toEqual([])
  })
})

describe('updating a business', () => {
  it('changes what was sent and nothing else, and writes down what changed', async () => {
    const { one, id, owner } = await openBusiness(server, { ...DETAILS, website: 'https://harbour.example' })
    const changed = await owner.json('PUT', one, { city: 'Lisboa', country: 'PT', website: '' })
    expect([changed.status, changed.body.city, changed.body.website, changed.body.legal_name]).toEqual([
      ...[200, 'Lisboa', '', DETAILS.legal_name],
    ])
    expect((await eventsOf(server, id)).at(-1)).toMatchObject({
      ...{ kind: 'business.updated', actorId: owner.userId },
      before: { city: 'Porto', website: 'https://harbour.example' },
      after: { city: 'Lisboa', website: '' },
    })
    // What is the same already is no change.
    const again = await owner.json('PUT', one, { city: 'Lisboa' })
    expect(again.body.updated_at).toBe(changed.body.updated_at)
    expect(await eventsOf(server, id)).toHaveLength(2)
    for (const body of [{ name: '' }, { name: '  ' }, { status: 'active' }, { is_verified: true }])
      expect((await owner.json('PUT', one, body)).body.code, JSON.stringify(body)).toBe('invalid_request')
  })

  it.each(['submitted', 'in_review', 'verified'] as const)(
    'keeps what a verification is about while it is %s',
    async (verificationStatus) => {
      const { one, id, owner, body } = await openBusiness(server, DETAILS)
      await putInto(server, id, { verificationStatus })
      for (const field of [
        ...['legal_name', 'registration_number', 'tax_id', 'address_line1', 'address_line2'],
        ...['city', 'state', 'postal_code', 'country'],
      ]) {
        const refused = await owner.json('PUT', one, { [field]: 'ES', name: 'New' })
        expect([refused.status, refused.body.code, refused.body.errors?.[0].path], field).toEqual([
          ...[409, 'business_misfit', field],
        ])
      }
      expect((await owner.json('GET', one)).body.name).toBe('Harbour & Co')
      // A full update that leaves them as they are is fine.
      const { name, legal_name, registration_number, tax_id, address_line1, city, country } = body
      const whole = { legal_name, registration_number, tax_id, address_line1, city, country }
      const full = await owner.json('PUT', one, { ...whole, name: `${name} 2`, phone: '+351 22' })
      expect([full.status, full.body.name, full.body.phone]).toEqual([200, 'Harbour & Co 2', '+351 22'])
      await putInto(server, id, { verificationStatus: 'rejected' })
      expect((await owner.json('PUT', one, { city: 'Braga' })).body.city).toBe('Braga')
    },
  )

  it('is for owners and admins', async () => {
    const { one, id } = await openBusiness(server)
    expect((await (await join(server, id, 'admin')).json('PUT', one, { city: 'Faro' })).status).toBe(200)
    for (const role of ['manager', 'employee', 'billing', 'viewer'] as const) {
      const refused = await (await join(server, id, role)).json('PUT', one, { city: 'Faro' })
      expect([refused.status, refused.body.code]).toEqual([403, 'permission_missing'])
    }
  })

  it('switches the business off and on; in between nothing else is changed', async () => {
    const { one, many, header, owner } = await openBusiness(server)
    expect((await owner.json('PUT', one, { is_active: false })).body.is_active).toBe(false)
    expect((await owner.json('POST', `${many}submit-verification/`, {})).body.code).toBe('business_inactive')
    const pipeline = await owner.json('POST', '/api/v1/pdf_handler/pipeline/', {}, header)
    expect(pipeline.body.code).toBe('business_inactive')
    expect((await owner.json('PUT', one, { is_active: true })).body.is_active).toBe(true)
  })

  it('does not change a business that is suspended while the request waits', async () => {
    const { one, id, owner } = await openBusiness(server)
    const other = new pg.Client(server.database)
    await other.connect()
    try {
      await other.query('begin')
      await other.query(`update businesses set status = 'suspended' where id = '${id}'`)
      const sent = owner.json('PUT', one, { name: 'Too late' })
      // The request has been authorised and waits for the row.
      await expect
        .poll(async () => {
          const { rows } = await other.query(
            `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
          return rows[0].n
        })
        .toBe(1)
      await other.query('commit')
      expect((await sent).body.code).toBe('business_inactive')
      expect((await owner.json('GET', one)).body.name).toBe('Harbour & Co')
    } finally {
      await other.end()
    }
  })
})

describe('the status', () => {
  it.each(BUSINESS_STATUSES.flatMap((from) => BUSINESS_STATUSES.map((to) => [from, to] as const)))(
    'from %s to %s follows the table',
    async (from, to) => {
      const { one, id, owner } = await openBusiness(server)
      await putInto(server, id, { status: from })
      const answer = await admin.json(
        'PUT',
        `${one}status/?status=${to}&reason=${encodeURIComponent('Late “fees”')}`,
      )
      if (STATUS_CHANGES[from].includes(to)) {
        expect([answer.status, answer.body.status, answer.body.status_reason]).toEqual([
          200,
          to,
          'Late “fees”',
        ])
        expect(answer.body.closed_at === null).toBe(to !== 'closed')
        expect((await eventsOf(server, id)).at(-1)).toMatchObject({
          ...{ kind: 'business.status_changed', actorKind: 'administrator', actorId: admin.userId },
          ...{ before: { status: from }, after: { status: to }, reason: 'Late “fees”' },
        })
        expect((await mailsTo(server, owner)).at(-1)?.text).toContain('Late “fees”')
      } else {
        expect([answer.status, answer.body.code]).toEqual([409, 'business_misfit'])
        expect(answer.body.allowed).toEqual(STATUS_CHANGES[from])
        expect((await owner.json('GET', one)).body.status).toBe(from)
        expect(await eventsOf(server, id)).toHaveLength(1)
      }
    },
  )

  it('is changed by one of two administrators', async () => {
    const { one, id } = await openBusiness(server)
    const set = () => admin.json('PUT', `${one}status/?status=suspended`)
    const both = await Promise.all([set(), set()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await eventsOf(server, id)).toHaveLength(2)
  })

  it('is not active without an active owner', async () => {
    const { one, id, owner } = await openBusiness(server)
    await server.platform.db
      .update(businessUsers)
      .set({ status: 'removed' })
      .where(eq(businessUsers.userId, owner.userId))
    const refused = await admin.json('PUT', `${one}status/?status=active`)
    expect([refused.body.code, refused.body.allowed]).toEqual(['business_misfit', ['suspended', 'closed']])
    await join(server, id, 'owner')
    expect((await admin.json('PUT', `${one}status/?status=active`)).status).toBe(200)
  })

  it('is set by who runs the instance alone', async () => {
    const { one, many, owner } = await openBusiness(server)
    for (const [method, path, body] of [
      ['PUT', `${one}status/?status=active`, undefined],
      ['POST', `${one}verify/`, { is_verified: true }],
      ['POST', `${many}review-verification/`, { is_approved: true }],
      ['POST', `${many}start-review/`, undefined],
    ] as const) {
      const refused = await owner.json(method, path, body)
      expect([refused.status, refused.body.code], path).toEqual([403, 'forbidden'])
      expect((await admin.json(method, path.replace(/biz_\w+/, 'biz_0000000000000000'), body)).status).toBe(
        404,
      )
    }
    expect((await admin.json('PUT', `${one}status/`)).body.code).toBe('invalid_request')
  })

  it.each(['suspended', 'closed'] as const)(
    '%s leaves everything to be read and nothing to be changed',
    async (status) => {
      const { one, many, id, header, owner } = await openBusiness(server, DETAILS)
      await putInto(server, id, { status })
      for (const path of [one, `${many}verification-status/`, `${many}permissions/`, `${many}audit/`])
        expect((await owner.json('GET', path)).status, path).toBe(200)
      const before = (await owner.json('GET', one)).body
      for (const [method, path, body] of [
        ['PUT', one, { name: 'New' }],
        ['PUT', one, { is_active: false }],
        ['PUT', `${many}policies/`, before.policies],
        ['POST', `${many}submit-verification/`, {}],
        ['DELETE', `${many}documents/${randomUUID()}/`, undefined],
        ['POST', `${many}close/`, {}],
      ] as const) {
        const refused = await owner.json(method, path, body)
        expect([refused.status, refused.body.code], path).toEqual([403, 'business_inactive'])
      }
      const key = { name: 'k', scopes: ['storage:read'] }
      expect((await owner.json('POST', '/api/v1/user/api-keys/', key, header)).body.code).toBe(
        'business_inactive',
      )
      expect((await owner.json('GET', one)).body).toEqual(before)
    },
  )

  it('is closed by an owner who has confirmed, and opened again by who runs the instance', async () => {
    const { one, many, id, owner } = await openBusiness(server)
    const other = await join(server, id, 'owner')
    expect((await (await join(server, id, 'admin')).json('POST', `${many}close/`, {})).body.code).toBe(
      'permission_missing',
    )
    const ago = new Date(Date.now() - DAY)
    await server.platform.db
      .update(sessions)
      .set({ confirmedAt: ago })
      .where(eq(sessions.userId, other.userId))
    expect((await other.json('POST', `${many}close/`, {})).body.code).toBe('step_up_required')
    const closed = await owner.json('POST', `${many}close/`, { reason: 'We moved.' })
    expect([closed.status, closed.body.status, closed.body.status_reason]).toEqual([
      200,
      'closed',
      'We moved.',
    ])
    expect(closed.body.closed_at).not.toBeNull()
    expect((await eventsOf(server, id)).at(-1)).toMatchObject({
      kind: 'business.closed',
      reason: 'We moved.',
    })
    // The other owner hears of it.
    expect((await mailsTo(server, other)).at(-1)?.text).toContain('We moved.')
    expect((await owner.json('POST', `${many}close/`, {})).body.code).toBe('business_inactive')
    const open = await admin.json('PUT', `${one}status/?status=active`)
    expect([open.body.status, open.body.closed_at, open.body.status_reason]).toEqual(['active', null, null])
  })
})

describe('the policies', () => {
  const policies = (more: Record<string, unknown> = {}) => ({
    second_factor: { required: false, grace_days: 14, required_from: null },
    email_domains: [],
    links: { max_days: null, password_required: false },
    buyers: ['owner'],
    ...more,
  })
  const factor = (required: boolean, grace_days: number) => ({
    second_factor: { required, grace_days, required_from: null },
  })

  it('count the days of a second factor from when it was required, and do not move with later changes', async () => {
    const { many, id, owner } = await openBusiness(server)
    const now = Date.now()
    const at = (days: number) => new Date(now + days * DAY).toISOString()
    const put = async (more: Record<string, unknown>, days = 0) => {
      server.platform.clock = () => new Date(now + days * DAY)
      try {
        const { status, body } = await owner.json('PUT', `${many}policies/`, policies(more))
        expect(status).toBe(200)
        return body.policies.second_factor.required_from
      } finally {
        server.platform.clock = () => new Date()
      }
    }
    // The owner's session would have ended by the moved clock otherwise.
    await server.platform.db
      .update(sessions)
      .set({ expiresAt: new Date(now + 90 * DAY), lastSeenAt: new Date(now + DAY / 2) })
      .where(eq(sessions.userId, owner.userId))
    expect(await put(factor(true, 7))).toBe(at(7))
    expect(await put(factor(true, 7), 0.5)).toBe(at(7))
    expect(await put(factor(true, 30), 0.5)).toBe(at(30))
    expect(await put(factor(false, 30), 0.5)).toBeNull()
    expect(await put(factor(true, 3), 0.75)).toBe(at(3.75))
    const events = (await eventsOf(server, id)).filter(({ kind }) => kind === 'business.policies_updated')
    expect(events).toHaveLength(4)
    expect(events[0]).toMatchObject({
      before: { second_factor: { required: false } },
      after: { second_factor: { required: true, grace_days: 7, required_from: at(7) } },
    })
    // Only what changed.
    expect(Object.keys(events[0]?.after ?? {}).sort()).toEqual(['buyers', 'second_factor'])
    expect(Object.keys(events[1]?.after ?? {})).toEqual(['second_factor'])
  })

  it('stop a member without a second factor once the days are over, and say so', async () => {
    const { one, many, owner, id } = await openBusiness(server)
    const member = await join(server, id, 'viewer')
    await owner.json('PUT', `${many}policies/`, policies(factor(true, 14)))
    expect((await member.json('GET', one)).status).toBe(200)
    await owner.json('PUT', `${many}policies/`, policies(factor(true, 0)))
    expect((await member.json('GET', one)).body.code).toBe('second_factor_required')
  })

  it('keep domains in lower case and each once; refuse what is none', async () => {
    const { many, owner } = await openBusiness(server)
    const put = (more: Record<string, unknown>) => owner.json('PUT', `${many}policies/`, policies(more))
    const kept = await put({
      email_domains: ['Harbour.Example', 'harbour.example '],
      buyers: ['admin', 'admin'],
    })
    expect(kept.body.policies).toMatchObject({ email_domains: ['harbour.example'], buyers: ['admin'] })
    for (const wrong of [
      { email_domains: ['*'] },
      { email_domains: ['a@b.example'] },
      { buyers: [] },
      { links: { max_days: 0, password_required: false } },
      factor(true, 91),
      { more: true },
    ])
      expect((await put(wrong)).body.code, JSON.stringify(wrong)).toBe('invalid_request')
  })

  it('hold share links to their rules, when they are created and when they are changed', async () => {
    const { many, header, owner } = await openBusiness(server)
    const form = new FormData()
    form.append('file', new Blob(['a plan']), 'Plan.txt')
    const sent = await owner.fetch('/api/v1/user/storage/files/upload/', {
      ...{ method: 'POST', body: form, headers: header },
    })
    const file_id = ((await sent.json()) as { id: string }).id
    const share = (more: Record<string, unknown>) =>
      owner.json('POST', '/api/v1/user/shares/', { file_id, ...more }, header)
    const early = (await share({})).body
    const links = { max_days: 30, password_required: true }
    await owner.json('PUT', `${many}policies/`, policies({ links }))
    const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
    const paths = ({ body }: { body: { code: string; errors?: { path: string }[] } }) => [
      body.code,
      body.errors?.map(({ path }) => path),
    ]
    expect(paths(await share({}))).toEqual(['share_rule', ['expires_at', 'password']])
    expect(paths(await share({ expires_at: inDays(31), password: 'open up' }))).toEqual([
      ...['share_rule', ['expires_at']],
    ])
    expect(paths(await share({ expires_at: inDays(30) }))).toEqual(['share_rule', ['password']])
    const made = await share({ expires_at: inDays(30), password: 'open up' })
    expect(made.status).toBe(201)
    const change = (id: string, more: Record<string, unknown>) =>
      owner.json('PATCH', `/api/v1/user/shares/${id}/`, more, header)
    const { link_id } = made.body
    expect(paths(await change(link_id, { expires_at: null }))).toEqual(['share_rule', ['expires_at']])
    expect(paths(await change(link_id, { expires_at: inDays(40) }))).toEqual(['share_rule', ['expires_at']])
    expect(paths(await change(link_id, { password: null }))).toEqual(['share_rule', ['password']])
    expect((await change(link_id, { expires_at: inDays(2), password: 'another one' })).status).toBe(200)
    // What an earlier link has stays until somebody changes it.
    expect((await change(early.link_id, { name: 'Old' })).status).toBe(200)
    // A person's own links have no rules.
    const own = new FormData()
    own.append('file', new Blob(['mine']), 'Mine.txt')
    const mine = await owner.fetch('/api/v1/user/storage/files/upload/', { method: 'POST', body: own })
    const { id } = (await mine.json()) as { id: string }
    expect((await owner.json('POST', '/api/v1/user/shares/', { file_id: id })).status).toBe(201)
  })
})

it('keeps an id that is none from the database', async () => {
  const me = await person(server)
  for (const id of ['x', 'biz_', '0x1', '1e3', '99999999999999999999', "biz_'or'1'='1"])
    expect((await me.json('GET', `${MANY}${encodeURIComponent(id)}/permissions/`)).status, id).toBe(404)
})
