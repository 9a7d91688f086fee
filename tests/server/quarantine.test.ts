import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Contract, contract, type OperationName } from '../../contract/contract.ts'
import type { Family } from '../../contract/families.ts'
import { hashToken, newToken } from '../../server/core/context.ts'
import {
  batches,
  batchItems,
  conversions,
  deviceLinks,
  objects,
  scanSessions,
  signingFiles,
  signingSessions,
  userFiles,
  users,
} from '../../server/core/schema.ts'
import { runConversion } from '../../server/worker/run-conversion.ts'
import { sweep } from '../../server/worker/sweep.ts'
import { addDocument, openBusiness, type Person, person } from './business-world.ts'
import { Client, startServer, type TestServer } from './harness.ts'
import { logIn, setClock } from './safe-accounts.ts'
import { session, person as signer, store, tokenOf } from './signing-desk.ts'

const QUARANTINE = '/api/v1/admin/quarantine/'
const FILES = '/api/v1/user/storage/files/'
const SIGNING = '/api/v1/pdf_handler/signing/'
const REASON = { reason: 'Reported by the bank' }
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x61])

let server: TestServer
/** The first account is the administrator's. */
let admin: Person
beforeAll(async () => {
  server = await startServer()
  admin = await person(server)
})
afterAll(() => server.stop())

/** Operations whose answer is bytes. */
type Reader = {
  [N in OperationName]: Contract[N]['responses'] extends { 200: 'bytes' } ? N : never
}[OperationName]
interface Request {
  path: string
  as: Client
  body?: object
  headers?: Record<string, string>
}

async function makeObject(ownerId: string, format = 'md', content: string | Uint8Array = 'x') {
  const { platform, folder } = server
  const key = `uploads/${randomUUID()}`
  const path = join(folder, randomUUID())
  writeFileSync(path, content)
  await platform.objects.adopt(key, path)
  const sizeBytes = content.length
  await platform.db
    .insert(objects)
    .values({ key, ownerId, state: 'stored', filename: `a.${format}`, format, sizeBytes, sha256: 'x' })
  return key
}

async function makeConversion(
  ownerId: string,
  family: Family,
  more: Partial<typeof conversions.$inferInsert> = {},
) {
  const id = randomUUID()
  const format = family === 'image' ? 'png' : family === 'font' ? 'woff2' : 'html'
  const content = family === 'image' ? PNG : 'x'
  await server.platform.db.insert(conversions).values({
    ...{ id, ownerId, family, operation: 'convert', status: 'completed', targetFormat: format },
    ...{
      sourceFormat: 'md',
      filename: 'a.md',
      sizeBytes: 1,
      options: {},
      creditsQuoted: 0,
      creditsCharged: 0,
    },
    sourceKey: await makeObject(ownerId),
    outputKey: await makeObject(ownerId, format, content),
    output: { filename: `a.${format}`, format, size_bytes: content.length, sha256: 'x', warnings: [] },
    completedAt: new Date(),
    ...more,
  })
  return id
}

const conversion = (family: Family, path: (id: string) => string) => async (me: Person) => ({
  as: me,
  path: path(await makeConversion(me.userId, family)),
})

const batch = (path: (id: string) => string) => async (me: Person) => {
  const id = randomUUID()
  const conversionId = await makeConversion(me.userId, 'image')
  await server.platform.db.insert(batches).values({ id, ownerId: me.userId, filename: 'batch.zip' })
  await server.platform.db.insert(batchItems).values({ batchId: id, conversionId, position: 0 })
  return { as: me, path: path(id) }
}

