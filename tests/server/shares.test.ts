import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PublicShare, Share } from '../../contract/shares.ts'
import { LIMIT_RULES } from '../../server/core/limit-rules.ts'
import { shares } from '../../server/core/schema.ts'
import { sweep } from '../../server/worker/sweep.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { until } from './process.ts'
import { codeIn, lastMessage, setClock } from './safe-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: '1' })
})
afterAll(() => server.stop())

type Person = Awaited<ReturnType<typeof signUp>>
const SHARES = '/api/v1/user/shares/'
const FILES = '/api/v1/user/storage/files/'

async function store(me: Client, content: string | Uint8Array<ArrayBuffer>, name: string) {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const response = await me.fetch(`${FILES}upload/`, { method: 'POST', body: form })
  return (await response.json()) as { id: string; s3_key: string }
}
async function share(
  me: Client,
  settings: object = {},
  content = 'what is shared',
  name = 'Secret plan.txt',
) {
  const file = await store(me, content, name)
  const made = await me.json('POST', SHARES, { file_id: file.id, ...settings })
  expect(made.status).toBe(201)
  const link = made.body as Share
  const token = (link.url as string).split('/s/')[1] as string
  return { file, link, token, at: `${SHARES}public/${token}/` }
}
const owner = async () => {
  // Many people, all from one address.
  await server.platform.limits.forget(LIMIT_RULES.signUpAddress, '127.0.0.1')
  return signUp(server.url)
}
const stranger = () => new Client(server.url)
const redeem = (who: Client, at: string, body: object = {}) => who.json('POST', `${at}download/`, body)
const fetched = async (who: Client, url: string, headers: Record<string, string> = {}) => {
  const response = await who.fetch(url, { headers })
  return { status: response.status, text: await response.text(), headers: response.headers }
}
const codeAt = async (who: Client, url: string) => JSON.parse((await fetched(who, url)).text).code
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

