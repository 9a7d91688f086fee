import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_POLICIES } from '../../contract/businesses.ts'
import type { Conversion } from '../../contract/conversion.ts'
import type { FileVersion, UserFile } from '../../contract/storage.ts'
import { businesses, conversions, owners } from '../../server/core/schema.ts'
import { sweep } from '../../server/worker/sweep.ts'
import { openBusiness } from './business-world.ts'
import { Client, signUp, startServer, storedFiles, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const SAVE = '/api/v1/pdf_handler/save/'
const FIELDS = '/api/v1/pdf_handler/form-fields/'
const FILES = '/api/v1/user/storage/files/'

async function upload(me: Client, content: string, name = 'lease.pdf'): Promise<UserFile> {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  return (await me.fetch(`${FILES}upload/`, { method: 'POST', body: form })).json() as Promise<UserFile>
}
async function send(me: Client, at: string, files: string[], fields: Record<string, string>, key?: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [index, content] of files.entries())
    form.append('file', new Blob([content]), `file-${index}.pdf`)
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  const response = await me.fetch(at, { method: 'POST', body: form, headers })
  return { status: response.status, body: JSON.parse(await response.text()) }
}
async function saved(me: Client, body: object): Promise<Conversion> {
  const begun = await me.json('POST', SAVE, { edits: {}, ...body })
  expect(begun.body).toMatchObject({ status: 'pending' })
  expect(begun.status).toBe(202)
  return me.wait(begun.body.id)
}
const content = async (me: Client, id: string) => (await me.fetch(`${FILES}${id}/content/`)).text()
const fileOf = async (me: Client, id: string): Promise<UserFile> =>
  (await me.json('GET', `${FILES}${id}/`)).body

describe('form fields', () => {
  it('are listed of a PDF that is sent or stored, also for somebody without an account, and cost nothing', async () => {
    const visitor = new Client(server.url)
    const sent = await send(visitor, FIELDS, ['words'], {})
    expect(sent.status).toBe(200)
    expect(sent.body).toMatchObject({
      filename: 'file-0.pdf',
      xfa: 'none',
      fields: [{ name: 'name', value: 'words', page: 1, rect: { x: 10, y: 20, width: 100, height: 12 } }],
    })
    expect((await visitor.json('GET', '/api/v1/conversion/')).body.count).toBe(0)
    const me = await signUp(server.url)
    const file = await upload(me, 'stored words')
    const stored = await me.json('POST', FIELDS, { s3_key: file.s3_key })
    expect(stored.body.fields[0].value).toBe('stored words')
    expect((await (await signUp(server.url)).json('POST', FIELDS, { s3_key: file.s3_key })).status).toBe(404)
    // The password is used, and kept nowhere.
    expect((await send(me, FIELDS, ['locked'], {})).body.code).toBe('inspection_failed')
    expect((await send(me, FIELDS, ['locked'], { password: 'open' })).status).toBe(200)
    const rows = await server.platform.db
      .select()
      .from(conversions)
      .where(eq(conversions.operation, 'form_fields'))
    expect(JSON.stringify(rows.map(({ options }) => options))).not.toContain('open')
  })

  it('are not had of what is no PDF, or of several files', async () => {
    const me = await signUp(server.url)
    const note = await upload(me, 'a note', 'note.md')
    expect((await me.json('POST', FIELDS, { s3_key: note.s3_key })).body.code).toBe('unsupported_source')
    expect((await send(me, FIELDS, ['a', 'b'], {})).status).toBe(400)
    expect((await send(me, FIELDS, [], {})).body.code).toBe('file_missing')
  })
})