/** A scan with one page, and the token of its phone. */
async function makeScan(me: Person) {
  const { db } = server.platform
  const [sessionId, pageId, token] = [randomUUID(), randomUUID(), newToken()]
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db.insert(scanSessions).values({ id: sessionId, ownerId: me.userId, title: 'S', expiresAt })
  const photoKey = await makeObject(me.userId, 'jpg', PNG)
  await db.execute(sql`insert into scan_pages (session_id, id, photo_key, photo_sha256, settings)
    values (${sessionId}, ${pageId}, ${photoKey}, 'x', '{}')`)
  await db
    .update(scanSessions)
    .set({ pageOrder: [pageId] })
    .where(eq(scanSessions.id, sessionId))
  await db.insert(deviceLinks).values({ scanSessionId: sessionId, tokenHash: hashToken(token), expiresAt })
  return { sessionId, pageId, token }
}

/** A session that has ended, with its sealed document and an attachment. */
async function makeSigning(me: Person) {
  const { db } = server.platform
  const who = signer()
  const { session_id: id } = await session(me, [who])
  const token = await tokenOf(server, who)
  const attachmentId = randomUUID()
  const [row] = await db
    .select({ id: sql<string>`id` })
    .from(sql`signing_recipients`)
    .where(sql`session_id = ${id}`)
  await db.insert(signingFiles).values({
    ...{
      id: attachmentId,
      sessionId: id,
      recipientId: row?.id ?? '',
      fieldId: randomUUID(),
      kind: 'attachment',
    },
    ...{ objectKey: await makeObject(me.userId), fileName: 'a.txt', sizeBytes: 1, sha256: 'x' },
  })
  return { id, token, attachmentId }
}

async function endSigning(me: Person, id: string) {
  const result = {
    ...{ key: await makeObject(me.userId, 'pdf'), file_name: 'a.pdf', size_bytes: 1, sha256: 'x' },
    ...{ time_stamped: false, end: { number: 1, hash: 'x' } },
  }
  await server.platform.db
    .update(signingSessions)
    .set({ state: 'completed', result, endedAt: new Date() })
    .where(eq(signingSessions.id, id))
}

async function shared(me: Person, content: string | Uint8Array<ArrayBuffer> = 'x', name = 'a.md') {
  const { id: file_id } = await store(me, content, name)
  const made = await me.json('POST', '/api/v1/user/shares/', { file_id })
  return `/api/v1/user/shares/public/${made.body.token}/`
}

/** What an operation makes while it answers: there is no stored file behind it. */
const MADE = 'made'

/**
 * A request that each operation answers with bytes. One that is new does not compile until it is
 * here.
 */
