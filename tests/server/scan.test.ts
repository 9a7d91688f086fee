import { createHash, randomUUID } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { ScanPage, ScanSession, ScanSessionMade } from '../../contract/scan.ts'
import { deviceLinks, objects, owners, scanPages, scanSessions, users } from '../../server/core/schema.ts'
import { sweep } from '../../server/worker/sweep.ts'
import { Client, signUp, startServer, storedKeys, type TestServer } from './harness.ts'
import { setClock } from './safe-accounts.ts'

const SCAN = '/api/v1/pdf_handler/scan/'
const PAIR = `${SCAN}pair/`
const MINUTE = 60_000

type Made = z.output<typeof ScanSessionMade>

let server: TestServer
/** A small photo of a sheet, another, and a preview. */
let photo: Buffer
let other: Buffer
let preview: Buffer
beforeAll(async () => {
  server = await startServer({}, 'real')
  const sheet = (grey: number) =>
    sharp({ create: { width: 400, height: 600, channels: 3, background: { r: grey, g: grey, b: grey } } })
  photo = await sheet(230)
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '51/1 27/1 30/1', GPSLatitudeRef: 'N' } })
    .toBuffer()
  other = await sheet(200).jpeg().toBuffer()
  preview = await sheet(230).resize(100).jpeg().toBuffer()
})
afterAll(() => server.stop())
afterEach(() => setClock(server, 0))

