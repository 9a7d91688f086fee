import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  changesFrom,
  REQUIRED_DETAILS,
  REQUIRED_DOCUMENTS,
  VERIFICATION_CHANGES,
  VERIFICATION_STATUSES,
  type VerificationChange,
} from '../../contract/business-states.ts'
import { businessUsers } from '../../server/core/schema.ts'
import {
  addDocument,
  addDocuments,
  DETAILS,
  eventsOf,
  join,
  mailsTo,
  openBusiness,
  type Person,
  person,
  putInto,
  submitted,
} from './business-world.ts'
import { Client, startServer, type TestServer } from './harness.ts'

let server: TestServer
/** The first account runs the instance; another one does too. */
let admin: Person
let second: Person
beforeAll(async () => {
  server = await startServer()
  admin = await person(server)
  second = await person(server)
  await server.platform.db.execute(`update users set is_admin = true where id = '${second.userId}'`)
})
afterAll(() => server.stop())

type World = Awaited<ReturnType<typeof openBusiness>>

const submit = ({ owner, many }: Pick<World, 'owner' | 'many'>, documents: unknown[] = []) =>
  owner.json('POST', `${many}submit-verification/`, { documents })
const review = (who: Client, { many }: Pick<World, 'many'>, body: Record<string, unknown>) =>
  who.json('POST', `${many}review-verification/`, body)
const statusOf = async ({ owner, many }: Pick<World, 'owner' | 'many'>) =>
  (await owner.json('GET', `${many}verification-status/`)).body
const documentsOf = async (world: Pick<World, 'owner' | 'many'>) =>
  Object.fromEntries(
    (await statusOf(world)).documents.map(
      ({ kind, status, reason }: { kind: string; status: string; reason: string | null }) => [
        kind,
        reason ? [status, reason] : status,
      ],
    ),
  )

/** How each transition is asked for. */
const ASK: Record<
  VerificationChange,
  (world: World) => Promise<{ status: number; body: { [key: string]: unknown } }>
> = {
  submit: (world) => submit(world),
  start_review: ({ many }) => admin.json('POST', `${many}start-review/`),
  approve: (world) => review(admin, world, { is_approved: true }),
  reject: (world) => review(admin, world, { is_approved: false, reason: 'The name differs.' }),
  set_verified: ({ one }) => admin.json('POST', `${one}verify/`, { is_verified: true, reason: 'Known.' }),
  set_unverified: ({ one }) => admin.json('POST', `${one}verify/`, { is_verified: false, reason: 'Moved.' }),
}
const KINDS: Record<VerificationChange, string> = {
  submit: 'verification.submitted',
  start_review: 'verification.in_review',
  approve: 'verification.verified',
  reject: 'verification.rejected',
  set_verified: 'verification.set',
  set_unverified: 'verification.set',
}
const CHANGES = Object.keys(VERIFICATION_CHANGES) as VerificationChange[]

it.each(VERIFICATION_STATUSES.flatMap((from) => CHANGES.map((change) => [change, from] as const)))(
  '%s in the state %s follows the table',
  async (change, from) => {
    const world = await openBusiness(server, DETAILS)
    await addDocuments(world.owner, world.many)
    await putInto(server, world.id, { verificationStatus: from })
    const events = (await eventsOf(server, world.id)).length
    const mails = (await mailsTo(server, world.owner)).length
    const answer = await ASK[change](world)
    if (!changesFrom(from).includes(change)) {
      expect([answer.status, answer.body.code]).toEqual([409, 'business_misfit'])
      expect(answer.body.allowed).toEqual(changesFrom(from))
      expect((await statusOf(world)).verification_status).toBe(from)
      expect(await eventsOf(server, world.id)).toHaveLength(events)
      expect(await mailsTo(server, world.owner)).toHaveLength(mails)
      return
    }
    const to = VERIFICATION_CHANGES[change].to
    expect([answer.status, answer.body.verification_status]).toEqual([200, to])
    expect(answer.body.is_verified).toBe(to === 'verified')
    expect((await eventsOf(server, world.id)).at(-1)).toMatchObject({
      kind: KINDS[change],
      actorKind: change === 'submit' ? 'member' : 'administrator',
      before: { verification_status: from },
      after: { verification_status: to },
    })
    // Decisions are mailed to the owners; what is under way is not.
    const told = (await mailsTo(server, world.owner)).length - mails
    expect(told).toBe(change === 'submit' || change === 'start_review' ? 0 : 1)
  },
)

