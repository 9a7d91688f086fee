import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserFile } from '../../contract/storage.ts'
import { conversions, objects, owners, userFiles } from '../../server/core/schema.ts'
import { sweep } from '../../server/worker/sweep.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { until } from './process.ts'
import { setClock } from './safe-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ STORAGE_QUOTA_MB: '2' })
})
afterAll(() => server.stop())

type Person = Awaited<ReturnType<typeof signUp>>
const FILES = '/api/v1/user/storage/files/'

async function upload(
  me: Client,
  content: string | Uint8Array<ArrayBuffer>,
  name = 'note.md',
  { path = `${FILES}upload/`, tracked = undefined as string | undefined, key = '' } = {},
) {
  const form = new FormData()
  if (tracked !== undefined) form.append('storage_already_tracked', tracked)
  form.append('file', new Blob([content]), name)
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  const response = await me.fetch(path, { method: 'POST', body: form, headers })
  return { status: response.status, body: (await response.json()) as UserFile & Record<string, unknown> }
}
const list = async (me: Client, query = '') => (await me.json('GET', `${FILES}${query}`)).body
const names = async (me: Client, query = '') =>
  (await list(me, query)).results.map((file: UserFile) => file.file_name)
const post = (me: Client, act: string, body: unknown, headers: Record<string, string> = {}) =>
  me.json('POST', `${FILES}${act}/`, body, headers)
