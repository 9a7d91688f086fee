import { describe, expect, it } from 'vitest'
import type { Business } from '../../contract/businesses.ts'
import { BUSINESS_PERMISSIONS, ROLE_TABLE, ROLES } from '../../contract/permissions.ts'
import { aBusiness, aMember, BUSINESSES, DETAILS, newName, type Place } from './a-business.ts'
import { aPdf } from './a-pdf.ts'
import { type Caller, type Callers, pixel, RECORDS, type Target } from './caller.ts'

const FILES = '/api/v1/user/storage/files/'
const MFA = '/auth/api/v1/social/mfa/'
const SHARES = '/api/v1/user/shares/'
const KINDS = ['registration_certificate', 'proof_of_address', 'owner_identity', 'tax_registration'] as const

/**
 * Businesses: their profile, verification, status, policies, and work in their name; by the server
 * and by the mock alike.
 */
export function businessesSuite(all: Callers, { admin, totp }: Target) {
  const { anyone, someone } = all
  const reviewer = async () => {
    const caller = anyone()
    const { username, password } = admin
    const { status } = await caller.call('POST', '/api/v1/user/auth/login/', { username, password })
    expect(status).toBe(200)
    return caller
  }
  const owned = async (fields: object = {}) => {
    const me = await someone()
    return { me, place: await aBusiness(me, fields) }
  }
  const addDocument = async (me: Caller, { at }: Place, kind: string, file: Blob = aPdf()) =>
    me.send(`${at}documents/`, [`${kind}.pdf`, file], { kind })
  const upload = async (
    me: Caller,
    [name, content]: readonly [string, string | Blob],
    headers: Record<string, string>,
  ) => {
    const body = new FormData()
    body.append('file', new Blob([content]), name)
    const response = await me.fetch('POST', `${FILES}upload/`, { body, headers })
    return { status: response.status, body: await response.json() }
  }

  describe('businesses', () => {
    it('are made, found and changed, in part or whole', async () => {
      const name = newName()
      const { me, place } = await owned({ name, industry: 'Real estate', state: 'Norte' })
      const { business, one } = place
      expect(business).toMatchObject({
        name,
        industry: 'Real estate',
        city: '',
        is_active: true,
        is_verified: false,
        status: 'pending',
        verification_status: 'unverified',
        role: 'owner',
        members: 1,
        invitations: 0,
        documents: [],
      })
      expect(business.permissions).toEqual(BUSINESS_PERMISSIONS)
      expect(business.requirements.map(({ item, status }) => [item, status])).toEqual(
        ['details', ...KINDS].map((item) => [item, 'missing']),
      )
      expect((await me.call('GET', one)).body.business_id).toBe(business.business_id)
      expect((await me.call('GET', `${BUSINESSES}${business.id}/`)).body.name).toBe(name)

      const changed = await me.call('PUT', one, { city: 'Porto', is_active: false })
      expect(changed.body).toMatchObject({ name, industry: 'Real estate', city: 'Porto', is_active: false })
      expect((await me.call('PUT', one, { name: ' ' })).body.code).toBe('invalid_request')
      expect((await me.call('PUT', one, { country: 'Portugal' })).body.code).toBe('invalid_request')
      const key = { 'idempotency-key': crypto.randomUUID() }
      const first = await me.call('POST', BUSINESSES, { name: newName() }, key)
      const again = await me.call('POST', BUSINESSES, { name: first.body.name }, key)
      expect(again.body.business_id).toBe(first.body.business_id)
    })

    it('are listed for their members, and all of them for an administrator', async () => {
      const name = newName()
      const { me } = await owned({ name, industry: 'Boats', state: 'Norte' })
      const second = await aBusiness(me, { name: `${name} Two` })
      const names = async (caller: Caller, query: string) =>
        (await caller.call('GET', `${BUSINESSES}?${query}`)).body.results.map((one: Business) => one.name)
      expect(await names(me, '')).toEqual([`${name} Two`, name])
      expect(await names(me, 'sort_by=name&sort_dir=asc')).toEqual([name, `${name} Two`])
      expect(await names(me, 'industry=Boats')).toEqual([name])
      expect(await names(me, 'state=Norte&status=pending&is_active=true&is_verified=false')).toEqual([name])
      expect(await names(me, 'verification_status=submitted')).toEqual([])
      const mine = encodeURIComponent(name.toUpperCase())
      expect(await names(me, `query=${mine}`)).toEqual([`${name} Two`, name])
      expect(await names(await someone(), `query=${mine}`)).toEqual([])
      const chief = await reviewer()
      expect(await names(chief, `query=${mine}`)).toEqual([`${name} Two`, name])
      expect(await names(chief, `query=${mine}&owner_id=${second.business.owner_id}`)).toHaveLength(2)
      const first = (await me.call('GET', `${BUSINESSES}?page_size=1`)).body
      expect(first).toMatchObject({ count: 2, total_pages: 2 })
      expect(await names(me, `page_size=1&cursor=${first.next_cursor}`)).toEqual([name])
      expect((await anyone().call('GET', BUSINESSES)).body.code).toBe('unauthenticated')
    })

    it('are nothing to strangers', async () => {
      const { place } = await owned()
      const { one, at, users, acting } = place
      const stranger = await someone()
      const person = crypto.randomUUID()
      for (const [method, path, body] of [
        ['GET', one],
        ['PUT', one, {}],
        ['GET', `${at}verification-status/`],
        ['POST', `${at}submit-verification/`, {}],
        ['GET', `${at}permissions/`],
        ['GET', `${at}audit/`],
        ['GET', `${at}audit/export/`],
        ['POST', `${at}close/`, {}],
        ['POST', `${at}transfer/`, { user_id: person }],
        ['GET', users],
        ['GET', `${users}${person}/`],
        ['DELETE', `${users}${person}/`],
        ['POST', `${users}invite/`, { email: 'somebody@mail.example' }],
        ['GET', `${BUSINESSES}biz_0000000000000000/`],
        ['GET', `${BUSINESSES}nothing/`],
      ] as const)
        expect((await stranger.call(method, path, body)).body.code, `${method} ${path}`).toBe('not_found')
      expect((await stranger.call('GET', FILES, undefined, acting)).body.code).toBe('not_found')
      expect((await stranger.call('POST', `${at}start-review/`)).body.code).toBe('forbidden')
    })

    it('say what each role may do', async () => {
      const { me, place } = await owned()
      const { at, one } = place
      const { body } = await me.call('GET', `${at}permissions/`)
      expect(body.roles.map(({ role }: { role: string }) => role)).toEqual([...ROLES])
      expect(body).toMatchObject({ role: 'owner', assignable: [...ROLES], held: BUSINESS_PERMISSIONS })
      const manager = await aMember(all, me, place, 'manager')
      expect((await manager.caller.call('GET', `${at}permissions/`)).body.assignable).toEqual([
        'employee',
        'viewer',
      ])
      const viewer = (await aMember(all, me, place, 'viewer')).caller
      expect((await viewer.call('GET', one)).body).toMatchObject({ role: 'viewer', documents: [] })
      const refused = await viewer.call('PUT', one, { city: 'Porto' })
      expect(refused.body.code).toBe('permission_missing')
      expect([...refused.body.allowed].sort()).toEqual([...ROLE_TABLE.viewer.permissions].sort())
      for (const [method, path, json] of [
        ['GET', `${at}audit/`],
        ['POST', `${at}submit-verification/`, {}],
        ['POST', `${place.users}invite/`, { email: 'somebody@mail.example' }],
        ['POST', `${at}close/`, {}],
      ] as const)
        expect((await viewer.call(method, path, json)).body.code, path).toBe('permission_missing')
    })
  })

  describe('the verification of a business', () => {
    it('is submitted once it is complete, reviewed, rejected, repeated and approved', async () => {
      const { me, place } = await owned()
      const { at, one, acting } = place
      const submit = (json: object = {}) => me.call('POST', `${at}submit-verification/`, json)
      const incomplete = (await submit()).body
      expect(incomplete.code).toBe('verification_incomplete')
      expect(incomplete.errors.length).toBeGreaterThan(0)
      await me.call('PUT', one, DETAILS)

      const spare = await addDocument(me, place, 'other')
      expect(spare.status).toBe(201)
      expect(spare.body).toMatchObject({ kind: 'other', status: 'ready', format: 'pdf', reason: null })
      const bytes = await me.fetch('GET', new URL(spare.body.content_url).pathname)
      expect(await bytes.text()).toMatch(/^%PDF/)
      const spareAt = `${at}documents/${spare.body.document_id}/`
      expect((await me.call('DELETE', spareAt)).status).toBe(204)
      expect((await me.call('DELETE', spareAt)).body.code).toBe('not_found')
      const words = new Blob(['Only words, whatever its name says.'])
      expect((await addDocument(me, place, 'other', words)).body.code).toBe('unsupported_source')
      expect((await addDocument(me, place, 'other', new Blob([]))).body.code).toBe('file_empty')
      expect((await me.send(`${at}documents/`, null, { kind: 'other' })).body.code).toBe('file_missing')
      expect((await addDocument(me, place, 'diary')).body.code).toBe('invalid_request')

      for (const kind of KINDS.slice(0, 3))
        expect(
          (await addDocument(me, place, kind, kind === 'owner_identity' ? pixel() : aPdf())).status,
        ).toBe(201)
      // The last one comes from the storage of the business.
      const stored = await upload(me, ['tax.pdf', aPdf()], acting)
      const partly = await submit({ documents: [{ kind: 'other', file_id: stored.body.id }] })
      expect(partly.body.code).toBe('verification_incomplete')
      expect((await me.call('GET', one)).body.documents, 'nothing was added').toHaveLength(3)
      const submitted = await submit({
        documents: [{ kind: 'tax_registration', file_id: stored.body.id }],
      })
      expect(submitted.body).toMatchObject({ verification_status: 'submitted', is_verified: false })
      expect(submitted.body.documents).toHaveLength(4)
      expect(submitted.body.documents.map(({ status }: { status: string }) => status)).toEqual(
        Array.from({ length: 4 }, () => 'submitted'),
      )
      expect((await submit()).body.code).toBe('business_misfit')
      expect((await me.call('PUT', one, { legal_name: 'Another' })).body.code).toBe('business_misfit')
      const [document] = submitted.body.documents
      expect((await me.call('DELETE', `${at}documents/${document.document_id}/`)).body.code).toBe(
        'business_misfit',
      )

      const chief = await reviewer()
      const started = await chief.call('POST', `${at}start-review/`)
      expect(started.body).toMatchObject({ verification_status: 'in_review', role: null })
      const twice = await chief.call('POST', `${at}start-review/`)
      expect(twice.body).toMatchObject({ code: 'business_misfit' })
      expect(twice.body.allowed).toEqual(expect.arrayContaining(['approve', 'reject']))
      const review = (caller: Caller, json: object) => caller.call('POST', `${at}review-verification/`, json)
      expect((await review(me, { is_approved: true })).body.code).toBe('forbidden')
      const decision = {
        document_id: document.document_id,
        status: 'rejected',
        reason: 'It is not readable.',
      }
      const rejected = await review(chief, {
        is_approved: false,
        reason: 'One document is missing.',
        documents: [decision],
      })
      expect(rejected.body).toMatchObject({
        verification_status: 'rejected',
        verification_reason: 'One document is missing.',
      })
      const status = (await me.call('GET', `${at}verification-status/`)).body
      expect(status.requirements).toContainEqual(
        expect.objectContaining({ item: document.kind, status: 'rejected', reason: 'It is not readable.' }),
      )
      expect(status.documents.filter(({ status }: { status: string }) => status === 'accepted')).toHaveLength(
        3,
      )

      expect((await submit()).body.code).toBe('verification_incomplete')
      const better = await addDocument(me, place, document.kind)
      expect(better.status).toBe(201)
      expect((await submit()).body.verification_status).toBe('submitted')
      const approved = await review(chief, { is_approved: true })
      expect(approved.body).toMatchObject({ verification_status: 'verified', is_verified: true })
      const whole = (await me.call('GET', one)).body
      expect(whole.documents.map(({ status }: { status: string }) => status)).toEqual(
        Array.from({ length: 4 }, () => 'accepted'),
      )
      expect(whole.verification_events.map(({ kind }: { kind: string }) => kind)).toEqual(
        expect.arrayContaining([
          'verification.submitted',
          'verification.in_review',
          'verification.rejected',
          'verification.verified',
        ]),
      )
    })

    it('is set by an administrator without a review', async () => {
      const { me, place } = await owned()
      const chief = await reviewer()
      const verify = (caller: Caller, is_verified: boolean) =>
        caller.call('POST', `${place.one}verify/`, { is_verified, reason: 'Known for years.' })
      expect((await verify(me, true)).body.code).toBe('forbidden')
      expect((await verify(chief, true)).body).toMatchObject({
        is_verified: true,
        verification_reason: 'Known for years.',
      })
      expect((await verify(chief, true)).body.code).toBe('business_misfit')
      expect((await verify(chief, false)).body).toMatchObject({
        verification_status: 'unverified',
        verified_at: null,
      })
    })
  })

  describe('the status of a business', () => {
    it('is changed by an administrator; a suspended one is read and not changed', async () => {
      const { me, place } = await owned()
      const { one, at, acting } = place
      const chief = await reviewer()
      const set = (status: string) =>
        chief.call('PUT', `${one}status/?status=${status}&reason=${encodeURIComponent('Unpaid bills')}`)
      expect((await set('suspended')).body).toMatchObject({
        status: 'suspended',
        status_reason: 'Unpaid bills',
      })
      const misfit = (await set('pending')).body
      expect(misfit.code).toBe('business_misfit')
      expect([...misfit.allowed].sort()).toEqual(['active', 'closed'])
      expect((await me.call('GET', one)).body.status).toBe('suspended')
      expect((await me.call('GET', FILES, undefined, acting)).status).toBe(200)
      const refused = (await me.call('PUT', one, { city: 'Porto' })).body
      expect(refused.code).toBe('business_inactive')
      expect(refused.detail).toContain('Unpaid bills')
      expect((await me.call('POST', `${at}close/`, {})).body.code).toBe('business_inactive')
      expect((await set('active')).body.status).toBe('active')
      expect((await me.call('PUT', one, { city: 'Porto' })).body.city).toBe('Porto')
      expect((await me.call('PUT', `${one}status/?status=active`)).body.code).toBe('forbidden')
    })

    it('ends when its owner closes it, and with it its links', async () => {
      const { me, place } = await owned()
      const { one, at, acting } = place
      const file = (await upload(me, RECORDS, acting)).body
      const share = (await me.call('POST', SHARES, { file_id: file.id }, acting)).body
      const opened = `${SHARES}public/${share.token}/`
      expect((await anyone().call('GET', opened)).status).toBe(200)
      const closed = await me.call('POST', `${at}close/`, { reason: 'We retire.' })
      expect(closed.body).toMatchObject({ status: 'closed' })
      expect(closed.body.closed_at).not.toBeNull()
      expect((await me.call('GET', one)).body.status).toBe('closed')
      expect((await anyone().call('GET', opened)).body.code).toBe('share_unavailable')
      expect((await me.call('PUT', one, {})).body.code).toBe('business_inactive')
    })

    it('is other than being switched off, which its owners undo themselves', async () => {
      const { me, place } = await owned()
      const { one, users, acting } = place
      await me.call('PUT', one, { is_active: false })
      const invited = await me.call('POST', `${users}invite/`, { email: 'somebody@mail.example' })
      expect(invited.body.code).toBe('business_inactive')
      expect((await upload(me, RECORDS, acting)).body.code).toBe('business_inactive')
      expect((await me.call('PUT', one, { is_active: true })).body.is_active).toBe(true)
      expect((await upload(me, RECORDS, acting)).status).toBe(201)
    })
  })

  describe('policies', () => {
    it('say how long links work and that they have a password', async () => {
      const { me, place } = await owned()
      const { at, acting } = place
      const { policies } = place.business
      const set = { ...policies, links: { max_days: 7, password_required: true } }
      expect((await me.call('PUT', `${at}policies/`, set)).body.policies).toEqual(set)
      const file = (await upload(me, RECORDS, acting)).body
      const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
      const share = (json: object) => me.call('POST', SHARES, { file_id: file.id, ...json }, acting)
      const password = 'open sesame'
      const late = await share({ password, expires_at: inDays(30) })
      expect(late.body).toMatchObject({ code: 'share_rule', errors: [{ path: 'expires_at' }] })
      const open = await share({ expires_at: inDays(3) })
      expect(open.body).toMatchObject({ code: 'share_rule', errors: [{ path: 'password' }] })
      const made = await share({ password, expires_at: inDays(3) })
      expect(made.status).toBe(201)
      const own = `${SHARES}${made.body.link_id}/`
      expect((await me.call('PATCH', own, { expires_at: inDays(30) }, acting)).body.code).toBe('share_rule')
      expect((await me.call('PATCH', own, { password: null }, acting)).body.code).toBe('share_rule')
      expect((await me.call('PATCH', own, { name: 'To read' }, acting)).body.name).toBe('To read')
    })

    it('say which addresses can be invited, who buys, and until when a second factor is needed', async () => {
      const { me, place } = await owned()
      const { at, users } = place
      const { caller, at: memberAt } = await aMember(all, me, place, 'billing')
      const policies = {
        second_factor: { required: true, grace_days: 7, required_from: null },
        email_domains: ['Harbour.example'],
        links: { max_days: null, password_required: false },
        buyers: ['owner'],
      }
      const { body } = await me.call('PUT', `${at}policies/`, policies)
      expect(body.policies).toMatchObject({ email_domains: ['harbour.example'], buyers: ['owner'] })
      expect(Date.parse(body.policies.second_factor.required_from)).toBeGreaterThan(Date.now())
      const refused = await me.call('POST', `${users}invite/`, { email: 'somebody@mail.example' })
      expect(refused.body).toMatchObject({ code: 'email_domain_refused', allowed: ['harbour.example'] })

      const member = (await me.call('GET', memberAt)).body
      expect(member.has_second_factor).toBe(false)
      expect(Date.parse(member.second_factor_due)).toBeGreaterThan(Date.now())
      expect(member.effective_permissions).not.toContain('billing:write')
      expect((await caller.call('GET', place.one)).body.permissions).not.toContain('billing:write')
      expect((await me.call('POST', `${memberAt}remind/`)).status).toBe(204)
      expect((await me.call('POST', `${memberAt}remind/`)).body.code).toBe('too_many_requests')
      const nonsense = { ...policies, email_domains: ['not a domain'] }
      expect((await me.call('PUT', `${at}policies/`, nonsense)).body.code).toBe('invalid_request')
    })
  })

  describe('a second factor', () => {
    it('is missing only until a member has one, once its days are over', async () => {
      const { me, place } = await owned()
      const { one, acting } = place
      const addFactor = async (caller: Caller) => {
        const { secret } = (await caller.call('POST', `${MFA}setup/totp/`)).body
        const { status } = await caller.call('POST', `${MFA}setup/totp/confirm/`, { code: totp(secret) })
        expect(status).toBe(200)
      }
      await addFactor(me)
      const { caller } = await aMember(all, me, place, 'employee')
      const second_factor = { required: true, grace_days: 0, required_from: null }
      const set = await me.call('PUT', `${place.at}policies/`, { ...place.business.policies, second_factor })
      expect(set.status).toBe(200)
      expect((await caller.call('GET', one)).body.code).toBe('second_factor_required')
      expect((await caller.call('GET', FILES, undefined, acting)).body.code).toBe('second_factor_required')
      expect((await caller.call('GET', FILES)).status, 'their own files').toBe(200)
      expect((await me.call('GET', `${place.users}?second_factor=false`)).body.count).toBe(1)
      await addFactor(caller)
      expect((await caller.call('GET', one)).body.role).toBe('employee')
    })
  })

  describe('acting for a business', () => {
    it('makes what belongs to the business and is seen by its members', async () => {
      const { me, place } = await owned()
      const { acting, business } = place
      const ids = async (caller: Caller, headers: Record<string, string> = {}, query = '') =>
        (await caller.call('GET', `${FILES}${query}`, undefined, headers)).body.results.map(
          ({ id }: { id: string }) => id,
        )
      const made = await upload(me, RECORDS, acting)
      expect(made.status).toBe(201)
      expect(await ids(me)).toEqual([])
      expect(await ids(me, acting)).toEqual([made.body.id])
      expect(await ids(me, {}, `?business_id=${business.business_id}`)).toEqual([made.body.id])
      expect(await ids(me, { 'x-business-id': String(business.id) })).toEqual([made.body.id])
      const viewer = (await aMember(all, me, place, 'viewer')).caller
      expect(await ids(viewer, acting)).toEqual([made.body.id])
      expect(await ids(viewer)).toEqual([])
      const refused = await upload(viewer, RECORDS, acting)
      expect(refused.body.code).toBe('permission_missing')
      const foreign = await me.call('GET', '/api/v1/user/me/', undefined, { 'x-business-id': 'nothing' })
      expect(foreign.body.username, 'what is personal is one’s own').toBeTruthy()
      expect((await me.call('GET', place.one)).body.storage_bytes).toBe(7)
    })

    it('is what a key of the business does', async () => {
      const { me, place } = await owned()
      const { acting, one, users } = place
      const made = await upload(me, RECORDS, acting)
      const create = (scopes: string[]) =>
        me.call('POST', '/api/v1/user/api-keys/', { name: 'nightly', scopes }, acting)
      expect((await create(['account:read'])).body.code).toBe('invalid_request')
      const { body: key } = await create(['storage:read'])
      const bearer = { authorization: `Bearer ${key.key}` }
      const robot = anyone()
      const files = await robot.call('GET', FILES, undefined, bearer)
      expect(files.body.results.map(({ id }: { id: string }) => id)).toEqual([made.body.id])
      expect((await robot.call('GET', users, undefined, bearer)).body.code).toBe('permission_missing')
      const other = await aBusiness(me)
      expect((await robot.call('GET', FILES, undefined, { ...bearer, ...other.acting })).body.code).toBe(
        'not_found',
      )
      expect((await me.call('GET', '/api/v1/user/api-keys/')).body.results).toEqual([])
      const list = await me.call('GET', '/api/v1/user/api-keys/', undefined, acting)
      expect(list.body.results).toMatchObject([{ id: key.id }])
      expect((await me.call('DELETE', `/api/v1/user/api-keys/${key.id}/`, undefined, acting)).status).toBe(
        204,
      )
      expect((await robot.call('GET', one, undefined, bearer)).body.code).toBe('invalid_token')
    })
  })

  describe('the audit log', () => {
    it('says who did what, with what was before and after', async () => {
      const { me, place } = await owned()
      const { at, one } = place
      await me.call('PUT', one, { city: 'Porto' })
      const { at: memberAt } = await aMember(all, me, place, 'employee')
      await me.call('PUT', memberAt, { role: 'manager' })
      const list = async (query = '') => (await me.call('GET', `${at}audit/${query}`)).body
      const kinds = (body: { results: { kind: string }[] }) => body.results.map(({ kind }) => kind)
      const whole = await list()
      expect(kinds(whole)).toEqual([
        'member.role_changed',
        'member.added',
        'business.updated',
        'business.created',
      ])
      expect(whole.results[0]).toMatchObject({
        actor: { kind: 'member', name: me.username },
        before: { role: 'employee' },
        after: { role: 'manager' },
      })
      expect(whole.results[2]).toMatchObject({ before: { city: '' }, after: { city: 'Porto' } })
      expect(kinds(await list('?kind=member.added'))).toEqual(['member.added'])
      expect(kinds(await list('?sort_dir=asc&page_size=1'))).toEqual(['business.created'])
      const actor = whole.results[0].actor.user_id
      expect((await list(`?actor_id=${actor}`)).count).toBe(4)
      expect((await list(`?actor_id=${crypto.randomUUID()}`)).count).toBe(0)
      expect((await list(`?until=${encodeURIComponent('2020-01-01T00:00:00Z')}`)).count).toBe(0)
      const csv = await (await me.fetch('GET', `${at}audit/export/`)).text()
      expect(csv).toContain('member.role_changed')
      expect(csv.trim().split('\r\n')).toHaveLength(5)
    })
  })
}