describe('submitting', () => {
  it('names each thing that is missing, and submits nothing then', async () => {
    const world = await openBusiness(server)
    const empty = await submit(world)
    expect([empty.status, empty.body.code]).toEqual([409, 'verification_incomplete'])
    const paths = (body: { errors: { path: string }[] }) => body.errors.map(({ path }) => path)
    expect(paths(empty.body)).toEqual([...REQUIRED_DETAILS, ...REQUIRED_DOCUMENTS])
    await world.owner.json('PUT', world.one, { ...DETAILS, city: '' })
    await addDocument(world.owner, world.many, 'proof_of_address')
    expect(paths((await submit(world)).body)).toEqual([
      ...['city', 'registration_certificate', 'owner_identity', 'tax_registration'],
    ])
    expect(await documentsOf(world)).toEqual({ proof_of_address: 'ready' })
    const { requirements, verification_status, submitted_at } = await statusOf(world)
    expect([verification_status, submitted_at]).toEqual(['unverified', null])
    expect(requirements.map(({ item, status }: { item: string; status: string }) => [item, status])).toEqual([
      ['details', 'missing'],
      ['registration_certificate', 'missing'],
      ['proof_of_address', 'ready'],
      ['owner_identity', 'missing'],
      ['tax_registration', 'missing'],
    ])
    expect(requirements[0].missing).toEqual(['city'])
  })

  it('is for owners and admins', async () => {
    const { id, many } = await openBusiness(server)
    const send = async (who: Client) => (await who.json('POST', `${many}submit-verification/`, {})).body.code
    expect(await send(await join(server, id, 'admin'))).toBe('verification_incomplete')
    for (const role of ['manager', 'employee', 'billing', 'viewer'] as const)
      expect(await send(await join(server, id, role)), role).toBe('permission_missing')
    expect(await send(await person(server))).toBe('not_found')
    expect(await send(new Client(server.url))).toBe('unauthenticated')
  })

  it('happens once where it is asked for twice at once', async () => {
    const world = await openBusiness(server, DETAILS)
    await addDocuments(world.owner, world.many)
    const both = await Promise.all([submit(world), submit(world)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const kinds = (await eventsOf(server, world.id)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'verification.submitted')).toHaveLength(1)
  })

  it('is told to who runs the instance, quoting the name as text', async () => {
    const name = 'Harbour <b>&amp; Co\u202e'
    const world = await openBusiness(server, { ...DETAILS, name })
    await addDocuments(world.owner, world.many)
    const { body } = await submit(world)
    expect(body.submitted_at).not.toBeNull()
    expect(await documentsOf(world)).toEqual(
      Object.fromEntries(REQUIRED_DOCUMENTS.map((kind) => [kind, 'submitted'])),
    )
    for (const who of [admin, second]) {
      const mail = (await mailsTo(server, who)).at(-1)
      expect(mail?.subject).toContain('Harbour <b>&amp; Co')
      expect(mail?.subject).not.toContain('\u202e')
      expect(mail?.html).toContain('&lt;b&gt;&amp;amp;')
      expect(mail?.text).toContain(`${server.platform.settings.mailUrl()}/admin/businesses`)
      expect(mail?.text).toContain('4 documents')
    }
  })

  it('shows what happened, the oldest first; reasons and documents to few', async () => {
    const world = await submitted(server)
    await admin.json('POST', `${world.many}start-review/`)
    const rejected = { document_id: world.ids.tax_registration, status: 'rejected', reason: 'Unreadable.' }
    await review(admin, world, { is_approved: false, reason: 'Almost.', documents: [rejected] })
    const { verification_events: events } = await statusOf(world)
    expect(
      events.map(({ kind, by, reason, count }: Record<string, unknown>) => [kind, by, reason, count]),
    ).toEqual([
      ...REQUIRED_DOCUMENTS.map(() => ['document.added', world.owner.username, null, 1]),
      ['verification.submitted', world.owner.username, null, 4],
      ['verification.in_review', 'Filewright review', null, null],
      ['document.accepted', 'Filewright review', null, 1],
      ['document.accepted', 'Filewright review', null, 1],
      ['document.accepted', 'Filewright review', null, 1],
      ['document.rejected', 'Filewright review', 'Unreadable.', 1],
      ['verification.rejected', 'Filewright review', 'Almost.', null],
    ])
    expect(
      events.map(({ file_name }: { file_name: string | null }) => file_name).filter((name: unknown) => name),
    ).toEqual([
      ...REQUIRED_DOCUMENTS.map((kind) => `${kind}.pdf`),
      ...REQUIRED_DOCUMENTS.map((kind) => `${kind}.pdf`),
    ])
    const employee = await join(server, world.id, 'employee')
    const seen = await statusOf({ ...world, owner: employee })
    expect(seen).toMatchObject({ verification_status: 'rejected', verification_reason: null, documents: [] })
    expect(seen.verification_events.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['verification.submitted', 'verification.in_review', 'verification.rejected'],
    ])
    expect(JSON.stringify(seen)).not.toMatch(/Unreadable|Almost/)
    expect(seen.requirements.at(-1)).toMatchObject({ status: 'rejected', reason: null, document_id: null })
    expect((await statusOf(world)).requirements.at(-1)).toMatchObject({
      ...{ status: 'rejected', reason: 'Unreadable.', document_id: world.ids.tax_registration },
    })
  })
})