describe('a link', () => {
  it('opens a file to whoever has it: metadata, then a redeemed address, then the bytes, with ranges', async () => {
    const me = await owner()
    const { link, at, token } = await share(me, { message: 'Have a look' })
    expect(token.length * 6).toBeGreaterThanOrEqual(128)
    expect(link).toMatchObject({
      state: 'active',
      downloads: 0,
      views: 0,
      has_password: false,
      name: 'Secret plan.txt',
    })
    const who = stranger()
    const { body } = await who.json('GET', at)
    expect(body).toMatchObject({
      locked: false,
      title: 'Secret plan.txt',
      message: 'Have a look',
      from: { name: me.username },
      file: { file_name: 'Secret plan.txt', file_size_bytes: 14, format: 'txt', family: 'document' },
      downloads_left: null,
    } satisfies Partial<Record<keyof PublicShare, unknown>>)
    expect(JSON.stringify(body)).not.toMatch(/uploads\/|s3_key|what is shared/)
    const redeemed = await redeem(who, at)
    expect(redeemed.body).toMatchObject({
      file_name: 'Secret plan.txt',
      sha256: createHash('sha256').update('what is shared').digest('hex'),
      downloads_left: null,
    })
    const { status, text, headers } = await fetched(stranger(), redeemed.body.download_url)
    expect([status, text]).toEqual([200, 'what is shared'])
    expect(headers.get('content-disposition')).toContain('attachment')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect((await fetched(stranger(), redeemed.body.download_url, { range: 'bytes=5-6' })).text).toBe('is')
    expect((await me.json('GET', `${SHARES}${link.link_id}/`)).body).toMatchObject({ downloads: 1, views: 1 })
  })

  it('is stored as a hash: the token is nowhere in the database, and its owner still sees the link', async () => {
    const me = await owner()
    const { link, token } = await share(me, { password: 'open sesame' })
    const [row] = await server.platform.db.select().from(shares).where(eq(shares.id, link.link_id))
    expect(row?.tokenHash).toEqual(createHash('sha256').update(token).digest())
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(row)).not.toContain(token)
    await redeem(stranger(), `${SHARES}public/${token}/`, { password: 'open sesame' })
    expect(server.logged.join()).not.toContain(token)
    expect((await me.json('GET', SHARES)).body.results[0].url).toBe(link.url)
  })

  it('answers its token beside its URL, and neither where the token cannot be derived', async () => {
    const me = await owner()
    const { link, token } = await share(me)
    expect(link.token).toBe(token)
    await server.platform.db
      .update(shares)
      .set({ tokenHash: createHash('sha256').update('made under another key').digest() })
      .where(eq(shares.id, link.link_id))
    const { body } = await me.json('GET', `${SHARES}${link.link_id}/`)
    expect(body).toMatchObject({ token: null, url: null })
  })

  it('may be of a conversion’s output, and ends with it', async () => {
    const me = await owner()
    const { body } = await me.convert('report', {}, { name: 'R.md' })
    const row = await me.wait(body.id)
    const made = await me.json('POST', SHARES, { conversion_id: row.id })
    expect(made.body).toMatchObject({ conversion_id: row.id, file_id: null, file: { file_name: 'R.html' } })
    const at = `${SHARES}public/${made.body.url.split('/s/')[1]}/`
    const seen = await stranger().json('GET', at)
    expect(seen.body.expires_at).toBe(row.expires_at)
    const { download_url } = (await redeem(stranger(), at)).body
    expect((await fetched(stranger(), download_url)).text).toBe('REPORT')
    const same = await me.json('POST', SHARES, { s3_key: row.output.s3_key })
    expect(same.body.conversion_id).toBe(row.id)
    await server.platform.db.execute(
      sql`update conversions set expires_at = now() - interval '1 hour' where id = ${row.id}`,
    )
    await sweep(server.platform)
    expect((await stranger().json('GET', at)).body.code).toBe('share_unavailable')
    expect(await codeAt(stranger(), download_url)).toBe('share_unavailable')
    expect((await me.json('POST', SHARES, { conversion_id: row.id })).body.code).toBe('expired')
  })

  it('is made of one’s own files alone, with settings that make sense', async () => {
    const [me, other] = [await owner(), await owner()]
    const file = await store(other, 'theirs', 'a.txt')
    const { body: waiting } = await me.convert('hold share')
    const refusals = [
      [{ file_id: file.id }, 'not_found'],
      [{ s3_key: file.s3_key }, 'not_found'],
      [{ conversion_id: randomUUID() }, 'not_found'],
      [{ conversion_id: waiting.id }, 'not_finished'],
      [{}, 'invalid_request'],
      [{ file_id: file.id, s3_key: file.s3_key }, 'invalid_request'],
      [{ file_id: file.id, expires_at: '2020-01-01T00:00:00Z' }, 'invalid_request'],
      [{ file_id: file.id, max_downloads: 0 }, 'invalid_request'],
      [{ file_id: file.id, password: '123' }, 'invalid_request'],
    ] as const
    for (const [json, code] of refusals) expect((await me.json('POST', SHARES, json)).body.code).toBe(code)
    server.held.release('share')
    const { link } = await share(other)
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', 'renew/'],
      ['GET', 'events/'],
    ] as const)
      expect(
        (await me.json(method, `${SHARES}${link.link_id}/${path}`, method === 'PATCH' ? {} : undefined))
          .status,
      ).toBe(404)
    expect((await me.json('GET', SHARES)).body.results).toEqual([])
  })

  it('is made once for a repeated key', async () => {
    const me = await owner()
    const file = await store(me, 'once', 'a.txt')
    const key = { 'idempotency-key': randomUUID() }
    const made = await Promise.all([1, 2, 3].map(() => me.json('POST', SHARES, { file_id: file.id }, key)))
    expect(new Set(made.map(({ body }) => body.url)).size).toBe(1)
  })

  it('that nobody made is not there, and says nothing more', async () => {
    for (const token of ['x'.repeat(27), `${'..%2f'.repeat(6)}`, 'x'.repeat(400)]) {
      const { status, body } = await stranger().json('GET', `${SHARES}public/${token}/`)
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
  })
})

