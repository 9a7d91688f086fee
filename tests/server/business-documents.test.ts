import { readFileSync } from 'node:fs'

import type { AddressInfo, Server } from 'node:net'
import { join as path } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DOCUMENT_MAX_BYTES, MAX_DOCUMENTS } from '../../contract/businesses.ts'
import { businessDocuments, conversions, objects, userFiles, users } from '../../server/core/schema.ts'
import { sweep } from '../../server/worker/sweep.ts'
import {
  addDocument,
  addDocuments,
  createFor,
  DETAILS,
  eventsOf,
  join,
  openBusiness,
  type Person,
  person,
  putInto,
  submitted,
} from './business-world.ts'
import { EICAR, judge, startDaemon } from './clamd.ts'
import { startServer, storedKeys, type TestServer } from './harness.ts'

let daemon: Server
let server: TestServer
let admin: Person
beforeAll(async () => {
  daemon = await startDaemon(judge)
  const { port } = daemon.address() as AddressInfo
  // Real engines: the bytes say what a document is.
  server = await startServer({ CLAMD: `127.0.0.1:${port}` }, 'real')
  admin = await person(server)
})
afterAll(async () => {
  await server.stop()
  daemon.close()
})

const CORPORA = path(import.meta.dirname, '..', 'corpora')
const corpus = (name: string) => new Uint8Array(readFileSync(path(CORPORA, name)))
/** The beginning of an image as phones take them: a box with its brand. */
const HEIC = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(64),
])
const PDF = corpus('pdf/minimal.pdf')

let world: Awaited<ReturnType<typeof openBusiness>>
beforeEach(async () => {
  world = await openBusiness(server, DETAILS)
})

const rows = () =>
  server.platform.db.select().from(businessDocuments).where(eq(businessDocuments.businessId, world.id))
/** The files that were uploaded: what was drawn of them comes when it comes. */
const kept = async () => (await storedKeys(server)).filter((key) => key.startsWith('uploads/'))
const objectOf = async (key: string) =>
  (await server.platform.db.select().from(objects).where(eq(objects.key, key)))[0]
const content = (who: Person, id: string, headers: Record<string, string> = {}) =>
  who.fetch(`${world.many}documents/${id}/content/`, { headers })

/** Stores a file, as one's own or as a business's. */
async function store(who: Person, bytes: Uint8Array<ArrayBuffer>, name: string, headers = {}) {
  const form = new FormData()
  form.append('file', new Blob([bytes]), name)
  const sent = await who.fetch('/api/v1/user/storage/files/upload/', { method: 'POST', body: form, headers })
  return ((await sent.json()) as { id: string }).id
}