describe('a review', () => {
  it('rejects documents with reasons, accepts the others, and lets only the rejected be replaced', async () => {
    const world = await submitted(server)
    const { ids } = world
    const rejected = { document_id: ids.tax_registration, status: 'rejected', reason: 'The date is cut off.' }
    const answer = await review(admin, world, { is_approved: false, documents: [rejected] })
    expect([answer.status, answer.body.verification_status, answer.body.verified_at]).toEqual([
      200,
      'rejected',
      null,
    ])
    expect(await documentsOf(world)).toEqual({
      ...{ registration_certificate: 'accepted', proof_of_address: 'accepted', owner_identity: 'accepted' },
      tax_registration: ['rejected', 'The date is cut off.'],
    })
    const mail = (await mailsTo(server, world.owner)).at(-1)
    expect(mail?.text).toContain('“tax_registration.pdf” was rejected: “The date is cut off.”')
    expect(mail?.text).toContain(`/businesses/${world.biz}/verification`)
    // As it is, it cannot be submitted again.
    const again = await submit(world)
    expect(again.body.errors).toEqual([
      { path: 'tax_registration', message: 'The tax registration was rejected. Replace it.' },
    ])
    const added = await addDocument(world.owner, world.many, 'tax_registration')
    expect(added.status).toBe(201)
    const sent = await submit(world)
    expect([sent.status, sent.body.verification_reason]).toEqual([200, null])
    // Accepted documents stay accepted.
    expect(await documentsOf(world)).toEqual({
      ...{ registration_certificate: 'accepted', proof_of_address: 'accepted', owner_identity: 'accepted' },
      tax_registration: 'submitted',
    })
    const approved = await review(admin, world, { is_approved: true })
    expect([approved.body.is_verified, approved.body.verified_at === null]).toEqual([true, false])
    expect(Object.values(await documentsOf(world))).toEqual(Array(4).fill('accepted'))
    expect((await mailsTo(server, world.owner)).at(-1)?.subject).toBe('Harbour & Co is verified')
  })

  it('is decided by one of two administrators; the other is told that it is', async () => {
    const world = await submitted(server)
    const [one, two] = await Promise.all([
      review(admin, world, { is_approved: true }),
      review(second, world, { is_approved: false, reason: 'No.' }),
    ])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    const loser = [one, two].find(({ status }) => status === 409)
    expect(loser?.body.code).toBe('business_misfit')
    const winner = [one, two].find(({ status }) => status === 200)
    expect((await statusOf(world)).verification_status).toBe(winner?.body.verification_status)
    // No decision of the loser's is left on the documents, and one mail went out.
    expect(Object.values(await documentsOf(world))).toEqual(Array(4).fill('accepted'))
    expect(loser?.body.allowed).toEqual(changesFrom(winner?.body.verification_status))
    const subjects = (await mailsTo(server, world.owner)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => /verified|rejected/.test(subject ?? ''))).toHaveLength(1)
  })

  it('is mailed to all active owners and nobody else', async () => {
    const world = await submitted(server)
    const owner = await join(server, world.id, 'owner')
    const others = [
      await join(server, world.id, 'owner', { status: 'suspended' }),
      await join(server, world.id, 'owner', { status: 'removed' }),
      await join(server, world.id, 'admin'),
    ]
    const before = await Promise.all(others.map(async (one) => (await mailsTo(server, one)).length))
    await review(admin, world, { is_approved: true, reason: 'Fine.' })
    for (const one of [world.owner, owner])
      expect((await mailsTo(server, one)).at(-1)?.text).toContain('The reason: “Fine.”')
    expect(await Promise.all(others.map(async (one) => (await mailsTo(server, one)).length))).toEqual(before)
  })

  it.each<[string, (ids: Record<string, string>) => Record<string, unknown>, string]>([
    ['a rejection without any reason', () => ({ is_approved: false }), 'reason'],
    [
      'a rejected document without a reason',
      ({ owner_identity }) => ({
        ...{ is_approved: false, reason: 'x' },
        documents: [{ document_id: owner_identity, status: 'rejected' }],
      }),
      'documents.0.reason',
    ],
    [
      'an approval that rejects a document',
      ({ owner_identity }) => ({
        is_approved: true,
        documents: [{ document_id: owner_identity, status: 'rejected', reason: 'x' }],
      }),
      'documents.0.status',
    ],
    [
      'a document that is named twice',
      ({ owner_identity }) => ({
        is_approved: true,
        documents: [
          { document_id: owner_identity, status: 'accepted' },
          { document_id: owner_identity, status: 'accepted' },
        ],
      }),
      'documents.1.document_id',
    ],
    [
      'a document of another business',
      ({ foreign }) => ({ is_approved: true, documents: [{ document_id: foreign, status: 'accepted' }] }),
      'documents.0.document_id',
    ],
  ])('refuses %s, and decides nothing', async (_, bodyOf, path) => {
    const world = await submitted(server)
    const other = await openBusiness(server)
    const foreign = (await addDocument(other.owner, other.many, 'other')).body.document_id
    const refused = await review(admin, world, bodyOf({ ...world.ids, foreign }))
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
    expect(refused.body.errors.map((one: { path: string }) => one.path)).toEqual([path])
    expect((await statusOf(world)).verification_status).toBe('submitted')
    expect(Object.values(await documentsOf(world))).toEqual(Array(4).fill('submitted'))
    expect(await documentsOf(other)).toEqual({ other: 'ready' })
  })
})