const READERS: Record<Reader, ((me: Person) => Promise<Request>) | typeof MADE> = {
  exportMe: MADE,
  exportConversions: MADE,
  exportLedger: MADE,
  downloadInvoice: MADE,
  exportBusinessEvents: MADE,
  exportAdminEvents: MADE,
  getAvatar: async (me) => {
    const avatarKey = await makeObject(me.userId, 'webp')
    await server.platform.db.update(users).set({ avatarKey }).where(eq(users.id, me.userId))
    return { as: me, path: '/api/v1/user/me/avatar/' }
  },
  downloadDocument: conversion('document', (id) => `/api/v1/pdf_handler/${id}/download/`),
  downloadMedia: conversion('image', (id) => `/api/v1/media_core/files/${id}/download/`),
  downloadOriginal: conversion('document', (id) => `/api/v1/conversion/${id}/original/`),
  getThumbnail: conversion('image', (id) => `/api/v1/conversion/${id}/thumbnail/`),
  downloadFont: conversion('font', (id) => `/api/v1/fonts/${id}/download/`),
  downloadFontAs: conversion('font', (id) => `/api/v1/fonts/${id}/download/a.woff2`),
  getStepPreview: async (me) => {
    const parentId = await makeConversion(me.userId, 'document')
    const output = { filename: 'a.png', format: 'png', size_bytes: 1, sha256: 'x', warnings: [] }
    const outputKey = await makeObject(me.userId, 'png', PNG)
    await makeConversion(me.userId, 'image', { parentId, position: 0, service: true, output, outputKey })
    return { as: me, path: `/api/v1/pdf_handler/pipeline/preview/${parentId}/1/` }
  },
  getScanImage: async (me) => {
    const { sessionId, pageId } = await makeScan(me)
    return {
      as: me,
      path: `/api/v1/pdf_handler/scan/sessions/${sessionId}/pages/${pageId}/image/?variant=original`,
    }
  },
  getPairedImage: async (me) => {
    const { pageId, token } = await makeScan(me)
    const headers = { authorization: `Bearer ${token}` }
    const path = `/api/v1/pdf_handler/scan/pair/pages/${pageId}/image/?variant=original`
    return { as: new Client(server.url), path, headers }
  },
  downloadDocumentBatch: batch((id) => `/api/v1/docs_core/batch/${id}/download/`),
  downloadMediaBatch: batch((id) => `/api/v1/media_core/batch/${id}/download/`),
  downloadFilesZip: async (me) => ({
    as: me,
    path: `${FILES}download/zip/`,
    body: { file_ids: [(await store(me, 'x', 'a.md')).id, (await store(me, 'y', 'b.md')).id] },
  }),
  getUserFileContent: async (me) => ({ as: me, path: `${FILES}${(await store(me)).id}/content/` }),
  getUserFileThumbnail: async (me) => ({
    as: me,
    path: `${FILES}${(await store(me, PNG, 'a.png')).id}/thumbnail/`,
  }),
  downloadSigned: async (me) => {
    const { id } = await store(me)
    const { body } = await me.json('POST', `${FILES}download/`, { file_ids: [id] })
    return { as: new Client(server.url), path: new URL(body.downloads[0].download_url).pathname }
  },
  downloadPublicFile: async (me) => {
    const link = await shared(me)
    const as = new Client(server.url)
    const { body } = await as.json('POST', `${link}download/`, {})
    return { as, path: new URL(body.download_url).pathname }
  },
  getPublicPreview: async (me) => ({
    as: new Client(server.url),
    path: `${await shared(me, PNG, 'a.png')}preview/picture/`,
  }),
  getSigningDocument: async (me) => ({
    as: me,
    path: `${SIGNING}sessions/${(await makeSigning(me)).id}/document/`,
  }),
  getSigningResult: async (me) => {
    const { id } = await makeSigning(me)
    await endSigning(me, id)
    return { as: me, path: `${SIGNING}sessions/${id}/result/` }
  },
  getSigningAttachment: async (me) => {
    const { id, attachmentId } = await makeSigning(me)
    await server.platform.db.execute(
      sql`update signing_recipients set state = 'done', done_at = now() where session_id = ${id}`,
    )
    return { as: me, path: `${SIGNING}sessions/${id}/attachments/${attachmentId}/` }
  },
  readSigningDocument: async (me) => ({
    as: new Client(server.url),
    path: `${SIGNING}sign/${(await makeSigning(me)).token}/document/`,
  }),
  takeSigningResult: async (me) => {
    const { id, token } = await makeSigning(me)
    await endSigning(me, id)
    return { as: new Client(server.url), path: `${SIGNING}sign/${token}/result/` }
  },
  getBusinessDocument: async () => {
    const { owner, biz, many } = await openBusiness(server)
    const added = await addDocument(owner, many, 'other')
    const id = added.body.document_id
    return { as: owner, path: `/auth/api/v1/businesses/${biz}/documents/${id}/content/` }
  },
}