describe('a document', () => {
  it.each([
    ['pdf', PDF],
    ['jpg', corpus('images/turned.jpg')],
    ['png', corpus('images/ball.png')],
    ['webp', corpus('images/simple.webp')],
    ['tiff', corpus('images/small.tiff')],
    ['heic', new Uint8Array(HEIC)],
  ])('is taken in as %s by its bytes, whatever its name says', async (format, bytes) => {
    const added = await addDocument(world.owner, world.many, 'proof_of_address', bytes, 'scan.txt')
    expect(added).toMatchObject({
      status: 201,
      body: {
        ...{ kind: 'proof_of_address', format, file_name: 'scan.txt', size_bytes: bytes.length },
        ...{ status: 'ready', file_id: null, reason: null, uploaded_by: world.owner.username },
      },
    })
    const got = await world.owner.fetch(new URL(added.body.content_url).pathname)
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(bytes)
  })

  it('says how many pages it has, once they are counted; an image and a damaged file do not', async () => {
    for (const [kind, bytes] of [
      ['proof_of_address', corpus('pdf/11-pages.pdf')],
      ['owner_identity', corpus('images/ball.png')],
      ['other', PDF.slice(0, 40)],
    ] as const)
      expect((await addDocument(world.owner, world.many, kind, bytes)).status).toBe(201)
    const settled = async () => {
      const runs = await server.platform.db
        .select({ status: conversions.status })
        .from(conversions)
        .where(and(eq(conversions.ownerId, world.id), eq(conversions.operation, 'inspect')))
      return runs.map(({ status }) => status).sort()
    }
    await expect.poll(settled, { timeout: 30_000 }).toEqual(['completed', 'failed'])
    const { body } = await world.owner.json('GET', world.one)
    const pages = body.documents.map((one: { kind: string; pages: number | null }) => [one.kind, one.pages])
    expect(Object.fromEntries(pages)).toEqual({ proof_of_address: 11, owner_identity: null, other: null })
  })

  it.each([
    ['a page that says it is an image', corpus('hostile/html-as.png'), 'scan.png', 'unsupported_source'],
    ['text that says it is a PDF', new TextEncoder().encode('Trust me.'), 'deed.pdf', 'unsupported_source'],
    ['another image', corpus('images/alpha.gif'), 'scan.gif', 'unsupported_source'],
    ['a drawing with scripts', corpus('hostile/xxe.svg'), 'logo.svg', 'unsupported_source'],
    ['nothing', new Uint8Array(0), 'deed.pdf', 'file_empty'],
    ['malware', new Uint8Array(Buffer.concat([PDF, Buffer.from(EICAR)])), 'deed.pdf', 'malicious_file'],
    ['too much', new Uint8Array(DOCUMENT_MAX_BYTES + 1), 'deed.pdf', 'file_too_large'],
  ])('is not taken in: %s', async (_, bytes, name, code) => {
    const before = await kept()
    const refused = await addDocument(world.owner, world.many, 'other', bytes, name)
    expect(refused.body.code).toBe(code)
    expect(await rows()).toEqual([])
    expect(await kept()).toEqual(before)
  })

  it('needs a kind that there is, and a file', async () => {
    const form = new FormData()
    form.append('kind', 'passport')
    form.append('file', new Blob([PDF]), 'a.pdf')
    const send = (body: FormData) => world.owner.fetch(`${world.many}documents/`, { method: 'POST', body })
    expect(await (await send(form)).json()).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'kind' }],
    })
    const bare = new FormData()
    bare.append('kind', 'other')
    expect(await (await send(bare)).json()).toMatchObject({ code: 'file_missing' })
  })

  it('takes the place of a ready or rejected one of its kind, whose bytes go; others stay beside each other', async () => {
    const first = (await addDocument(world.owner, world.many, 'owner_identity', PDF, 'old.pdf')).body
    const [old] = await rows()
    const next = (await addDocument(world.owner, world.many, 'owner_identity', PDF, 'new.pdf')).body
    expect((await rows()).map(({ id }) => id)).toEqual([next.document_id])
    expect(await objectOf(old?.objectKey as string)).toBeUndefined()
    expect((await content(world.owner, first.document_id)).status).toBe(404)
    expect((await eventsOf(server, world.id)).at(-1)).toMatchObject({
      ...{ kind: 'document.added', target: 'new.pdf', before: { file_name: 'old.pdf', status: 'ready' } },
    })
    await addDocument(world.owner, world.many, 'other', PDF, 'a.pdf')
    await addDocument(world.owner, world.many, 'other', PDF, 'b.pdf')
    expect(await rows()).toHaveLength(3)
  })

  it('is one of its kind also where two are sent at once', async () => {
    const send = (name: string) => addDocument(world.owner, world.many, 'owner_identity', PDF, name)
    const both = await Promise.all([send('a.pdf'), send('b.pdf')])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(await rows()).toHaveLength(1)
  })

  it('is one of 50 at most', async () => {
    const { body } = await addDocument(world.owner, world.many, 'other', PDF)
    const [row] = await rows()
    const copies = Array.from({ length: MAX_DOCUMENTS - 1 }, () => ({ ...row!, id: crypto.randomUUID() }))
    await server.platform.db.insert(businessDocuments).values(copies)
    const before = await kept()
    expect((await addDocument(world.owner, world.many, 'other', PDF)).body.code).toBe('limit_reached')
    expect(await kept()).toEqual(before)
    // All of them share one object: it stays until the last is gone.
    await world.owner.json('DELETE', `${world.many}documents/${body.document_id}/`)
    expect(await objectOf(row?.objectKey as string)).toMatchObject({ state: 'stored' })
  })

  it('is deleted with its bytes while it is ready, and stays once it is submitted or accepted', async () => {
    const { document_id } = (await addDocument(world.owner, world.many, 'other', PDF)).body
    const [row] = await rows()
    const remove = (id: string) => world.owner.json('DELETE', `${world.many}documents/${id}/`)
    expect((await remove(document_id)).status).toBe(204)
    expect(await objectOf(row?.objectKey as string)).toBeUndefined()
    expect((await remove(document_id)).status).toBe(404)
    expect((await eventsOf(server, world.id)).at(-1)).toMatchObject({
      kind: 'document.removed',
      targetId: document_id,
    })
    const ids = await addDocuments(world.owner, world.many)
    const { id } = world
    for (const status of ['submitted', 'accepted'] as const) {
      await server.platform.db
        .update(businessDocuments)
        .set({ status })
        .where(eq(businessDocuments.businessId, id))
      const refused = await remove(ids.owner_identity)
      expect([refused.status, refused.body.code], status).toEqual([409, 'business_misfit'])
    }
    await server.platform.db
      .update(businessDocuments)
      .set({ status: 'rejected' })
      .where(eq(businessDocuments.businessId, id))
    expect((await remove(ids.owner_identity)).status).toBe(204)
  })

  it.each(['submitted', 'in_review', 'verified'] as const)(
    'is not added while the verification is %s',
    async (verificationStatus) => {
      await putInto(server, world.id, { verificationStatus })
      const before = await kept()
      const refused = await addDocument(world.owner, world.many, 'other', PDF)
      expect([refused.status, refused.body.code]).toEqual([409, 'business_misfit'])
      expect(await kept()).toEqual(before)
    },
  )

  it('is seen by owners, admins and reviewers; by nobody through another business', async () => {
    const { document_id } = (await addDocument(world.owner, world.many, 'owner_identity', PDF)).body
    const status = async (who: Person) => (await content(who, document_id)).status
    expect(await status(await join(server, world.id, 'admin'))).toBe(200)
    expect(await status(admin)).toBe(200)
    for (const role of ['manager', 'employee', 'billing', 'viewer'] as const) {
      const member = await join(server, world.id, role)
      expect(await status(member), role).toBe(403)
      const added = await addDocument(member, world.many, 'other', PDF)
      expect(added.body.code).toBe('permission_missing')
    }
    const outsider = await person(server)
    expect(await status(outsider)).toBe(404)
    const other = await createFor(server, outsider)
    for (const [method, end] of [
      ['GET', 'content/'],
      ['DELETE', ''],
    ] as const)
      expect((await outsider.json(method, `${other.many}documents/${document_id}/${end}`)).status).toBe(404)
    expect(await status(world.owner)).toBe(200)
    // A reviewer who is a member keeps what reviewers see, and a member's right to add nothing.
    const both = await join(server, world.id, 'viewer')
    await server.platform.db.update(users).set({ isAdmin: true }).where(eq(users.id, both.userId))
    expect(await status(both)).toBe(200)
    expect((await addDocument(both, world.many, 'other', PDF)).body.code).toBe('permission_missing')
  })

  it('is sent as an attachment in a sandbox, whole or in part', async () => {
    const { document_id } = (await addDocument(world.owner, world.many, 'other', PDF, 'Déed.pdf')).body
    const whole = await content(world.owner, document_id)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      ...{ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' },
      ...{ 'content-security-policy': "sandbox; default-src 'none'", 'x-content-type-options': 'nosniff' },
      ...{ 'content-disposition': expect.stringMatching(/^attachment;/), 'accept-ranges': 'bytes' },
    })
    const part = await content(world.owner, document_id, { range: 'bytes=1-3' })
    expect([part.status, await part.text()]).toEqual([206, 'PDF'])
    expect(part.headers.get('content-range')).toBe(`bytes 1-3/${PDF.length}`)
  })

  it('is no file of the storage, and is not swept', async () => {
    const { document_id } = (await addDocument(world.owner, world.many, 'other', PDF)).body
    const list = await world.owner.json('GET', '/api/v1/user/storage/files/', undefined, world.header)
    expect([list.body.count, (await world.owner.json('GET', world.one)).body.storage_bytes]).toEqual([0, 0])
    const usage = await world.owner.json('GET', '/api/v1/user/usage/summary/', undefined, world.header)
    expect([usage.status, usage.body.storage?.bytes]).toEqual([200, 0])
    await sweep({ ...server.platform, clock: () => new Date(Date.now() + 3 * 86_400_000) })
    expect((await content(world.owner, document_id)).status).toBe(200)
  })
})