describe('a verification that is set without a review', () => {
  it('counts what was submitted as accepted', async () => {
    const world = await submitted(server)
    const set = await admin.json('POST', `${world.one}verify/`, { is_verified: true, reason: 'Known to us.' })
    expect(set.body).toMatchObject({ is_verified: true, verification_reason: 'Known to us.' })
    expect(Object.values(await documentsOf(world))).toEqual(Array(4).fill('accepted'))
    expect((await mailsTo(server, world.owner)).at(-1)?.text).toContain('Known to us.')
  })

  it('is opened again, with documents that can be replaced and details that can be changed', async () => {
    const world = await submitted(server)
    const rejected = { document_id: world.ids.owner_identity, status: 'rejected', reason: 'It ran out.' }
    await admin.json('POST', `${world.one}verify/`, { is_verified: false, documents: [rejected] })
    expect(await documentsOf(world)).toEqual({
      ...{ registration_certificate: 'ready', proof_of_address: 'ready', tax_registration: 'ready' },
      owner_identity: ['rejected', 'It ran out.'],
    })
    expect((await world.owner.json('PUT', world.one, { city: 'Braga' })).body.city).toBe('Braga')
    await addDocument(world.owner, world.many, 'owner_identity')
    expect((await submit(world)).status).toBe(200)
  })

  it('is set for a suspended business too', async () => {
    const world = await submitted(server)
    await putInto(server, world.id, { status: 'suspended' })
    expect((await admin.json('POST', `${world.one}verify/`, { is_verified: false })).status).toBe(200)
  })
})

it('is recorded as the administrator’s also where they are a member', async () => {
  const world = await submitted(server)
  await server.platform.db.insert(businessUsers).values({
    ...{ id: crypto.randomUUID(), businessId: world.id, userId: admin.userId, email: admin.email },
    ...{ emailKey: admin.email, name: 'A', role: 'viewer', status: 'active' },
  })
  const decided = await review(admin, world, { is_approved: true })
  expect(decided.body).toMatchObject({ is_verified: true, role: 'viewer' })
  // They see what they have decided on.
  expect(decided.body.documents).toHaveLength(4)
  expect((await eventsOf(server, world.id)).at(-1)).toMatchObject({ actorKind: 'administrator' })
})