describe('a closed link', () => {
  it('opens nothing from the next request on, also where an address was handed out', async () => {
    const me = await owner()
    const { link, at } = await share(me)
    const { download_url } = (await redeem(stranger(), at)).body
    expect((await fetched(stranger(), download_url)).status).toBe(200)
    expect((await me.json('DELETE', `${SHARES}${link.link_id}/`)).status).toBe(204)
    expect((await me.json('DELETE', `${SHARES}${link.link_id}/`)).status).toBe(204)
    expect((await stranger().json('GET', at)).body).toMatchObject({ status: 410, code: 'share_revoked' })
    expect((await redeem(stranger(), at)).body.code).toBe('share_revoked')
    expect(await codeAt(stranger(), download_url)).toBe('share_revoked')
    expect(
      (await me.json('GET', `${SHARES}?state=revoked`)).body.results.map((one: Share) => one.id),
    ).toEqual([link.id])
  })

  it('expires to the second', async () => {
    const me = await owner()
    const { at } = await share(me, { expires_at: new Date(Date.now() + 3_600_000).toISOString() })
    const { download_url } = (await redeem(stranger(), at)).body
    setClock(server, 3_601_000)
    expect((await stranger().json('GET', at)).body.code).toBe('share_expired')
    expect((await redeem(stranger(), at)).body.code).toBe('share_expired')
    expect(await codeAt(stranger(), download_url)).toBe('share_expired')
    setClock(server, 0)
  })

  it('closes while its file is deleted, opens again with it, and is gone with it', async () => {
    const me = await owner()
    const { file, at, link } = await share(me)
    const { download_url } = (await redeem(stranger(), at)).body
    await me.json('POST', `${FILES}delete/`, { file_ids: [file.id] })
    expect((await stranger().json('GET', at)).body.code).toBe('share_unavailable')
    expect(await codeAt(stranger(), download_url)).toBe('share_unavailable')
    await me.json('POST', `${FILES}restore/`, { file_ids: [file.id] })
    expect((await fetched(stranger(), download_url)).text).toBe('what is shared')
    await me.json('POST', `${FILES}delete/`, { file_ids: [file.id], permanently: true })
    expect((await stranger().json('GET', at)).body.code).toBe('not_found')
    expect((await me.json('GET', `${SHARES}${link.id}/`)).status).toBe(404)
  })

  it('goes on with a download when a query fails meanwhile', async () => {
    const me = await owner()
    const { at } = await share(me, {}, 'x'.repeat(40_000_000), 'big.txt')
    const { download_url } = (await redeem(stranger(), at)).body
    const response = await new Promise<IncomingMessage>((resolve) => get(download_url, resolve))
    let bytes = ((await once(response, 'data')) as [Buffer])[0].length
    response.pause()
    const { db } = server.platform
    await db.execute('alter table shares rename to shares_away')
    // Whether the link still opens was asked, and not answered.
    const select = vi.spyOn(db, 'select')
    await until(10, async () => select.mock.calls.length >= 3)
    select.mockRestore()
    await db.execute('alter table shares_away rename to shares')
    response.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    response.resume()
    await once(response, 'end')
    expect(bytes).toBe(40_000_000)
  })

  it('breaks off a download that is on its way, within a second', async () => {
    const me = await owner()
    const { link, at } = await share(me, {}, 'x'.repeat(40_000_000), 'big.txt')
    const { download_url } = (await redeem(stranger(), at)).body
    const response = await new Promise<IncomingMessage>((resolve) => get(download_url, resolve))
    response.once('error', () => {})
    // A reader that takes its time: the rest waits at the server.
    let bytes = ((await once(response, 'data')) as [Buffer])[0].length
    response.pause()
    await me.json('DELETE', `${SHARES}${link.link_id}/`)
    await until(10, async () => server.logged.some((line) => line.includes('the link was revoked')))
    response.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    const gone = new Promise((resolve) => response.once('close', resolve))
    response.resume()
    await gone
    expect(bytes).toBeLessThan(40_000_000)
  })

  it('gives another address when it is asked to; the old one opens nothing', async () => {
    const me = await owner()
    const { link, at } = await share(me)
    const { body } = await me.json('POST', `${SHARES}${link.id}/renew/`)
    expect(body.url).not.toBe(link.url)
    expect((await stranger().json('GET', at)).status).toBe(404)
    expect((await stranger().json('GET', `${SHARES}public/${body.url.split('/s/')[1]}/`)).status).toBe(200)
  })
})