describe('stored files in a submission', () => {
  const submit = (documents: unknown[]) =>
    world.owner.json('POST', `${world.many}submit-verification/`, { documents })
  const KINDS = ['registration_certificate', 'proof_of_address', 'owner_identity', 'tax_registration']

  it('become documents: the business’s share their bytes, one’s own are copied', async () => {
    const ours = await store(world.owner, PDF, 'Certificate.pdf', world.header)
    const mine = await store(world.owner, corpus('images/ball.png'), 'Passport.png')
    const named = [ours, mine, ours, ours].map((file_id, at) => ({ kind: KINDS[at], file_id }))
    const sent = await submit(named)
    expect([sent.status, sent.body.verification_status]).toEqual([200, 'submitted'])
    const facts = sent.body.documents.map(
      ({ kind, file_id, file_name, format, status }: Record<string, unknown>) =>
        [kind, file_id, file_name, format, status] as const,
    )
    expect(facts.sort((a: string[], b: string[]) => String(a[0]).localeCompare(String(b[0])))).toEqual([
      ['owner_identity', ours, 'Certificate.pdf', 'pdf', 'submitted'],
      ['proof_of_address', null, 'Passport.png', 'png', 'submitted'],
      ['registration_certificate', ours, 'Certificate.pdf', 'pdf', 'submitted'],
      ['tax_registration', ours, 'Certificate.pdf', 'pdf', 'submitted'],
    ])
    // The stored files go for good, and the documents stay.
    await world.owner.json('POST', '/api/v1/user/storage/files/delete/', { file_ids: [ours] }, world.header)
    await world.owner.json('POST', '/api/v1/user/storage/files/delete/', { file_ids: [mine] })
    await sweep({ ...server.platform, clock: () => new Date(Date.now() + 3 * 86_400_000) })
    const left = await server.platform.db.select().from(userFiles).where(eq(userFiles.ownerId, world.id))
    expect(left).toEqual([])
    for (const { document_id } of sent.body.documents)
      expect((await content(world.owner, document_id)).status).toBe(200)
    for (const { objectKey } of await rows()) expect((await objectOf(objectKey))?.ownerId).toBe(world.id)
  })

  it('are nobody else’s, of a kind that can be looked at, and one of each kind', async () => {
    const stranger = await person(server)
    const foreign = await store(stranger, PDF, 'Theirs.pdf')
    const text = await store(world.owner, new TextEncoder().encode('words'), 'words.txt')
    const mine = await store(world.owner, PDF, 'Mine.pdf')
    const before = await kept()
    const one = (file_id: string, kind = 'owner_identity') => ({ kind, file_id })
    const outcome = async (documents: unknown[]) => {
      const { body } = await submit(documents)
      return [body.code, body.errors?.[0].path]
    }
    expect(await outcome([one(mine, 'other'), one(foreign)])).toEqual(['not_found', 'documents.1.file_id'])
    expect(await outcome([one(text)])).toEqual(['unsupported_source', 'documents.0.file_id'])
    expect(await outcome([one(mine), one(mine)])).toEqual(['invalid_request', 'documents.1.kind'])
    // What is complete by itself is not kept where something else is missing.
    expect((await outcome([one(mine)]))[0]).toBe('verification_incomplete')
    expect(await rows()).toEqual([])
    expect(await kept()).toEqual(before)
  })
})

it('shows reviewers the documents of a submission', async () => {
  const { many, ids } = await submitted(server)
  const { body } = await admin.json('GET', `${many}verification-status/`)
  expect(body.documents.map((one: { document_id: string }) => one.document_id).sort()).toEqual(
    Object.values(ids).sort(),
  )
})