const ask = ({ as, path, body, headers = {} }: Request) =>
  as.fetch(path, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
const codeOf = async (response: Response): Promise<string | null> =>
  response.headers.get('content-type')?.startsWith('application/problem+json')
    ? ((await response.json()) as { code: string }).code
    : null

const everything = sql`insert into quarantines (id, object_key, file_name, reason, created_at)
  select gen_random_uuid(), key, filename, 'All of them', now() from objects where state = 'stored'
    and not exists (select from conversions c where c.output_key = key and c.service and c.operation = 'thumbnail')
  on conflict do nothing`

describe('a file in quarantine', () => {
  const readers = Object.entries(READERS) as [Reader, (typeof READERS)[Reader]][]

  it('has every operation that answers bytes on the list', () => {
    const names = Object.entries(contract).flatMap(([name, { responses }]) =>
      Object.values(responses).includes('bytes') ? [name] : [],
    )
    expect(names.sort()).toEqual(readers.map(([name]) => name as string).sort())
  })

  it.each(readers.filter(([, reader]) => reader !== MADE))('is not read by %s', async (_, reader) => {
    if (reader === MADE) throw new Error('it reads no file')
    const request = await reader(await person(server))
    const before = await ask(request)
    expect(before.status, await before.clone().text()).toBe(200)
    await before.arrayBuffer()
    await server.platform.db.execute(everything)
    expect(['file_quarantined', 'share_unavailable']).toContain(await codeOf(await ask(request)))
    await server.platform.db.execute(sql`delete from quarantines`)
    expect((await ask(request)).status, 'once it is released').toBe(200)
  })

  it('leaves the store by no method', async () => {
    const key = await makeObject(admin.userId)
    const { objects: files, db } = server.platform
    const to = join(server.folder, randomUUID())
    await db.execute(everything)
    await expect(files.read(key)).rejects.toMatchObject({ code: 'file_quarantined' })
    await expect(files.read(key, { start: 0, end: 0 })).rejects.toMatchObject({ code: 'file_quarantined' })
    await expect(files.copyTo(key, to)).rejects.toMatchObject({ code: 'file_quarantined' })
    const file = { filename: 'a', type: 'text/plain', seconds: 60 }
    await expect(files.signedUrl(key, file)).rejects.toMatchObject({ code: 'file_quarantined' })
    await db.execute(sql`delete from quarantines`)
  })

  it('is neither converted nor shared, and a conversion that waits fails for it and costs nothing', async () => {
    const me = await person(server)
    const { id, s3_key } = await store(me, 'x', 'a.md')
    const convert = (source: object) =>
      me.json('POST', '/api/v1/pdf_handler/convert/', { target_format: 'html', ...source })
    const put = await admin.json('POST', QUARANTINE, { file_id: id, ...REASON })
    for (const source of [{ file_id: id }, { s3_key }])
      expect((await convert(source)).body.code).toBe('file_quarantined')
    const made = await me.json('POST', '/api/v1/user/shares/', { file_id: id })
    expect(made.body.code).toBe('file_quarantined')
    // As one that was submitted before and waited until now.
    const waits = await makeConversion(me.userId, 'document', {
      ...{ status: 'pending', sourceKey: s3_key, outputKey: null, output: null, completedAt: null },
    })
    const { signal } = new AbortController()
    await runConversion(server.platform, waits, {
      ...{ cancelled: signal, stopping: signal, lost: signal },
      converted() {},
      completion: () => sql`select`,
    })
    const [row] = await server.platform.db.select().from(conversions).where(eq(conversions.id, waits))
    expect(row).toMatchObject({ status: 'failed', errorCode: 'file_quarantined', creditsCharged: 0 })
    const release = `${QUARANTINE}${put.body.quarantine_id}/release/`
    expect((await admin.json('POST', release, REASON)).status).toBe(204)
    expect((await convert({ file_id: id })).status).toBe(202)
  })

  it('shows its thumbnail again after the release, also where the quarantine stopped the drawing', async () => {
    const me = await person(server)
    const { id, s3_key } = await store(me, PNG, 'a.png')
    const thumbnail = async () => (await me.json('GET', `${FILES}${id}/`)).body.thumbnail_url
    const put = await admin.json('POST', QUARANTINE, { file_id: id, ...REASON })
    expect(await thumbnail()).toBeNull()
    await server.platform.db
      .delete(conversions)
      .where(and(eq(conversions.sourceKey, s3_key), eq(conversions.operation, 'thumbnail')))
    await makeConversion(me.userId, 'image', {
      ...{ status: 'failed', errorCode: 'file_quarantined', operation: 'thumbnail', service: true },
      ...{ sourceKey: s3_key, outputKey: null, output: null },
    })
    await admin.json('POST', `${QUARANTINE}${put.body.quarantine_id}/release/`, REASON)
    expect(await thumbnail()).toContain('/thumbnail/')
  })

  it('can be deleted by its owner, and keeps its bytes until the release', async () => {
    const me = await person(server)
    const { id, s3_key } = await store(me, 'evidence', 'a.md')
    const put = await admin.json('POST', QUARANTINE, { file_id: id, ...REASON })
    expect(put.body).toMatchObject({ owner: { account_id: me.userId, kind: 'user' }, size_bytes: 8 })
    expect((await me.json('POST', `${FILES}delete/`, { file_ids: [id], permanently: true })).status).toBe(200)
    setClock(server, 40 * 86_400_000)
    await sweep(server.platform)
    expect(await server.platform.db.select().from(userFiles).where(eq(userFiles.id, id))).toEqual([])
    expect(await server.platform.objects.head(s3_key)).toMatchObject({ size: 8 })

    await server.platform.db.execute(
      sql`update users set delete_after = now() - interval '1 day' where id = ${me.userId}`,
    )
    await sweep(server.platform)
    const account = () => server.platform.db.select().from(users).where(eq(users.id, me.userId))
    expect(await account(), 'its account waits').toHaveLength(1)
    setClock(server, 0)
    // The sweep took the administrator's session along.
    await logIn(admin, admin.username)
    const release = `${QUARANTINE}${put.body.quarantine_id}/release/`
    expect((await admin.json('POST', release, REASON)).status).toBe(204)
    expect(await server.platform.objects.head(s3_key)).toBeNull()
    await sweep(server.platform)
    expect(await account()).toEqual([])
  })

  it('is named by its document or conversion, too, once, and by nobody else', async () => {
    const { owner, many } = await openBusiness(server)
    const { body } = await addDocument(owner, many, 'other')
    const put = await admin.json('POST', QUARANTINE, {
      document_id: body.document_id,
      ...REASON,
    })
    expect(put.body.owner.kind).toBe('business')
    // `id` takes any of the three.
    const again = await admin.json('POST', QUARANTINE, { id: body.document_id, ...REASON })
    expect(again.body.code).toBe('file_quarantined')
    const { id } = await store(owner)
    expect((await admin.json('POST', QUARANTINE, { id, ...REASON })).status).toBe(201)
    const result = await makeConversion(owner.userId, 'document')
    expect((await admin.json('POST', QUARANTINE, { id: result, ...REASON })).status).toBe(201)
    expect((await admin.json('POST', QUARANTINE, { id, file_id: id, ...REASON })).status).toBe(400)
    expect((await admin.json('POST', QUARANTINE, { id: randomUUID(), ...REASON })).status).toBe(404)
    const conversion_id = await makeConversion(owner.userId, 'document')
    expect((await admin.json('POST', QUARANTINE, { conversion_id, ...REASON })).status).toBe(201)
    expect((await admin.json('POST', QUARANTINE, { conversion_id, ...REASON })).body.code).toBe(
      'file_quarantined',
    )
    expect((await owner.json('POST', QUARANTINE, { conversion_id, ...REASON })).body.code).toBe('forbidden')
    const both = { conversion_id, file_id: randomUUID(), ...REASON }
    expect((await admin.json('POST', QUARANTINE, both)).body.code).toBe('invalid_request')
    expect((await admin.json('POST', QUARANTINE, { file_id: randomUUID(), ...REASON })).status).toBe(404)
    await server.platform.db.execute(sql`delete from quarantines`)
  })
})