describe('a limit', () => {
  it('of one download is one download, however many come at once', async () => {
    const me = await owner()
    const { at, link } = await share(me, { max_downloads: 1 })
    const many = await Promise.all(Array.from({ length: 12 }, () => redeem(stranger(), at)))
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(many.filter(({ body }) => body.code === 'share_used_up')).toHaveLength(11)
    const { download_url, downloads_left } = many.find(({ status }) => status === 200)?.body ?? {}
    expect(downloads_left).toBe(0)
    expect((await stranger().json('GET', at)).body.code).toBe('share_used_up')
    // Once whole; what a cut lost could be sent again, and never all of it.
    expect((await fetched(stranger(), download_url)).text).toBe('what is shared')
    expect(await codeAt(stranger(), download_url)).toBe('share_used_up')
    expect((await fetched(stranger(), download_url, { range: 'bytes=12-' })).text).toBe('ed')
    await me.json('PATCH', `${SHARES}${link.id}/`, { max_downloads: 2 })
    expect((await redeem(stranger(), at)).status).toBe(200)
    expect((await me.json('PATCH', `${SHARES}${link.id}/`, { max_downloads: 1 })).body.code).toBe(
      'invalid_request',
    )
  })

  it('gives back what a broken connection did not take', async () => {
    const me = await owner()
    const { at } = await share(me, { max_downloads: 1 }, 'y'.repeat(40_000_000), 'big.txt')
    const { download_url } = (await redeem(stranger(), at)).body
    await new Promise<void>((resolve) => {
      const asked = get(download_url, (response) => response.once('data', () => asked.destroy()))
      asked.once('close', () => resolve())
    })
    const left = await until(10, async () => {
      const { rows } = await server.platform.db.execute<{ left: number }>(
        sql`select bytes_left::int as left from share_grants order by expires_at desc limit 1`,
      )
      return (rows[0]?.left ?? 0) > 20_000_000 && rows[0]
    })
    expect(left.left).toBeLessThan(41_048_576)
    const rest = await fetched(stranger(), download_url, { range: 'bytes=20000000-' })
    expect([rest.status, rest.text.length]).toEqual([206, 20_000_000])
  })
})