const bytesAt = async (me: Client, url: string, headers: Record<string, string> = {}) => {
  const response = await me.fetch(url, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const objectIsThere = async (key: string) => (await server.platform.objects.head(key)) !== null
const converted = async (me: Person, content: string, name = 'Report.md') => {
  const { body } = await me.convert(content, {}, { name })
  return me.wait(body.id)
}

/** The counters beside the sums of the rows that they are of. */
async function counters(me: Person) {
  const { rows } = await server.platform.db.execute<Record<string, number>>(sql`
    select o.storage_bytes::int as bytes, o.storage_recorded::int as recorded, o.storage_files as files,
      (select coalesce(sum(size_bytes), 0)::int from (select distinct object_key, size_bytes from user_files f
        where f.owner_id = o.id and f.deleted_at is null) as held) as held_bytes,
      (select coalesce(sum(storage_bytes_recorded), 0)::int from user_files f where f.owner_id = o.id) as recorded_sum,
      (select count(*)::int from user_files f where f.owner_id = o.id and f.deleted_at is null) as rows
    from owners o join users u on u.id = o.id where u.username = ${me.username}`)
  const { bytes, recorded, files, held_bytes, recorded_sum, rows: count } = rows[0] as Record<string, number>
  expect({ bytes, recorded, files }).toEqual({ bytes: held_bytes, recorded: recorded_sum, files: count })
  return { bytes, recorded, files }
}

describe('an uploaded file', () => {
  it('is a record of the account, with the fields of both specifications', async () => {
    const me = await signUp(server.url)
    const { status, body } = await upload(me, 'hello', 'Grüße “1”.md')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      file_name: 'Grüße “1”.md',
      file_size_bytes: 5,
      storage_bytes_recorded: 5,
      family: 'document',
      format: 'md',
      source: 'upload',
      conversion_id: null,
      share_count: 0,
      deleted_at: null,
      sha256: createHash('sha256').update('hello').digest('hex'),
    })
    expect((await list(me)).results).toEqual([body])
    expect((await me.json('GET', `${FILES}${body.id}/`)).body).toEqual(body)
  })

  it('may be of any kind, and is an attachment that no browser runs', async () => {
    const me = await signUp(server.url)
    const { body } = await upload(me, '<script>document.title = "run"</script>', 'page.bin')
    expect(body).toMatchObject({ family: expect.stringMatching(/^(other|document)$/) })
    const odd = await upload(me, randomBytes(64), 'thing.xyz')
    expect(odd).toMatchObject({ status: 201, body: { family: 'other', format: null, thumbnail_url: null } })
    const { headers, text } = await bytesAt(me, body.download_url)
    expect(text).toContain('<script>')
    expect(headers.get('content-disposition')).toContain('attachment; filename="page.bin"')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('is served by the identity service’s paths as well, from the same store, with its status', async () => {
    const me = await signUp(server.url)
    const record = '/auth/api/v1/storage/files/'
    const { status, body } = await upload(me, 'one', 'one.md', { path: `${record}upload/` })
    expect(status).toBe(200)
    expect(
      (await me.json('GET', `${record}?page=1&page_size=20&sort_by=created_at&sort_dir=desc`)).body,
    ).toEqual(await list(me))
    const again = await me.json('POST', `${record}register/`, { s3_key: body.s3_key })
    expect(again).toMatchObject({ status: 200, body: { s3_key: body.s3_key, storage_bytes_recorded: 0 } })
  })

  it.each(['empty', 'none', 'two', 'unknown field', 'wrong flag'])(
    '%s: a clear problem, and nothing is kept',
    async (what) => {
      const me = await signUp(server.url)
      const form = new FormData()
      if (what === 'unknown field') form.append('folder', '../x')
      if (what === 'wrong flag') form.append('storage_already_tracked', 'maybe')
      if (what !== 'none') form.append('file', new Blob([what === 'empty' ? '' : 'x']), 'a.md')
      if (what === 'two') form.append('file', new Blob(['y']), 'b.md')
      const response = await me.fetch(`${FILES}upload/`, { method: 'POST', body: form })
      const problem = (await response.json()) as { code: string }
      expect(response.status).toBe(400)
      expect(problem.code).toBe({ empty: 'file_empty', none: 'file_missing' }[what] ?? 'invalid_request')
      expect(await counters(me)).toEqual({ bytes: 0, recorded: 0, files: 0 })
      expect((await list(me)).count).toBe(0)
    },
  )

  it('keeps a hostile name as a name: no path comes of it, in the store or in an archive', async () => {
    const me = await signUp(server.url)
    const sent = await upload(me, 'x', '../../etc/passwd')
    expect(sent.body.file_name).toBe('passwd')
    const { body } = await me.json('PATCH', `${FILES}${sent.body.id}/`, {
      file_name: '..\\etc/pass\u202ewd"; filename="evil.exe',
    })
    expect(body.file_name).toBe('passwd"; filename="evil.exe')
    expect(body.s3_key).toMatch(/^uploads\/[0-9a-f-]{36}$/)
    const { headers } = await bytesAt(me, body.download_url)
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="passwd_; filename=_evil.exe"; filename*=UTF-8\'\'passwd%22%3B%20filename%3D%22evil.exe',
    )
  })

  it('is stored once for a repeated key, and again for another one', async () => {
    const me = await signUp(server.url)
    const key = randomUUID()
    const many = await Promise.all([1, 2, 3, 4].map(() => upload(me, 'same', 'a.md', { key })))
    expect(new Set(many.map(({ body }) => body.id)).size).toBe(1)
    expect(await upload(me, 'other', 'a.md', { key })).toMatchObject({
      body: { code: 'idempotency_conflict' },
    })
    await upload(me, 'same', 'a.md')
    expect(await counters(me)).toEqual({ bytes: 8, recorded: 8, files: 2 })
  })
})

describe('a registered output', () => {
  it('is the same object: nothing is copied, and it stays until record and conversion are both gone', async () => {
    const me = await signUp(server.url)
    const row = await converted(me, 'report')
    const key = row.output.s3_key as string
    const { status, body } = await post(me, 'register', { s3_key: key })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      s3_key: key,
      file_name: 'Report.html',
      source: 'conversion',
      conversion_id: row.id,
      storage_bytes_recorded: row.output.size_bytes,
    })
    await me.json('DELETE', `/api/v1/conversion/${row.id}/`)
    expect((await bytesAt(me, body.download_url)).text).toBe('REPORT')
    await post(me, 'delete', { file_ids: [body.id], permanently: true })
    expect(await objectIsThere(key)).toBe(false)
  })

  it('outlives its conversion’s expiry, and the conversion outlives its deletion', async () => {
    const me = await signUp(server.url)
    const [kept, left] = [await converted(me, 'kept'), await converted(me, 'left')]
    const { body } = await post(me, 'register', { s3_key: kept.output.s3_key })
    const gone = await post(me, 'register', { s3_key: left.output.s3_key })
    await post(me, 'delete', { file_ids: [gone.body.id], permanently: true })
    expect((await bytesAt(me, left.download_url)).text).toBe('LEFT')
    await server.platform.db
      .update(conversions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(conversions.id, kept.id))
    await sweep(server.platform)
    expect((await bytesAt(me, kept.download_url)).status).toBe(410)
    expect((await bytesAt(me, body.download_url)).text).toBe('KEPT')
  })

  it('is counted once, however many records hold it, and the count moves to the next when its record goes', async () => {
    const me = await signUp(server.url)
    const { output } = await converted(me, 'once')
    const register = (more: object = {}) => post(me, 'register', { s3_key: output.s3_key, ...more })
    const [first, second] = [await register(), await register({ file_name: 'other.html' })]
    expect([first, second].map(({ body }) => body.storage_bytes_recorded)).toEqual([4, 0])
    expect(await counters(me)).toEqual({ bytes: 4, recorded: 4, files: 2 })
    await post(me, 'delete', { file_ids: [first.body.id] })
    expect(await counters(me)).toEqual({ bytes: 4, recorded: 4, files: 1 })
    expect((await me.json('GET', `${FILES}${second.body.id}/`)).body.storage_bytes_recorded).toBe(4)
    await post(me, 'restore', { file_ids: [first.body.id] })
    await post(me, 'delete', { file_ids: [first.body.id], permanently: true })
    expect(await objectIsThere(output.s3_key)).toBe(true)
    await post(me, 'delete', { file_ids: [second.body.id], permanently: true })
    expect(await counters(me)).toEqual({ bytes: 0, recorded: 0, files: 0 })
  })

  it('is not recorded again where the caller says it is counted already; the quota still knows of it', async () => {
    const me = await signUp(server.url)
    const { output } = await converted(me, 'tracked')
    const { body } = await post(me, 'register', { s3_key: output.s3_key, storage_already_tracked: true })
    expect(body.storage_bytes_recorded).toBe(0)
    const sent = await upload(me, 'abc', 'a.md', { tracked: 'true' })
    expect(sent.body.storage_bytes_recorded).toBe(0)
    expect(await counters(me)).toEqual({ bytes: 10, recorded: 0, files: 2 })
    expect((await list(me)).storage).toMatchObject({ used_bytes: 10, recorded_bytes: 0 })
  })

  it('is nobody else’s to register: a foreign, unknown or hostile key is not there', async () => {
    const [me, other] = [await signUp(server.url), await signUp(server.url)]
    const { output } = await converted(other, 'theirs')
    for (const s3_key of [output.s3_key, `outputs/${randomUUID()}`, '../../etc/passwd', 'outputs/..%2f']) {
      expect((await post(me, 'register', { s3_key })).body.code).toBe('not_found')
    }
  })
})