/** A phone: no cookies, and the pairing token as bearer. */
class Phone {
  readonly id = randomUUID()
  readonly #client = new Client(server.url)
  readonly token: string
  constructor(token: string) {
    this.token = token
  }
  headers = () => ({ authorization: `Bearer ${this.token}` })
  json(method: string, path: string, body?: unknown) {
    return this.#client.json(method, `${PAIR}${path}`, body, this.headers())
  }
  see = (query = '') => this.json('GET', `?phone_id=${this.id}${query}`)
  fetch(path: string) {
    return this.#client.fetch(`${PAIR}${path}`, { headers: this.headers() })
  }
  async send(
    bytes: Uint8Array,
    fields: Record<string, string> = {},
    headers: Record<string, string> = this.headers(),
  ) {
    const form = new FormData()
    const all = { page_id: randomUUID(), sha256: hashOf(bytes), phone_id: this.id, ...fields }
    for (const [name, value] of Object.entries(all)) if (value !== '') form.append(name, value)
    form.append('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg')
    const response = await this.#client.fetch(`${PAIR}pages/`, { method: 'POST', body: form, headers })
    return {
      status: response.status,
      body: (await response.json()) as ScanPage & { code: string; detail: string },
    }
  }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A session with its desk and a phone. */
async function open(title = 'Notes') {
  const desk = await signUp(server.url)
  const made = await desk.json('POST', `${SCAN}sessions/`, { title })
  expect(made.status).toBe(201)
  const session: Made = made.body
  const at = `${SCAN}sessions/${session.session_id}/`
  return { desk, session, at, phone: new Phone(session.pairing_token) }
}

const pagesOf = (session: ScanSession) => session.pages.map(({ page_id }) => page_id)

describe('pairing', () => {
  it('opens a session that a phone joins by its link, and tells both who is there', async () => {
    const { desk, session, at, phone } = await open()
    expect(session).toMatchObject({
      status: 'waiting',
      revision: 1,
      pages: [],
      phones: [],
      conversion_id: null,
    })
    expect(session.pairing_url).toMatch(new RegExp(`^http.*/scan#${session.pairing_token}$`))
    await server.platform.db
      .update(users)
      .set({ firstName: 'Maren' })
      .where(eq(users.username, desk.username))
    const seen = await phone.see()
    expect(seen.body).toMatchObject({ status: 'paired', title: 'Notes', desk_name: 'Maren' })
    expect(JSON.stringify(seen.body)).not.toContain(desk.username)
    await phone.json('PATCH', '', { phone_id: phone.id, name: 'Ines' })
    const { body } = await desk.json('GET', at)
    expect(body.phones).toEqual([
      expect.objectContaining({ phone_id: phone.id, name: 'Ines', is_connected: true, pages: 0 }),
    ])
    setClock(server, MINUTE)
    expect((await desk.json('GET', at)).body.phones[0].is_connected).toBe(false)
  })

  it('keeps nothing of the token or the code but their hashes, and logs neither', async () => {
    const { session, phone } = await open()
    await phone.see()
    const rows = await server.platform.db
      .select()
      .from(scanSessions)
      .where(eq(scanSessions.id, session.session_id))
    const links = await server.platform.db.select().from(deviceLinks)
    for (const secret of [session.pairing_token, session.code]) {
      expect(JSON.stringify([rows, links])).not.toContain(secret)
      expect(server.logged.join('\n')).not.toContain(secret)
    }
  })

  it('takes a code once, as it may be typed, for ten minutes', async () => {
    const { desk, session, at } = await open()
    const typed = `${session.code.slice(0, 4)} ${session.code.slice(4)}`.toLowerCase()
    const client = new Client(server.url)
    const pair = (code: string) => client.json('POST', PAIR, { code })
    const paired = await pair(typed.replace('0', 'o').replace('1', 'l'))
    expect(paired.status).toBe(200)
    expect((await new Phone(paired.body.pairing_token).see()).status).toBe(200)
    expect((await pair(session.code)).status).toBe(404)
    const again = (await desk.json('POST', `${at}pairing/`, {})).body
    setClock(server, 11 * MINUTE)
    expect((await pair(again.code)).status).toBe(404)
    setClock(server, 0)
    // The first link is still good: a new one revokes nothing.
    expect((await new Phone(session.pairing_token).see()).status).toBe(200)
    expect((await new Phone(again.pairing_token).see()).status).toBe(200)
  })

  it('limits guesses of a code', async () => {
    const strict = await startServer({ RATE_LIMITS: '1' })
    try {
      const client = new Client(strict.url)
      const guess = async () => (await client.json('POST', PAIR, { code: '00000000' })).status
      const answers = await Promise.all(Array.from({ length: 8 }, guess))
      expect(answers.filter((status) => status === 404)).toHaveLength(5)
      expect(answers.filter((status) => status === 429)).toHaveLength(3)
    } finally {
      await strict.stop()
    }
  })

  it('is nobody’s account: other credentials open nothing, and the token opens nothing else', async () => {
    const { desk, session, at, phone } = await open()
    const client = new Client(server.url)
    const ask = (authorization?: string) =>
      client.json('GET', PAIR, undefined, authorization ? { authorization } : {})
    expect(await ask()).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(await desk.json('GET', PAIR)).toMatchObject({ status: 401 })
    expect(await ask(`Bearer fw_${'a'.repeat(43)}`)).toMatchObject({
      status: 403,
      body: { code: 'pairing_required' },
    })
    expect(await ask(`Bearer ${'a'.repeat(43)}`)).toMatchObject({ status: 404 })
    for (const path of [at, '/api/v1/user/me/'])
      expect(await client.json('GET', path, undefined, phone.headers())).toMatchObject({ status: 401 })
    const stranger = await signUp(server.url)
    for (const [method, path] of [
      ['GET', at],
      ['DELETE', at],
      ['POST', `${at}finalize/`],
      ['GET', `${at}pages/${randomUUID()}/image/`],
    ] as const)
      expect((await stranger.json(method, path, method === 'POST' ? {} : undefined)).status).toBe(404)
    expect(session.pages).toEqual([])
  })

  it('lets in up to twenty phones', async () => {
    const { phone, session } = await open()
    await phone.see()
    const others = await Promise.all(Array.from({ length: 19 }, () => new Phone(session.pairing_token).see()))
    expect(others.every(({ status }) => status === 200)).toBe(true)
    expect((await new Phone(session.pairing_token).see()).body.code).toBe('limit_reached')
    expect((await phone.see()).body.phones).toHaveLength(20)
  })
})

describe('pages', () => {
  it('come as a preview, then as the photo, and wake the polls that wait', async () => {
    const { desk, session, at, phone } = await open()
    const page_id = randomUUID()
    const { revision } = (await phone.see()).body
    expect(revision).toBeGreaterThan(session.revision)
    const waiting = desk.json('GET', `${at}?since=${revision}&wait=20`)
    expect((await phone.send(preview, { page_id, kind: 'preview' })).status).toBe(201)
    const first: ScanSession = (await waiting).body
    expect(first.revision).toBeGreaterThan(revision)
    expect(first.pages).toEqual([expect.objectContaining({ page_id, state: 'receiving', width: null })])
    const image = await desk.fetch(`${first.pages[0]?.image_url}?variant=thumb`)
    expect(image.headers.get('content-type')).toBe('image/webp')
    const next = desk.json('GET', `${at}?since=${first.revision}&wait=20`)
    const settings = {
      quad: [
        [0.1, 0.1],
        [0.9, 0.1],
        [0.9, 0.9],
        [0.1, 0.9],
      ],
      rotation: 90,
      filter: 'bw',
      layout: 'page',
    }
    expect((await phone.send(photo, { page_id, settings: JSON.stringify(settings) })).status).toBe(201)
    const [page] = (await next).body.pages
    expect(page).toMatchObject({
      page_id,
      state: 'ready',
      width: 400,
      height: 600,
      settings,
      phone_id: phone.id,
    })
    const original = Buffer.from(
      await (await phone.fetch(`pages/${page_id}/image/?variant=original`)).arrayBuffer(),
    )
    expect((await sharp(original).metadata()).exif).toBeUndefined()
    expect(await sharp(original).raw().toBuffer()).toEqual(await sharp(photo).raw().toBuffer())
    // The preview has gone with what it stood for.
    const keys = await storedKeys(server)
    const [row] = await server.platform.db.select().from(scanPages).where(eq(scanPages.id, page_id))
    expect(row).toMatchObject({ previewKey: null, photoKey: expect.any(String) })
    expect(keys).toContain(row?.photoKey)
  })

  it('are added once, however often they are sent, also at the same time', async () => {
    const { desk, at, phone } = await open()
    const page_id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 6 }, () => phone.send(photo, { page_id })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201])
    expect(await phone.send(photo, { page_id })).toMatchObject({ status: 200, body: { page_id } })
    expect((await desk.json('GET', at)).body.pages).toHaveLength(1)
    expect(await phone.send(other, { page_id })).toMatchObject({
      status: 409,
      body: { code: 'scan_page_conflict' },
    })
    const retaken = await phone.send(other, { page_id, replace: 'true' })
    expect(retaken).toMatchObject({ status: 201, body: { photo_version: 2, version: 1 } })
  })

  it('show the phone that sent them, though it has not asked for the session yet', async () => {
    const { desk, at, phone } = await open()
    expect((await phone.send(photo)).status).toBe(201)
    const { phones } = (await desk.json('GET', at)).body
    expect(phones).toEqual([expect.objectContaining({ phone_id: phone.id, pages: 1, is_connected: true })])
  })

  it('have 4 GB of photos in all open sessions of an account', async () => {
    const before = await storedKeys(server)
    const { desk, phone, session } = await open()
    const { body: page } = await phone.send(photo)
    const { db } = server.platform
    await db
      .update(scanPages)
      .set({ sizeBytes: 4e9 - 10 })
      .where(eq(scanPages.id, page.page_id))
    const second = await desk.json('POST', `${SCAN}sessions/`, {})
    const later = new Phone(second.body.pairing_token)
    expect((await later.send(other)).body).toMatchObject({
      code: 'limit_reached',
      detail: expect.stringContaining('4 GB'),
    })
    // Once the first session has ended, there is room.
    await desk.json('DELETE', `${SCAN}sessions/${session.session_id}/`)
    const page_id = randomUUID()
    expect((await later.send(other, { page_id })).status).toBe(201)
    await desk.json('DELETE', `${SCAN}sessions/${second.body.session_id}/`)
    await sweep(server.platform)
    expect(await storedKeys(server)).toEqual(before)
  })

  it('leave nothing behind that nobody holds', async () => {
    const before = await storedKeys(server)
    const { desk, at, phone } = await open()
    const page_id = randomUUID()
    await phone.send(preview, { page_id, kind: 'preview' })
    await Promise.all([phone.send(photo, { page_id }), phone.send(photo, { page_id })])
    await phone.send(other, { page_id })
    await phone.send(other, { page_id, replace: 'true' })
    await desk.fetch(`${at}pages/${page_id}/image/?variant=page`)
    expect((await desk.json('DELETE', at)).status).toBe(204)
    await sweep(server.platform)
    expect(await storedKeys(server)).toEqual(before)
  })

  it('are changed by both sides, and never overwritten silently', async () => {
    const { desk, at, phone } = await open()
    const { body: page } = await phone.send(photo)
    const path = `pages/${page.page_id}/`
    const grey = { ...page.settings, filter: 'grey' }
    const mine = await desk.json('PATCH', `${at}${path}`, { settings: grey, version: page.version })
    expect(mine).toMatchObject({ status: 200, body: { version: 2, settings: grey, changed_by: null } })
    const late = { settings: { ...page.settings, rotation: 90 }, version: page.version, phone_id: phone.id }
    expect(await phone.json('PATCH', path, late)).toMatchObject({
      status: 412,
      body: { code: 'scan_page_changed' },
    })
    // The answer to the first change was lost, and it is sent again.
    expect(await desk.json('PATCH', `${at}${path}`, { settings: grey, version: 1 })).toMatchObject({
      status: 200,
      body: { version: 2 },
    })
    expect(await phone.json('PATCH', path, { ...late, version: 2 })).toMatchObject({
      status: 200,
      body: { version: 3, changed_by: phone.id },
    })
    const inside = {
      ...grey,
      quad: [
        [0.1, 0.1],
        [0.9, 0.9],
        [0.9, 0.1],
        [0.1, 0.9],
      ],
    }
    expect((await desk.json('PATCH', `${at}${path}`, { settings: inside, version: 3 })).status).toBe(400)
  })

  it('have an order that both sides set, and that a late page does not disturb', async () => {
    const { desk, at, phone } = await open()
    const [a, b, c] = [await phone.send(photo), await phone.send(photo), await phone.send(photo)].map(
      ({ body }) => body.page_id,
    )
    const order = [c, a, b]
    expect(pagesOf((await desk.json('PATCH', at, { page_order: order })).body)).toEqual(order)
    const { body: late } = await phone.send(photo)
    expect(late.position).toBe(4)
    expect(
      pagesOf((await phone.json('PATCH', '', { phone_id: phone.id, page_order: [b, c, a] })).body),
    ).toEqual([b, c, a, late.page_id])
    expect((await desk.json('PATCH', at, { page_order: [a, a] })).status).toBe(400)
  })

  it('are deleted, restored at their place for ten minutes, and then gone', async () => {
    const { desk, at, phone } = await open()
    const [first, second] = [await phone.send(photo), await phone.send(other)].map(({ body }) => body.page_id)
    expect((await phone.json('DELETE', `pages/${first}/`)).status).toBe(204)
    expect((await phone.json('DELETE', `pages/${first}/`)).status).toBe(204)
    expect(pagesOf((await desk.json('GET', at)).body)).toEqual([second])
    await sweep(server.platform)
    expect(await desk.json('POST', `${at}pages/${first}/restore/`)).toMatchObject({
      status: 200,
      body: { position: 1 },
    })
    await desk.json('DELETE', `${at}pages/${first}/`)
    setClock(server, 11 * MINUTE)
    expect((await phone.json('POST', `pages/${first}/restore/`)).status).toBe(404)
    await sweep(server.platform)
    expect(
      await server.platform.db
        .select()
        .from(scanPages)
        .where(eq(scanPages.id, first as string)),
    ).toEqual([])
  })

  it('of another session are not there', async () => {
    const [one, two] = [await open(), await open()]
    const { body: page } = await one.phone.send(photo)
    for (const [method, path, body] of [
      ['PATCH', `pages/${page.page_id}/`, { settings: page.settings, version: 1 }],
      ['DELETE', `pages/${page.page_id}/`, undefined],
      ['GET', `pages/${page.page_id}/image/`, undefined],
    ] as const)
      expect((await two.phone.json(method, path, body)).status).toBe(404)
    // The same id there is a page of its own.
    expect((await two.phone.send(other, { page_id: page.page_id })).status).toBe(201)
    expect((await one.desk.json('GET', one.at)).body.pages[0].size_bytes).not.toBe(
      (await two.desk.json('GET', two.at)).body.pages[0].size_bytes,
    )
  })

  it('come from files and from storage as well', async () => {
    const { desk, at } = await open()
    const form = new FormData()
    form.append('page_id', randomUUID())
    form.append('file', new Blob([await sharp(photo).png().toBuffer()]), 'page.png')
    const sent = await desk.fetch(`${at}pages/`, { method: 'POST', body: form })
    expect(sent.status).toBe(201)
    expect(await sent.json()).toMatchObject({ state: 'ready', phone_id: null, width: 400 })
    const file = new FormData()
    file.append('file', new Blob([new Uint8Array(photo)]), 'stored.jpg')
    const kept = await desk.fetch('/api/v1/user/storage/files/upload/', { method: 'POST', body: file })
    const stored = (await kept.json()) as { id: string }
    for (const position of [2, 3]) {
      const taken = await desk.json('POST', `${at}pages/`, { page_id: randomUUID(), file_id: stored.id })
      expect(taken).toMatchObject({ status: 201, body: { state: 'ready', position } })
    }
    // The stored file is left alone.
    await desk.json('DELETE', at)
    expect((await desk.fetch(`/api/v1/user/storage/files/${stored.id}/content/`)).status).toBe(200)
  })
})