describe('reading in the page', () => {
  const PDF = `%PDF-1.7\n${'x'.repeat(300_000)}\n%%EOF\n`
  const shared = (me: Client, settings: object = {}) => share(me, settings, PDF, 'Lease.pdf')
  const read = (who: Client, at: string, body: object = {}) => redeem(who, at, { to: 'read', ...body })
  const kinds = async (me: Client, { link_id }: Share) =>
    (await me.json('GET', `${SHARES}${link_id}/events/`)).body.results.map(
      ({ kind }: { kind: string }) => kind,
    )

  it('counts once, however many parts, reloads and downloads it takes', async () => {
    const me = await owner()
    const { at, link } = await shared(me, { max_downloads: 1 })
    const who = stranger()
    expect((await who.json('GET', at)).body).toMatchObject({ readable: true, reading_until: null })
    const begun = await read(who, at)
    expect(begun.body).toMatchObject({ downloads_left: 0, file_name: 'Lease.pdf' })
    expect(begun.headers.getSetCookie().join()).toMatch(
      /reading=.*Path=\/api\/v1\/user\/shares\/public\/.*HttpOnly/,
    )
    for (let part = 0; part < 40; part++) {
      const from = (part * 7_000) % 290_000
      const { status, text } = await fetched(who, begun.body.download_url, {
        range: `bytes=${from}-${from + 6_999}`,
      })
      expect([status, text]).toEqual([206, PDF.slice(from, from + 7_000)])
    }
    // The link is used up for all others; whoever reads finds it as it was.
    expect((await stranger().json('GET', at)).body.code).toBe('share_used_up')
    expect((await who.json('GET', at)).body).toMatchObject({
      title: 'Lease.pdf',
      downloads_left: 0,
      reading_until: begun.body.expires_at,
    })
    const again = await read(who, at)
    expect([again.status, again.body.download_url]).toEqual([200, begun.body.download_url])
    const taken = await redeem(who, at)
    expect((await fetched(who, taken.body.download_url)).text).toBe(PDF)
    expect((await me.json('GET', `${SHARES}${link.link_id}/`)).body).toMatchObject({
      downloads: 1,
      state: 'used_up',
    })
    expect(await kinds(me, link)).toEqual(['downloaded', 'read', 'viewed'])
  })

  it('is of the browser that began it: its address opens nothing elsewhere, and no grant is a reading', async () => {
    const me = await owner()
    const { at } = await shared(me, { max_downloads: 2 })
    const { at: other } = await shared(me)
    const who = stranger()
    const { download_url } = (await read(who, at)).body
    expect(await codeAt(stranger(), download_url)).toBe('link_expired')
    const grant = ((await redeem(stranger(), at)).body.download_url as string).split('/file/')[1] as string
    const thief = (cookie: string, url: string) => fetched(stranger(), url, { cookie })
    expect((await thief(`reading=${grant.slice(0, -1)}`, download_url)).status).toBe(410)
    expect((await thief('reading=', download_url)).status).toBe(410)
    const [, ticket] =
      /reading=([^;]+)/.exec((await read(stranger(), other)).headers.getSetCookie().join()) ?? []
    expect((await thief(`reading=${ticket}`, download_url)).status, 'of another link').toBe(410)
    expect(await codeAt(stranger(), `${download_url.split('/file/')[0]}/file/${ticket}/`)).toBe(
      'link_expired',
    )
  })

  it('gives a link with a limit out ten times, and no more', async () => {
    const me = await owner()
    const { at } = await shared(me, { max_downloads: 1 })
    const who = stranger()
    const { download_url } = (await read(who, at)).body
    let given = 0
    while (given < 20 && (await fetched(who, download_url)).status === 200) given++
    // Ten, and what cuts may lose of each.
    expect(given).toBe(15)
    expect((await read(who, at)).body.code).toBe('share_used_up')
  })

  it('ends with its ticket, with the link and with the file, at the next part', async () => {
    const me = await owner()
    const { at, link } = await shared(me)
    const { file, at: second } = await shared(me)
    const [who, other] = [stranger(), stranger()]
    const { download_url } = (await read(who, at)).body
    const { download_url: another } = (await read(other, second)).body
    const part = (url: string, by = who) => fetched(by, url, { range: 'bytes=0-9' })
    expect((await part(download_url)).status).toBe(206)
    setClock(server, 7 * 3_600_000)
    expect(JSON.parse((await part(download_url)).text).code).toBe('link_expired')
    expect((await who.json('GET', at)).body.reading_until).toBeNull()
    setClock(server, 0)
    expect((await part(download_url)).status).toBe(206)
    await me.json('DELETE', `${SHARES}${link.link_id}/`)
    expect(JSON.parse((await part(download_url)).text).code).toBe('share_revoked')
    expect((await read(who, at)).body.code).toBe('share_revoked')
    await me.json('POST', `${FILES}delete/`, { file_ids: [file.id] })
    expect(JSON.parse((await part(another, other)).text).code).toBe('share_unavailable')
  })

  it('asks for all that a download asks for, each time', async () => {
    const me = await owner()
    const { at } = await shared(me, { password: 'open sesame', email_gate: 'ask' })
    const who = stranger()
    expect((await who.json('GET', at)).body).toMatchObject({ locked: true, readable: false })
    expect((await read(who, at)).body.code).toBe('share_locked')
    expect((await read(who, at, { password: 'barley' })).body.code).toBe('share_password_wrong')
    const email = 'ada@mail.example'
    await who.json('POST', `${at}open/`, { password: 'open sesame', email })
    expect((await read(who, at)).status).toBe(200)
    // The pass is over, the reading is not: what opens the link is asked for again, and nothing is
    // counted.
    setClock(server, 16 * 60_000)
    expect((await who.json('GET', at)).body).toMatchObject({ locked: true, reading_until: null })
    expect((await read(who, at)).body.code).toBe('share_locked')
    expect((await read(who, at, { password: 'open sesame', email })).status).toBe(200)
    setClock(server, 0)
    const { results } = (await me.json('GET', SHARES)).body
    expect(results[0]).toMatchObject({ downloads: 1 })
  })

  it('is of PDFs that may be previewed, and of nothing else', async () => {
    const me = await owner()
    const text = await share(me)
    const hidden = await shared(me, { allow_preview: false })
    for (const { at, link } of [text, hidden]) {
      expect((await stranger().json('GET', at)).body.readable).toBe(false)
      expect((await read(stranger(), at)).body.code).toBe('invalid_request')
      expect((await redeem(stranger(), at)).status).toBe(200)
      expect((await me.json('GET', `${SHARES}${link.link_id}/`)).body.downloads).toBe(1)
    }
  })

  it('is told of by mail where the link says so, and so is what is taken along', async () => {
    const me = await owner()
    const { at } = await shared(me, { notify: true, name: 'Tell me' })
    const who = stranger()
    await read(who, at)
    const mine = `${me.username}@mail.example`
    expect((await lastMessage(server, mine)).subject).toBe('“Tell me” was read')
    await redeem(who, at)
    expect((await lastMessage(server, mine)).subject).toBe('“Tell me” was downloaded')
  })
})