describe('saving', () => {
  it('gives a conversion to download: of a visitor’s PDF too, under the name that is asked for', async () => {
    const visitor = new Client(server.url)
    const edits = {
      fields: { 'tenant.name': 'Ana Ruiz', paid: true, rooms: ['2', '3'] },
      flatten: true,
      file_passwords: { 1: 'open sesame' },
    }
    const begun = await send(visitor, SAVE, ['lease', 'cover'], {
      edits: JSON.stringify(edits),
      filename: 'Lease 2027',
    })
    expect(begun.status).toBe(202)
    const done: Conversion = await visitor.wait(begun.body.id)
    expect(done).toMatchObject({
      status: 'completed',
      operation: 'edit',
      delivery: null,
      file_count: 2,
      credits_charged: 1,
    })
    expect(done.output?.filename).toBe('Lease 2027.pdf')
    const text = await (await visitor.fetch(done.download_url as string)).text()
    expect(text).toContain('"tenant.name":"Ana Ruiz"')
    // What somebody wrote into it is shown nowhere else, and not kept.
    expect(done.options).toEqual({ flatten: true })
    const [row] = await server.platform.db.select().from(conversions).where(eq(conversions.id, done.id))
    expect(JSON.stringify(row)).not.toContain('Ana Ruiz')
    expect(JSON.stringify(row)).not.toContain('open sesame')
    for (const kind of ['storage', 'share'])
      expect(
        (await send(visitor, SAVE, ['lease'], { edits: '{}', destination: JSON.stringify({ kind }) })).body
          .code,
      ).toBe('unauthenticated')
  })

  it('refuses edits that do not fit, naming where, and takes large ones', async () => {
    const me = await signUp(server.url)
    const refused = async (edits: unknown) =>
      (await send(me, SAVE, ['lease'], { edits: typeof edits === 'string' ? edits : JSON.stringify(edits) }))
        .body
    expect(await refused('{')).toMatchObject({ code: 'invalid_request', errors: [{ path: 'edits' }] })
    expect(
      await refused({
        marks: [{ kind: 'text', page: 0, rect: { x: 0, y: 0, width: 1, height: 1 }, text: 'x' }],
      }),
    ).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'edits.marks.0.page' }],
    })
    expect(await refused({ script: 'app.alert(1)' })).toMatchObject({ errors: [{ path: 'edits.script' }] })
    expect(await refused({ fields: { a: { b: 1 } } })).toMatchObject({ code: 'invalid_request' })
    const strokes = Array.from({ length: 20 }, () =>
      Array.from({ length: 2000 }, (_, at) => ({ x: at / 10, y: at / 7 })),
    )
    const drawn = JSON.stringify({ marks: [{ kind: 'ink', page: 1, strokes }] })
    expect(drawn.length).toBeGreaterThan(500_000)
    expect((await send(me, SAVE, ['lease'], { edits: drawn })).status).toBe(202)
    const file = await upload(me, 'lease')
    const json = await me.json('POST', SAVE, { s3_key: file.s3_key, edits: JSON.parse(drawn) })
    expect(json.status).toBe(202)
    expect((await send(me, SAVE, ['lease'], { edits: JSON.stringify('x'.repeat(5_000_000)) })).status).toBe(
      400,
    )
    await me.wait(json.body.id)
  })

  it('becomes the document of a signing session, which keeps it when the conversion’s files are gone', async () => {
    const me = await signUp(server.url)
    const file = await upload(me, 'lease')
    const done = await saved(me, {
      s3_key: file.s3_key,
      destination: { kind: 'sign' },
      filename: 'To sign.pdf',
    })
    expect(done.delivery).toMatchObject({ kind: 'sign', state: 'done', file_id: null, problem: null })
    const at = `/api/v1/pdf_handler/signing/sessions/${done.delivery?.session_id}/`
    const { body: draft } = await me.json('GET', at)
    expect(draft).toMatchObject({ state: 'draft', title: 'To sign', document: { pages: 1 }, recipients: [] })
    const log = (await me.json('GET', `${at}log/`)).body
    expect(log.rows).toMatchObject([{ event: 'created', who: expect.stringContaining(me.username) }])
    expect((await me.json('DELETE', `/api/v1/conversion/${done.id}/`)).status).toBe(204)
    await sweep(server.platform)
    expect(await (await me.fetch(`${at}document/`)).text()).toContain('lease\nedit')
    expect(
      (
        await new Client(server.url).json('POST', SAVE, {
          s3_key: file.s3_key,
          edits: {},
          destination: { kind: 'sign' },
        })
      ).status,
    ).toBe(401)
  })

  it('stores a new file, once, and says which', async () => {
    const me = await signUp(server.url)
    const file = await upload(me, 'lease')
    const done = await saved(me, {
      s3_key: file.s3_key,
      destination: { kind: 'storage' },
      filename: 'Signed.pdf',
    })
    expect(done.delivery).toMatchObject({ kind: 'storage', state: 'done', link_id: null, problem: null })
    const kept = await fileOf(me, done.delivery?.file_id as string)
    expect(kept).toMatchObject({
      file_name: 'Signed.pdf',
      source: 'conversion',
      conversion_id: done.id,
      versions: 0,
    })
    expect(await content(me, kept.id)).toContain('lease\nedit')
    const [one, two] = await Promise.all(
      ['k', 'k'].map((key) =>
        send(me, SAVE, ['lease'], { edits: '{}', destination: '{"kind":"storage"}' }, key),
      ),
    )
    expect(one?.body.id).toBe(two?.body.id)
    await me.wait(one?.body.id)
    expect((await me.json('GET', FILES)).body.count).toBe(3)
  })

  it('says why where there is no room, and the result is still there', async () => {
    const me = await signUp(server.url)
    const file = await upload(me, 'lease')
    const { id } = (await me.json('GET', '/api/v1/user/me/')).body
    await server.platform.db.update(owners).set({ storageQuota: 10 }).where(eq(owners.id, id))
    const done = await saved(me, { s3_key: file.s3_key, destination: { kind: 'storage' } })
    expect(done).toMatchObject({ status: 'completed', delivery: { state: 'failed', file_id: null } })
    expect(done.delivery?.problem).toContain('doesn’t fit in your storage')
    expect((await me.fetch(done.download_url as string)).status).toBe(200)
    expect((await me.json('GET', FILES)).body).toMatchObject({
      count: 1,
      storage: { used_bytes: 5, files: 1 },
    })
  })

  it('shares: stored, and opened by a link with the settings that were asked for', async () => {
    const me = await signUp(server.url)
    const file = await upload(me, 'lease')
    const destination = { kind: 'share', name: 'For Ana', password: 'open sesame', max_downloads: 3 }
    const done = await saved(me, { s3_key: file.s3_key, destination })
    expect(done.delivery).toMatchObject({ kind: 'share', state: 'done' })
    const link = (await me.json('GET', `/api/v1/user/shares/${done.delivery?.link_id}/`)).body
    expect(link).toMatchObject({
      name: 'For Ana',
      has_password: true,
      max_downloads: 3,
      file_id: done.delivery?.file_id,
    })
    const at = `/api/v1/user/shares/public/${link.url.split('/s/')[1]}/download/`
    expect((await new Client(server.url).json('POST', at, { password: 'wrong one' })).status).toBe(403)
    const redeemed = await new Client(server.url).json('POST', at, { password: 'open sesame' })
    expect(await (await fetch(redeemed.body.download_url)).text()).toContain('lease\nedit')
    const [row] = await server.platform.db.select().from(conversions).where(eq(conversions.id, done.id))
    expect(JSON.stringify(row)).not.toMatch(/sesame|argon2/)
    const late = { kind: 'share', expires_at: '2020-01-01T00:00:00Z' }
    expect((await me.json('POST', SAVE, { s3_key: file.s3_key, edits: {}, destination: late })).status).toBe(
      400,
    )
  })

  it('shares by the rules of the business, which are asked before anything is charged', async () => {
    const { id, header, owner } = await openBusiness(server)
    const policies = { ...NO_POLICIES, links: { max_days: 30, password_required: true } }
    await server.platform.db.update(businesses).set({ policies }).where(eq(businesses.id, id))
    const form = new FormData()
    form.append('file', new Blob(['lease']), 'lease.pdf')
    const sent = await owner.fetch(`${FILES}upload/`, { method: 'POST', body: form, headers: header })
    const { s3_key } = (await sent.json()) as UserFile
    const save = (destination: object) => owner.json('POST', SAVE, { s3_key, edits: {}, destination }, header)
    const refused = await save({ kind: 'share', name: 'For Ana' })
    expect([refused.status, refused.body.code]).toEqual([403, 'share_rule'])
    expect(refused.body.errors.map(({ path }: { path: string }) => path)).toEqual(['expires_at', 'password'])
    const saves = and(eq(conversions.ownerId, id), eq(conversions.operation, 'edit'))
    expect(await server.platform.db.select().from(conversions).where(saves)).toEqual([])
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    expect((await save({ kind: 'share', expires_at, password: 'open sesame' })).status).toBe(202)
  })

  it('is brought nowhere where it fails', async () => {
    const me = await signUp(server.url)
    const file = await upload(me, 'fail edit source_damaged')
    const done = await saved(me, { s3_key: file.s3_key, destination: { kind: 'storage' } })
    expect(done).toMatchObject({
      status: 'failed',
      credits_charged: 0,
      delivery: { state: 'failed', file_id: null },
    })
    expect((await me.json('GET', FILES)).body.count).toBe(1)
  })

  it('needs one’s own file to replace', async () => {
    const me = await signUp(server.url)
    const theirs = await upload(await signUp(server.url), 'theirs')
    const mine = await upload(me, 'mine')
    const destination = { kind: 'replace', file_id: theirs.id }
    expect((await me.json('POST', SAVE, { s3_key: mine.s3_key, edits: {}, destination })).status).toBe(404)
  })
})