describe('the list', () => {
  it('searches, filters, sorts and pages, by number and by cursor', async () => {
    const me = await signUp(server.url)
    const files = { 'b 100%.md': 'bbb', 'a_1.txt': 'a', 'c.bin': 'cccccc', 'A2.md': 'zz' }
    for (const [name, content] of Object.entries(files)) await upload(me, content, name)
    const { output } = await converted(me, 'result')
    await post(me, 'register', { s3_key: output.s3_key, file_name: 'made.html' })
    expect(await names(me, '?sort_by=file_name&sort_dir=asc')).toEqual([
      'A2.md',
      'a_1.txt',
      'b 100%.md',
      'c.bin',
      'made.html',
    ])
    expect(await names(me, '?sort_by=file_size_bytes')).toEqual(
      expect.arrayContaining(['c.bin', 'made.html', 'b 100%.md', 'A2.md', 'a_1.txt']),
    )
    expect((await names(me, '?sort_by=file_size_bytes')).at(-1)).toBe('a_1.txt')
    expect(await names(me, `?q=${encodeURIComponent('100%')}`)).toEqual(['b 100%.md'])
    expect(await names(me, '?q=_')).toEqual(['a_1.txt'])
    expect(await names(me, '?q=html')).toEqual(['made.html'])
    expect(await names(me, '?source=conversion')).toEqual(['made.html'])
    expect(await names(me, '?family=other')).toEqual(['c.bin'])
    for (const order of ['created_at', 'updated_at', 'file_name', 'file_size_bytes']) {
      const whole = await names(me, `?sort_by=${order}`)
      const walked: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await list(me, `?sort_by=${order}&page_size=2${cursor && `&cursor=${cursor}`}`)
        walked.push(...page.results.map((file: UserFile) => file.file_name))
        cursor = page.next_cursor
      }
      expect(walked).toEqual(whole)
    }
    expect(await list(me, '?page=2&page_size=2')).toMatchObject({ count: 5, total_pages: 3, page: 2 })
    const cursor = (await list(me, '?page_size=2')).next_cursor
    expect((await list(me, `?sort_by=file_name&cursor=${cursor}`)).code).toBe('invalid_request')
    const { storage } = await list(me)
    expect(storage.families.find((one: { family: string }) => one.family === 'other')).toEqual({
      family: 'other',
      files: 1,
      bytes: 6,
    })
  })

  it('has the account’s own files and no others', async () => {
    const [me, other] = [await signUp(server.url), await signUp(server.url)]
    const { body } = await upload(other, 'theirs')
    expect((await list(me)).results).toEqual([])
    for (const part of ['', 'content/', 'thumbnail/'])
      expect((await me.json('GET', `${FILES}${body.id}/${part}`)).status).toBe(404)
    expect((await me.json('PATCH', `${FILES}${body.id}/`, { file_name: 'mine' })).status).toBe(404)
    for (const act of ['download', 'download/zip'])
      expect((await post(me, act, { file_ids: [body.id] })).body.code).toBe('not_found')
    for (const act of ['delete', 'restore'])
      expect((await post(me, act, { file_ids: [body.id] })).body.file_ids).toEqual([])
    expect((await list(other)).count).toBe(1)
  })
})