describe('a locked link', () => {
  it('says nothing of the file before its password, and nothing of the password but that it is wrong', async () => {
    const me = await owner()
    const { at } = await share(me, { password: 'open sesame', name: 'Nobody knows', message: 'hidden words' })
    const { at: elsewhere } = await share(me, { password: 'another word' })
    const who = stranger()
    const { body } = await who.json('GET', at)
    expect(body).toMatchObject({
      locked: true,
      requires_password: true,
      title: null,
      file: null,
      preview: null,
    })
    expect(JSON.stringify(body)).not.toMatch(/Nobody knows|Secret plan|hidden|txt/)
    expect((await redeem(who, at)).body).toMatchObject({ code: 'share_locked', requires_password: true })
    for (const password of ['another word', 'open sesame ', ''])
      expect((await redeem(who, at, { password })).body.code).toBe('share_password_wrong')
    const wrongHere = (await redeem(who, at, { password: 'another word' })).body
    const wrongThere = (await redeem(who, elsewhere, { password: 'open sesame' })).body
    const same = ({ request_id: _, instance: __, ...rest }: Record<string, unknown>) => rest
    expect(same(wrongHere)).toEqual(same(wrongThere))
    expect((await redeem(who, at, { password: 'open sesame' })).body.file_name).toBe('Secret plan.txt')
  })

  it('stays open to a browser for a quarter of an hour, and to no other link and no other browser', async () => {
    const me = await owner()
    const { at, link } = await share(me, { password: 'open sesame' }, PNG as never, 'a.png')
    const { at: other } = await share(me, { password: 'open sesame' })
    const who = stranger()
    const preview = `${at}preview/picture/`
    expect((await who.json('GET', preview)).body.code).toBe('share_locked')
    const opened = await who.json('POST', `${at}open/`, { password: 'open sesame' })
    expect(opened.body).toMatchObject({
      locked: false,
      file: { file_name: 'a.png' },
      preview: { kind: 'picture' },
    })
    expect(opened.headers.getSetCookie().join()).toMatch(
      /share=.*Path=\/api\/v1\/user\/shares\/public\/.*HttpOnly/,
    )
    expect((await who.json('GET', at)).body.locked).toBe(false)
    const image = await who.fetch(opened.body.preview.picture_url)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await redeem(who, at)).status).toBe(200)
    expect((await who.json('GET', other)).body.locked).toBe(true)
    expect((await stranger().json('GET', at)).body.locked).toBe(true)
    setClock(server, 16 * 60_000)
    expect((await who.json('GET', at)).body.locked).toBe(true)
    setClock(server, 0)
    await me.json('PATCH', `${SHARES}${link.id}/`, { password: 'new word' })
    expect((await who.json('GET', at)).body.locked).toBe(true)
    await me.json('PATCH', `${SHARES}${link.id}/`, { password: null })
    expect((await stranger().json('GET', at)).body.locked).toBe(false)
  })

  it('takes ten wrong passwords of one client, and then none for a while, also where many come at once', async () => {
    const me = await owner()
    const { at } = await share(me, { password: 'open sesame' })
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, n) => redeem(stranger(), at, { password: `guess ${n}` })),
    )
    const codes = tries.map(({ body }) => body.code)
    expect(codes.filter((code) => code === 'share_password_wrong')).toHaveLength(10)
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(10)
    expect((await redeem(stranger(), at, { password: 'open sesame' })).status).toBe(429)
  })

  it('asks for an address, and writes it down', async () => {
    const me = await owner()
    const { at, link } = await share(me, { email_gate: 'ask' })
    const who = stranger()
    expect((await who.json('GET', at)).body).toMatchObject({ locked: true, email_gate: 'ask', title: null })
    expect((await redeem(who, at)).body).toMatchObject({ code: 'share_locked', email_gate: 'ask' })
    expect((await redeem(who, at, { email: 'no address' })).body.code).toBe('invalid_request')
    await redeem(who, at, { email: 'ada@mail.example' })
    const { results } = (await me.json('GET', `${SHARES}${link.id}/events/`)).body
    expect(results).toMatchObject([{ kind: 'downloaded', email: 'ada@mail.example', email_confirmed: false }])
  })

  it('asks for a code that went to the address, after the password, once, five tries each', async () => {
    const me = await owner()
    const { at, link } = await share(me, { email_gate: 'confirm', password: 'open sesame' })
    const who = stranger()
    const email = 'Grace@mail.example'
    const send = (body: object) => who.json('POST', `${at}email-code/`, { email, ...body })
    expect((await send({})).body.code).toBe('share_locked')
    expect((await send({ password: 'wrong' })).body.code).toBe('share_password_wrong')
    expect((await send({ password: 'open sesame' })).status).toBe(204)
    const sent = await lastMessage(server, email)
    expect(sent.text).not.toContain('Secret plan')
    const code = codeIn(sent)
    const open = (given: object) =>
      who.json('POST', `${at}open/`, { password: 'open sesame', email, ...given })
    expect((await open({})).body.code).toBe('share_locked')
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await open({ code: wrong })).body).toMatchObject({ code: 'invalid_code', attempts_left: 4 })
    expect((await open({ code, email: 'other@mail.example' })).body.code).toBe('invalid_code')
    const twice = await Promise.all([open({ code }), open({ code })])
    // One of the two; the other may come with the pass that the first one left.
    expect(twice.filter(({ body }) => body.locked === false).length).toBeGreaterThanOrEqual(1)
    expect(
      (await stranger().json('POST', `${at}open/`, { password: 'open sesame', email, code })).body.code,
    ).toBe('invalid_code')
    await redeem(who, at)
    const { results } = (await me.json('GET', `${SHARES}${link.id}/events/`)).body
    expect(results[0]).toMatchObject({ kind: 'downloaded', email, email_confirmed: true })

    await send({ password: 'open sesame' })
    const last = codeIn(await lastMessage(server, email))
    const other = stranger()
    for (let tried = 0; tried < 5; tried++)
      await other.json('POST', `${at}open/`, {
        password: 'open sesame',
        email,
        code: wrong === last ? '000002' : wrong,
      })
    expect(
      (await other.json('POST', `${at}open/`, { password: 'open sesame', email, code: last })).body.code,
    ).toBe('invalid_code')
  })
})