describe('bad input', () => {
  it('is refused with its reason, and leaves nothing', async () => {
    const { desk, at, phone } = await open()
    const before = await storedKeys(server)
    const bomb = await sharp({ create: { width: 12_000, height: 9000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const cases: [Uint8Array, Record<string, string>, string][] = [
      [Buffer.from('no image at all'), {}, 'unsupported_source'],
      [Buffer.from('%PDF-1.7\n'), {}, 'unsupported_source'],
      [Buffer.alloc(0), {}, 'file_empty'],
      [photo.subarray(0, photo.length - 200), {}, 'inspection_failed'],
      [bomb, {}, 'inspection_failed'],
      [photo, { sha256: hashOf(other) }, 'upload_incomplete'],
      [photo, { settings: '{"filter":"sepia"}' }, 'invalid_request'],
      [photo, { settings: 'no json' }, 'invalid_request'],
      [photo, { page_id: 'x' }, 'invalid_request'],
      [Buffer.concat([preview, Buffer.alloc(200_000)]), { kind: 'preview' }, 'file_too_large'],
    ]
    for (const [bytes, fields, code] of cases) {
      const { body } = await phone.send(bytes, fields)
      expect([body.code, body.detail], JSON.stringify(fields)).toEqual([code, expect.stringMatching(/[.!]$/)])
    }
    expect((await desk.json('GET', at)).body.pages).toEqual([])
    await sweep(server.platform)
    expect(await storedKeys(server)).toEqual(before)
  })

  it('needs a token, in a header or in the form', async () => {
    const { phone, session } = await open()
    expect(await phone.send(photo, {}, {})).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(await phone.send(photo, { pairing_token: session.pairing_token }, {})).toMatchObject({
      status: 201,
    })
    expect(await phone.send(photo, { pairing_token: 'a'.repeat(43) }, {})).toMatchObject({ status: 404 })
  })

  it('stops at two hundred pages', async () => {
    const { desk, at, session, phone } = await open()
    const { body: page } = await phone.send(photo)
    const settings = page.settings
    const rows = Array.from({ length: 199 }, () => ({
      sessionId: session.session_id,
      id: randomUUID(),
      settings,
    }))
    await server.platform.db.insert(scanPages).values(rows)
    expect(await phone.send(other)).toMatchObject({ status: 409, body: { code: 'limit_reached' } })
    expect((await desk.json('GET', at)).body.pages).toHaveLength(200)
  })
})

describe('the PDF', () => {
  it('is quoted, made of the pages as they are, charged by page, and leaves the session open', async () => {
    const { desk, at, phone, session } = await open('Delivery notes')
    for (const filter of ['bw', 'clean', 'original']) {
      const settings = { quad: null, rotation: 0, filter, layout: filter === 'original' ? 'book' : 'page' }
      await phone.send(photo, { settings: JSON.stringify(settings) })
    }
    const asked = { title: 'Notes', ocr: null, colour: 'grey' }
    const quote = (await desk.json('POST', `${at}quote/`, asked)).body
    expect(quote).toMatchObject({ pages: 4, waiting: 0, page_credits: 4, ocr_credits: 0, credits: 4 })
    expect(quote.languages).toContainEqual({ code: 'eng', name: 'English' })
    const begun = await desk.json('POST', `${at}finalize/`, asked)
    expect(begun.status).toBe(202)
    const { revision } = (await desk.json('GET', at)).body
    const done = await desk.wait(begun.body.id)
    expect(done).toMatchObject({
      status: 'completed',
      operation: 'scan',
      family: 'document',
      credits_charged: 4,
      output: { pages: 4, filename: 'Delivery notes.pdf' },
    })
    const after = (await desk.json('GET', `${at}?since=${revision}&wait=20`)).body
    expect(after).toMatchObject({ status: 'completed', conversion_id: begun.body.id })
    expect(after.pages).toHaveLength(3)
    const pdf = await (await desk.fetch(`/api/v1/pdf_handler/${begun.body.id}/download/`)).arrayBuffer()
    expect((await PDFDocument.load(pdf)).getPageCount()).toBe(4)
    const { body: ledger } = await desk.json('GET', '/api/v1/subscription/ledger/')
    expect(ledger.results[0]).toMatchObject({
      source: 'scan',
      area: 'scan',
      credits: -4,
      cause: { units: 4 },
    })
    // The photos go with the session; the PDF stays.
    await desk.json('DELETE', at)
    const { body: ended } = await desk.json('GET', at)
    expect(ended).toMatchObject({ status: 'ended', pages: [], conversion_id: begun.body.id })
    expect((await desk.fetch(`/api/v1/pdf_handler/${begun.body.id}/download/`)).status).toBe(200)
    const [first] = (await desk.json('GET', `${SCAN}sessions/`)).body.results
    expect(first).toMatchObject({ session_id: session.session_id, page_count: 3, status: 'ended' })
  })

  it('waits for photos that are still arriving, or leaves them out', async () => {
    const { desk, at, phone } = await open()
    expect(await desk.json('POST', `${at}finalize/`, {})).toMatchObject({
      status: 409,
      body: { code: 'scan_incomplete' },
    })
    await phone.send(photo)
    const page_id = randomUUID()
    await phone.send(preview, { page_id, kind: 'preview' })
    expect(await desk.json('POST', `${at}finalize/`, {})).toMatchObject({
      status: 409,
      body: { code: 'scan_incomplete', allowed: [page_id] },
    })
    const begun = await desk.json('POST', `${at}finalize/`, { skip_missing: true })
    // What arrives meanwhile is kept for the next one.
    expect((await phone.send(other, { page_id })).status).toBe(201)
    expect(await desk.wait(begun.body.id)).toMatchObject({ status: 'completed', output: { pages: 1 } })
    const next = await desk.json('POST', `${at}finalize/`, {})
    expect(await desk.wait(next.body.id)).toMatchObject({ output: { pages: 2 } })
  })

  it('is made once for a repeated key, and twice for two', async () => {
    const { desk, at, phone } = await open()
    await phone.send(photo)
    const ask = (key: string) => desk.json('POST', `${at}finalize/`, {}, { 'idempotency-key': key })
    const [one, same, two] = await Promise.all([ask('a'), ask('a'), ask('b')])
    expect(one?.body.id).toBe(same?.body.id)
    expect(two?.body.id).not.toBe(one?.body.id)
    for (const { body } of [one, two]) expect(await desk.wait(body.id)).toMatchObject({ status: 'completed' })
  })

  it('costs nothing where it is refused or fails, and leaves the session as it was', async () => {
    const { desk, at, phone } = await open()
    await phone.send(photo, {
      settings: JSON.stringify({
        quad: [
          [0.1, 0.1],
          [0.1001, 0.1],
          [0.1001, 0.1001],
          [0.1, 0.1001],
        ],
        rotation: 0,
        filter: 'clean',
        layout: 'page',
      }),
    })
    const balance = async () => (await desk.json('GET', '/api/v1/docs_core/credits/')).body
    const before = await balance()
    expect(await desk.json('POST', `${at}finalize/`, { ocr: { languages: ['tlh'] } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_options' },
    })
    expect(await balance()).toEqual(before)
    await server.platform.db
      .update(owners)
      .set({ creditsAvailable: 0 })
      .where(eq(owners.id, await idOf(desk.username)))
    expect((await desk.json('POST', `${at}finalize/`, {})).status).toBe(402)
    expect((await desk.json('GET', at)).body).toMatchObject({ status: 'paired', conversion_id: null })
  })
})

const idOf = async (username: string) => {
  const [user] = await server.platform.db.select().from(users).where(eq(users.username, username))
  return user?.id as string
}

describe('the end', () => {
  it('comes by itself, and closes every way in', async () => {
    const { desk, at, phone, session } = await open()
    await phone.send(photo)
    setClock(server, 29 * MINUTE)
    expect((await phone.see()).status).toBe(200)
    setClock(server, 58 * MINUTE)
    // The phone was seen; half an hour counts from then.
    expect((await desk.json('GET', at)).body.status).toBe('paired')
    setClock(server, 120 * MINUTE)
    expect((await phone.see()).status).toBe(404)
    expect((await phone.send(photo)).status).toBe(404)
    expect((await desk.json('GET', at)).body.status).toBe('expired')
    expect(await desk.json('POST', `${at}finalize/`, {})).toMatchObject({
      status: 410,
      body: { code: 'scan_closed' },
    })
    await sweep(server.platform)
    const [row] = await server.platform.db
      .select()
      .from(scanSessions)
      .where(eq(scanSessions.id, session.session_id))
    expect(row).toMatchObject({ expired: true, endedAt: expect.any(Date) })
    expect(
      await server.platform.db
        .select()
        .from(objects)
        .where(eq(objects.ownerId, row?.ownerId ?? '')),
    ).toEqual([])
    const { body: list } = await desk.json('GET', `${SCAN}sessions/?open=true`)
    expect(list.results).toEqual([])
  })

  it('wakes a phone that waits', async () => {
    const { desk, at, phone } = await open()
    const { revision } = (await phone.see()).body
    const waiting = phone.see(`&since=${revision}&wait=20`)
    await desk.json('DELETE', at)
    expect((await waiting).status).toBeLessThan(500)
    expect((await phone.see()).status).toBe(404)
  })

  it('comes with that of the account', async () => {
    const { desk, phone } = await open()
    await phone.send(photo)
    await server.platform.db
      .update(users)
      .set({ deleteAfter: new Date(Date.now() + MINUTE) })
      .where(eq(users.username, desk.username))
    expect((await phone.see()).status).toBe(404)
    expect((await phone.send(other)).status).toBe(404)
    setClock(server, 2 * MINUTE)
    const id = await idOf(desk.username)
    await sweep(server.platform)
    expect(await server.platform.db.select().from(owners).where(eq(owners.id, id))).toEqual([])
    expect(await server.platform.db.select().from(objects).where(eq(objects.ownerId, id))).toEqual([])
  })
})