describe('downloads', () => {
  it('are handed out as addresses that need no session, keep ranges, and end', async () => {
    const me = await signUp(server.url)
    const { body } = await upload(me, '0123456789', 'Zahlen ü.txt')
    const { downloads } = (await post(me, 'download', { file_ids: [body.id] })).body
    const stranger = new Client(server.url)
    const whole = await bytesAt(stranger, downloads[0].download_url)
    expect(whole).toMatchObject({ status: 200, text: '0123456789' })
    expect(whole.headers.get('content-disposition')).toContain("filename*=UTF-8''Zahlen%20%C3%BC.txt")
    const part = await bytesAt(stranger, downloads[0].download_url, { range: 'bytes=2-4' })
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])

    const broken = downloads[0].download_url.replace(/.\/$/, (end: string) => (end[0] === 'A' ? 'B/' : 'A/'))
    expect((await bytesAt(stranger, broken)).status).toBe(404)
    setClock(server, 301_000)
    expect(JSON.parse((await bytesAt(stranger, downloads[0].download_url)).text).code).toBe('link_expired')
    setClock(server, 0)
    await post(me, 'delete', { file_ids: [body.id] })
    expect((await bytesAt(stranger, downloads[0].download_url)).status).toBe(404)
  })

  it('of several files are one ZIP, by JSON and by a form, that names each once', async () => {
    const me = await signUp(server.url)
    const ids = []
    for (const content of ['one', 'two']) ids.push((await upload(me, content, 'same.txt')).body.id)
    const forms = [
      { body: JSON.stringify({ file_ids: ids, filename: '../x' }), type: 'application/json' },
      {
        body: new URLSearchParams({ file_ids: ids.join(','), filename: '../x' }).toString(),
        type: 'application/x-www-form-urlencoded',
      },
    ]
    for (const { body, type } of forms) {
      const response = await me.fetch(`${FILES}download/zip/`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      })
      expect(response.headers.get('content-disposition')).toContain('filename="x.zip"')
      const zip = unzipSync(new Uint8Array(await response.arrayBuffer()))
      expect(Object.keys(zip)).toEqual(['same.txt', 'same (2).txt'])
    }
    const missing = await post(me, 'download/zip', { file_ids: [...ids, randomUUID()] })
    expect(missing).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('deleting', () => {
  it('gives the room back at once, can be taken back for a day, and is truly over after that', async () => {
    const me = await signUp(server.url)
    const { body } = await upload(
      me,
      Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(996)]),
      'big.png',
    )
    const runs = () =>
      server.platform.db.select().from(conversions).where(eq(conversions.sourceKey, body.s3_key))
    // It is drawn for whom looks, and not before.
    expect(await runs()).toEqual([])
    expect((await me.fetch(`${FILES}${body.id}/thumbnail/`)).status).toBe(200)
    const [thumbnail] = await runs()
    expect(thumbnail).toMatchObject({ service: true, status: 'completed' })
    const gone = await post(me, 'delete', { file_ids: [body.id] })
    expect(gone.body).toMatchObject({
      file_ids: [body.id],
      reclaimed_bytes: 1000,
      storage: { used_bytes: 0, files: 0 },
    })
    expect(gone.body.storage.deleted).toEqual({ files: 1, bytes: 1000 })
    expect((await me.json('GET', `${FILES}${body.id}/`)).status).toBe(404)
    expect(await names(me, '?deleted=true')).toEqual(['big.png'])
    // A second click changes nothing.
    const again = await post(me, 'delete', { file_ids: [body.id] })
    expect(again.body).toMatchObject({
      file_ids: [body.id],
      reclaimed_bytes: 0,
      purge_at: gone.body.purge_at,
    })
    await post(me, 'restore', { file_ids: [body.id] })
    expect(await counters(me)).toEqual({ bytes: 1000, recorded: 1000, files: 1 })
    await post(me, 'delete', { file_ids: [body.id] })

    await sweep(server.platform)
    expect(await objectIsThere(body.s3_key)).toBe(true)
    setClock(server, 25 * 3_600_000)
    await sweep(server.platform)
    setClock(server, 0)
    expect(await objectIsThere(body.s3_key)).toBe(false)
    expect(await objectIsThere(thumbnail?.outputKey as string)).toBe(false)
    const left = await server.platform.db.select().from(objects).where(eq(objects.key, body.s3_key))
    expect([...left, ...(await runs())]).toEqual([])
    expect(await names(me, '?deleted=true')).toEqual([])
    expect((await post(me, 'restore', { file_ids: [body.id] })).body.file_ids).toEqual([])
  })

  it('of many at once, in any order and by two tabs, leaves the counters right', async () => {
    const me = await signUp(server.url)
    const ids: string[] = []
    for (let at = 0; at < 6; at++) ids.push((await upload(me, `file ${at}`, `${at}.md`)).body.id)
    await Promise.all([
      post(me, 'delete', { file_ids: ids }),
      post(me, 'delete', { file_ids: [...ids].reverse(), permanently: true }),
      post(me, 'restore', { file_ids: ids.slice(0, 3) }),
      upload(me, 'meanwhile', 'new.md'),
      post(me, 'delete', { file_ids: ids.slice(2), permanently: true }),
    ])
    await counters(me)
  })
})