describe('what the owner sees', () => {
  it('counts a visit once, and not their own', async () => {
    const me = await owner()
    const { at, link } = await share(me)
    await me.json('GET', at)
    await Promise.all([1, 2, 3].map(() => stranger().json('GET', at)))
    await stranger().fetch(at, { headers: { 'user-agent': 'Another/1.0' } })
    const { body } = await me.json('GET', `${SHARES}${link.id}/`)
    expect(body.views).toBe(2)
    const { results } = (await me.json('GET', `${SHARES}${link.id}/events/`)).body
    expect(results).toHaveLength(2)
    expect(results[0]).toMatchObject({ kind: 'viewed', device: 'Another', address: '127.0.0.1', email: null })
  })

  it('lists, searches and filters links by how they stand', async () => {
    const me = await owner()
    const made = {
      active: await share(me, { name: 'Alpha 50%' }),
      revoked: await share(me),
      used_up: await share(me, { max_downloads: 1 }),
      expired: await share(me, { expires_at: new Date(Date.now() + 60_000).toISOString() }),
      unavailable: await share(me),
    }
    await me.json('DELETE', `${SHARES}${made.revoked.link.id}/`)
    await redeem(stranger(), made.used_up.at)
    await me.json('POST', `${FILES}delete/`, { file_ids: [made.unavailable.file.id] })
    setClock(server, 61_000)
    for (const [state, { link }] of Object.entries(made)) {
      const { body } = await me.json('GET', `${SHARES}?state=${state}`)
      expect(body).toMatchObject({ count: 1, results: [{ id: link.id, state }] })
    }
    setClock(server, 0)
    expect((await me.json('GET', `${SHARES}?q=${encodeURIComponent('50%')}`)).body.results).toHaveLength(1)
    expect((await me.json('GET', `${SHARES}?file_id=${made.active.file.id}`)).body.results).toHaveLength(1)
    expect((await me.json('GET', `${FILES}?shared=true`)).body.results.length).toBeGreaterThanOrEqual(1)
    const counts = (await me.json('GET', `${FILES}${made.active.file.id}/`)).body.share_count
    expect(counts).toBe(1)
  })

  it('is told by mail of downloads where the link says so', async () => {
    const me = await owner()
    const { at, link } = await share(me, { notify: true, max_downloads: 3, name: 'Tell me' })
    await redeem(stranger(), at)
    const { subject, text } = await lastMessage(server, `${me.username}@mail.example`)
    expect(subject).toBe('“Tell me” was downloaded')
    expect(text).toContain('Download 1 of 3')
    expect(text).toContain(`/shares/${link.id}`)
  })
})