describe('a replaced file', () => {
  const versionsOf = async (me: Client, id: string): Promise<FileVersion[]> =>
    (await me.json('GET', `${FILES}${id}/versions/`)).body.versions
  const replace = (me: Client, file: UserFile, destination = { kind: 'replace', file_id: file.id }) =>
    saved(me, { s3_key: file.s3_key, destination })

  it('keeps what it was as a version, its links open what it is, and the room of both is counted', async () => {
    const me = await signUp(server.url)
    const file = await upload(me, 'first')
    const link = (await me.json('POST', '/api/v1/user/shares/', { file_id: file.id })).body
    const done = await replace(me, file)
    expect(done.delivery).toMatchObject({ kind: 'replace', state: 'done', file_id: file.id })
    const now = await fileOf(me, file.id)
    expect(now).toMatchObject({ file_name: 'lease.pdf', versions: 1 })
    expect(await content(me, file.id)).toMatch(/^first\nedit/)
    const [version] = (await versionsOf(me, file.id)) as [FileVersion]
    expect(version).toMatchObject({ file_size_bytes: 5, sha256: file.sha256 })
    expect(await (await me.fetch(version.download_url)).text()).toBe('first')
    const list = (await me.json('GET', FILES)).body
    expect(list).toMatchObject({ count: 1, storage: { files: 1, used_bytes: 5 + now.file_size_bytes } })
    expect(list.storage.families.find(({ family }: { family: string }) => family === 'document').files).toBe(
      1,
    )
    const at = `/api/v1/user/shares/public/${link.url.split('/s/')[1]}/download/`
    const redeemed = await new Client(server.url).json('POST', at, {})
    expect(redeemed.body.sha256).toBe(now.sha256)
    expect(await (await fetch(redeemed.body.download_url)).text()).toMatch(/^first\nedit/)
  })

  it('is made again what it was, and what it had become is kept', async () => {
    const me = await signUp(server.url)
    const file = await upload(me, 'first')
    await replace(me, file)
    const used = (await me.json('GET', FILES)).body.storage.used_bytes
    const [version] = (await versionsOf(me, file.id)) as [FileVersion]
    const restored = await me.json('POST', `${FILES}${file.id}/versions/${version.id}/restore/`)
    expect(restored.body).toMatchObject({ sha256: file.sha256, versions: 1 })
    expect(await content(me, file.id)).toBe('first')
    const [other, ...more] = await versionsOf(me, file.id)
    expect(more).toEqual([])
    expect(await (await me.fetch(other?.download_url as string)).text()).toMatch(/^first\nedit/)
    expect((await me.json('GET', FILES)).body.storage.used_bytes).toBe(used)
    expect((await me.json('POST', `${FILES}${file.id}/versions/${version.id}/restore/`)).status).toBe(404)
    const stranger = await signUp(server.url)
    expect((await stranger.json('GET', `${FILES}${file.id}/versions/`)).status).toBe(404)
  })

  it('takes its versions along when it is deleted, brought back, and gone for good', async () => {
    const me = await signUp(server.url)
    await sweep(server.platform)
    const before = await storedFiles(server)
    const file = await upload(me, 'first')
    const done = await replace(me, file)
    await me.json('DELETE', `/api/v1/conversion/${done.id}/`)
    const { used_bytes } = (await me.json('GET', FILES)).body.storage
    const deleted = await me.json('POST', `${FILES}delete/`, { file_ids: [file.id] })
    expect(deleted.body).toMatchObject({
      file_ids: [file.id],
      reclaimed_bytes: used_bytes,
      storage: { used_bytes: 0 },
    })
    expect((await me.json('GET', `${FILES}?deleted=true`)).body.count).toBe(1)
    const back = await me.json('POST', `${FILES}restore/`, { file_ids: [file.id] })
    expect(back.body).toMatchObject({ file_ids: [file.id], storage: { used_bytes, files: 1 } })
    expect(await versionsOf(me, file.id)).toHaveLength(1)
    const gone = await me.json('POST', `${FILES}delete/`, { file_ids: [file.id], permanently: true })
    expect(gone.body).toMatchObject({ reclaimed_bytes: used_bytes, storage: { used_bytes: 0, files: 0 } })
    await sweep(server.platform)
    expect(await storedFiles(server)).toBe(before)
  })

  it('is not replaced where there is no room for both', async () => {
    const me = await signUp(server.url)
    const file = await upload(me, 'first')
    const { id } = (await me.json('GET', '/api/v1/user/me/')).body
    await server.platform.db.update(owners).set({ storageQuota: 8 }).where(eq(owners.id, id))
    const done = await replace(me, file)
    expect(done.delivery).toMatchObject({ state: 'failed', file_id: file.id })
    expect(await content(me, file.id)).toBe('first')
    expect(await versionsOf(me, file.id)).toEqual([])
  })

  it('keeps the twenty newest versions', async () => {
    const me = await signUp(server.url)
    const file = await upload(me, 'x')
    for (let at = 0; at < 22; at++) await replace(me, file)
    expect(await versionsOf(me, file.id)).toHaveLength(20)
    const { storage } = (await me.json('GET', FILES)).body
    const versions = await versionsOf(me, file.id)
    const kept = new Map(versions.map(({ sha256, file_size_bytes }) => [sha256, file_size_bytes]))
    expect(kept.size).toBeLessThanOrEqual(20)
    expect(storage.files).toBe(1)
  }, 60_000)
})