it('is converted, stored, shared and deleted at the same moment without a part standing in another’s way', async () => {
  const me = await signUp(server.url)
  for (let round = 0; round < 25; round++) {
    const { body } = await upload(me, `round ${round}`, 'a.md')
    const s3_key = body.s3_key
    const json = { s3_key, target_format: 'html' }
    const answers = await Promise.all([
      me.json('POST', '/api/v1/pdf_handler/convert/json/', json),
      post(me, 'register', { s3_key }),
      me.json('POST', '/api/v1/user/shares/', { file_id: body.id }),
      me.json('POST', '/api/v1/pdf_handler/convert/json/', json),
      post(me, 'delete', { file_ids: [body.id], permanently: true }),
      post(me, 'register', { s3_key }),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  }
  await counters(me)
})

describe('the quota', () => {
  /** A body that says how long it is, and of which nothing is sent before there is an answer. */
  const announce = async (me: Client, length: number) => {
    const sent = request(new URL(`${FILES}upload/`, me.url), {
      method: 'POST',
      headers: {
        cookie: [...me.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': length,
        expect: '100-continue',
      },
    })
    let continued = false
    sent.on('continue', () => {
      continued = true
    })
    sent.flushHeaders()
    const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
    let text = ''
    for await (const chunk of response) text += chunk
    sent.destroy()
    return { status: response.statusCode, problem: JSON.parse(text), continued }
  }

  it('refuses what has no room before a byte of it travels', async () => {
    const me = await signUp(server.url)
    await upload(me, 'x'.repeat(500_000), 'half.txt')
    const { status, problem, continued } = await announce(me, 1_800_000)
    expect({ status, continued }).toEqual({ status: 413, continued: false })
    expect(problem).toMatchObject({
      code: 'storage_quota_exceeded',
      quota_bytes: 2_000_000,
      available_bytes: 1_500_000,
    })
    const begun = await me.json('POST', '/api/v1/user/storage/uploads/', {
      file_name: 'a',
      size_bytes: 1_500_001,
    })
    expect(begun).toMatchObject({ status: 413, body: { code: 'storage_quota_exceeded' } })
    expect(await counters(me)).toMatchObject({ bytes: 500_000 })
  })

  it('holds where many arrive at once: what is kept is never more', async () => {
    const me = await signUp(server.url)
    const sent = await Promise.all(
      Array.from({ length: 6 }, (_, at) => upload(me, `${at}`.repeat(600_000), `${at}.txt`)),
    )
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(sent.filter(({ body }) => body.code === 'storage_quota_exceeded')).toHaveLength(3)
    expect(await counters(me)).toMatchObject({ bytes: 1_800_000, files: 3 })
    await until(20, async () => {
      const { rows } =
        await server.platform.db.execute(sql`select 1 from objects o join users u on u.id = o.owner_id
        where u.username = ${me.username} and o.size_bytes = 600000`)
      return rows.length === 3
    })
  })

  it('holds for files that are restored: what has no room stays in the trash', async () => {
    const me = await signUp(server.url)
    const { body } = await upload(me, 'x'.repeat(1_500_000), 'big.txt')
    await post(me, 'delete', { file_ids: [body.id] })
    const next = await upload(me, 'y'.repeat(1_500_000), 'next.txt')
    expect(next.status).toBe(201)
    const refused = await post(me, 'restore', { file_ids: [body.id] })
    expect([refused.status, refused.body.code]).toEqual([413, 'storage_quota_exceeded'])
    expect((await list(me)).storage).toMatchObject({ used_bytes: 1_500_000 })
    expect(await names(me, '?deleted=true')).toEqual(['big.txt'])
    await post(me, 'delete', { file_ids: [next.body.id], permanently: true })
    expect((await post(me, 'restore', { file_ids: [body.id] })).body.file_ids).toEqual([body.id])
    expect(await counters(me)).toMatchObject({ bytes: 1_500_000, files: 1 })
  })
})

describe('renaming', () => {
  it('changes the name and nothing else', async () => {
    const me = await signUp(server.url)
    const { body } = await upload(me, 'x', 'old.md')
    const renamed = await me.json('PATCH', `${FILES}${body.id}/`, { file_name: ' dir/new.md ' })
    expect(renamed.body).toMatchObject({ id: body.id, file_name: 'new.md', s3_key: body.s3_key })
    expect((await me.json('PATCH', `${FILES}${body.id}/`, { file_name: ' ' })).status).toBe(400)
    const { rows } = await server.platform.db.execute(
      sql`select 1 from ${userFiles} where id = ${body.id} and file_name = 'new.md'`,
    )
    expect(rows).toHaveLength(1)
  })
})

it('ends with the account: records, objects, counters', async () => {
  const me = await signUp(server.url)
  const { body } = await upload(me, 'mine')
  const { id } = (await me.json('GET', '/api/v1/user/me/')).body
  await server.platform.db.execute(
    sql`update users set delete_after = now() - interval '1 day' where id = ${id}`,
  )
  await sweep(server.platform)
  expect(await objectIsThere(body.s3_key)).toBe(false)
  expect(await server.platform.db.select().from(owners).where(eq(owners.id, id))).toEqual([])
})