it('shows what is in a ZIP, with names that turn nothing, and not its files', async () => {
  const me = await owner()
  const zip = zipSync({
    'a/one.txt': new Uint8Array(5),
    'two\u202egpj.exe': new Uint8Array(7),
    'dir/': new Uint8Array(),
  })
  const { at } = await share(me, {}, zip as never, 'all.zip')
  const { body } = await stranger().json('GET', at)
  expect(body).toMatchObject({
    entry_count: 2,
    entries: [
      { name: 'a/one.txt', size_bytes: 5 },
      { name: 'twogpj.exe', size_bytes: 7 },
    ],
  })
})

it('has no preview where its owner wants none, or nothing can draw one', async () => {
  const me = await owner()
  const hidden = await share(me, { allow_preview: false }, PNG as never, 'a.png')
  expect((await stranger().json('GET', hidden.at)).body.preview).toBeNull()
  expect((await stranger().json('GET', `${hidden.at}preview/picture/`)).body.code).toBe('not_found')
  const plain = await share(me)
  expect((await stranger().json('GET', plain.at)).body.preview).toBeNull()
  expect((await stranger().json('GET', `${plain.at}preview/sample/`)).status).toBe(404)
})

it('has its sample made by the service alone: nobody orders one, since it costs nothing', async () => {
  const me = await owner()
  const { at } = await share(me, {}, 'RIFF-film', 'a.webp')
  const { body } = await stranger().json('GET', at)
  expect(body.preview).toMatchObject({ kind: 'video', picture_url: null })
  const sample = await stranger().fetch(body.preview.sample_url, { headers: { range: 'bytes=0-3' } })
  expect([sample.status, await sample.text()]).toEqual([206, 'RIFF'])
  const ordered = await me.convert(
    'RIFF-film',
    { target_format: 'webp', operation: 'sample' },
    { name: 'a.webp', path: '/api/v1/convert/image/convert/' },
  )
  expect(ordered.status).toBe(400)
  const { operations } = (await me.json('GET', '/api/v1/convert/image/operations/?from=webp')).body
  expect(JSON.stringify(operations)).not.toContain('sample')
})

it('can be reported to who runs the instance', async () => {
  const admin: Person = await owner()
  await server.platform.db.execute(sql`update users set is_admin = true where username = ${admin.username}`)
  const me = await owner()
  const { at } = await share(me, { name: 'Bad thing' })
  expect(
    (await stranger().json('POST', `${at}report/`, { reason: 'It is mine.', email: 'r@mail.example' }))
      .status,
  ).toBe(204)
  const { text } = await lastMessage(server, `${admin.username}@mail.example`)
  expect(text).toContain('It is mine.')
  expect(text).toContain('r@mail.example')
})
