import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { aPdf } from '../contract/a-pdf.ts'
import { Outbox } from '../contract/outbox.ts'
import { SAMPLES } from '../contract/samples.ts'
import { Client } from '../server/harness.ts'
import { until } from '../server/process.ts'
import { signs } from '../server/signing-desk.ts'
import type { Instance } from './instance.ts'

const PASSWORD = 'correct horse'
const FILES = '/api/v1/user/storage/files/'
const SHARES = '/api/v1/user/shares/'
const SESSIONS = '/api/v1/pdf_handler/signing/sessions/'
const SCANS = '/api/v1/pdf_handler/scan/sessions/'
const PIPELINES = '/api/v1/pdf_handler/pipeline/'
const CONVERT = {
  document: '/api/v1/pdf_handler/convert/',
  image: '/api/v1/convert/image/convert/',
  font: '/api/v1/fonts/convert/',
  audio: '/api/v1/convert/video/convert/',
  model: '/api/v1/convert/model/convert/',
} as const
/** The built dashboard, which `npm test` makes first. */
const HAS_PAGES = existsSync(join(import.meta.dirname, '../../dist/index.html'))
/** Days after which something of a day is looked at again. */
const SHARE_DAYS = 3
const SIGN_DAYS = 2
const GRACE_DAYS = 14

/** A photo of an empty sheet. */
const photo = async (grey: number) =>
  new Uint8Array(
    await sharp({
      create: { width: 600, height: 800, channels: 3, background: { r: grey, g: grey, b: grey } },
    })
      .jpeg()
      .toBuffer(),
  )

/** Anything that is remembered of a day, to be looked at on a later one. */
interface Later {
  day: number
  what: string
  check: () => Promise<void>
}

/**
 * People who use an instance day by day: one account all the time, newcomers, visitors and
 * recipients.
 */
export class Life {
  readonly #instance: Instance
  readonly #now: () => Date
  readonly #outbox: Outbox
  readonly #later: Later[] = []
  #owner!: Client
  #pipeline = ''
  readonly counts = { conversions: 0, people: 0, files: 0, shares: 0, sessions: 0, runs: 0 }

  constructor(instance: Instance, now: () => Date) {
    this.#instance = instance
    this.#now = now
    this.#outbox = new Outbox(instance.folder)
  }

  /**
   * One day of work. A session ends after a day without use, so the owner signs in each morning.
   */
  async day(day: number): Promise<void> {
    this.#owner = new Client(this.#instance.url)
    if (day === 1) await this.#signUp(this.#owner, 'owner')
    else expect((await this.#logIn(this.#owner, 'owner')).status).toBe(200)
    for (const { what, check } of this.#later.splice(0).filter((later) => this.#keep(later, day)))
      await check().catch((error: unknown) => {
        throw new Error(what, { cause: error })
      })
    await this.#convertEachFamily()
    await this.#comeAndGo(day)
    await this.#store(day)
    await this.#share(day)
    await this.#runPipeline()
    await this.#sign(day)
    await this.#scan(day)
    await this.#lookAround()
  }

  /** Begins a conversion and does not wait, for what is to be interrupted. */
  async beginConversion(): Promise<string> {
    return this.#convert(this.#owner, 'document')
  }

  /** What was begun ends well. */
  async endConversion(id: string): Promise<void> {
    const row = await until(60, async () => {
      const { status, body } = await this.#owner.json('GET', `/api/v1/conversion/${id}/`)
      return status === 200 && body.status !== 'pending' && body
    })
    expect(row.status).toBe('completed')
  }

  /** On a full disk an upload is refused, costs nothing and leaves nothing. */
  async meetFullDisk(): Promise<void> {
    const form = new FormData()
    form.append('file', new Blob([Buffer.alloc(40_000_000, 1)]), 'large.bin')
    const answer = await this.#owner.fetch(`${FILES}upload/`, { method: 'POST', body: form })
    expect(answer.status).toBe(507)
    expect(((await answer.json()) as { code: string }).code).toBe('storage_full')
  }

  /** Waits until nothing is under way. */
  async rest(): Promise<void> {
    await until(120, async () => {
      const [row] = await this.#instance.query<{ busy: number }>(
        `select ((select count(*) from conversions where status = 'pending') +
          (select count(*) from messages where state = 'waiting'))::int as busy`,
      )
      return row?.busy === 0
    })
  }

  #keep(later: Later, day: number): boolean {
    if (later.day <= day) return true
    this.#later.push(later)
    return false
  }

  #remember(day: number, what: string, check: () => Promise<void>) {
    this.#later.push({ day, what: `${what}, looked at on day ${day}`, check })
  }

  async #signUp(client: Client, username: string) {
    const { status } = await client.json('POST', '/api/v1/user/auth/signup/', {
      username,
      email: `${username}@mail.example`,
      password: PASSWORD,
    })
    expect(status).toBe(201)
    this.counts.people++
  }

  #logIn = (client: Client, username: string) =>
    client.json('POST', '/api/v1/user/auth/login/', { username, password: PASSWORD })

  async #convert(client: Client, family: keyof typeof CONVERT): Promise<string> {
    const { name, content, target } = SAMPLES[family]
    const form = new FormData()
    form.append('target_format', target)
    form.append('file', content(), name)
    const response = await client.fetch(CONVERT[family], { method: 'POST', body: form })
    const body = (await response.json()) as { id: string }
    expect(response.status, JSON.stringify(body)).toBe(202)
    this.counts.conversions++
    return body.id
  }

  async #convertEachFamily() {
    const families = Object.keys(CONVERT) as (keyof typeof CONVERT)[]
    const ids = await Promise.all(families.map((family) => this.#convert(this.#owner, family)))
    for (const id of ids) await this.endConversion(id)
  }

  /**
   * A visitor who may make an account, one who stays away, and one who asks for the end of theirs.
   */
  async #comeAndGo(day: number) {
    const visitor = new Client(this.#instance.url)
    const id = await this.#convert(visitor, 'document')
    if (day % 2 === 0) await this.#signUp(visitor, `newcomer${day}`)
    await until(
      60,
      async () => (await visitor.json('GET', `/api/v1/conversion/${id}/`)).body.status === 'completed',
    )
    if (day % 4 !== 0) return
    expect((await visitor.json('DELETE', '/api/v1/user/me/')).status).toBe(200)
    this.#remember(day + GRACE_DAYS + 1, `the account of day ${day} is gone`, async () => {
      expect((await this.#logIn(new Client(this.#instance.url), `newcomer${day}`)).status).toBe(401)
    })
  }

  async #upload(client: Client, content: Blob, name: string): Promise<{ id: string; s3_key: string }> {
    const form = new FormData()
    form.append('file', content, name)
    const response = await client.fetch(`${FILES}upload/`, { method: 'POST', body: form })
    expect(response.status).toBe(201)
    this.counts.files++
    return (await response.json()) as { id: string; s3_key: string }
  }

  async #store(day: number) {
    const me = this.#owner
    const [kept, trashed, gone] = await Promise.all(
      ['kept', 'trashed', 'gone'].map((name) =>
        this.#upload(me, new Blob([`${name} on day ${day}`]), `${name}-${day}.txt`),
      ),
    )
    const post = (act: string, body: object) => me.json('POST', `${FILES}${act}/`, body)
    expect((await post('delete', { file_ids: [trashed?.id] })).status).toBe(200)
    expect((await post('delete', { file_ids: [gone?.id], permanently: true })).status).toBe(200)
    if (day % 2 === 0)
      expect((await post('restore', { file_ids: [trashed?.id] })).body.file_ids).toHaveLength(1)
    // An upload in pieces that nobody goes on with.
    const begun = await me.json('POST', '/api/v1/user/storage/uploads/', {
      file_name: 'never.bin',
      size_bytes: 1000,
    })
    expect(begun.status).toBe(201)
    const piece = await me.fetch(`/api/v1/user/storage/uploads/${begun.body.upload_id}/?offset=0`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(400),
    })
    expect(piece.status).toBe(200)
    this.#remember(day + 2, `the trash of day ${day} is empty, and what was kept is there`, async () => {
      const trash = await this.#owner.json('GET', `${FILES}?deleted=true&q=trashed-${day}.txt`)
      expect(trash.body.results).toEqual([])
      const content = await this.#owner.fetch(`${FILES}${kept?.id}/content/`)
      expect(await content.text()).toBe(`kept on day ${day}`)
      const left = await this.#owner.json('GET', `/api/v1/user/storage/uploads/${begun.body.upload_id}/`)
      expect(left.status).toBe(404)
    })
  }

  async #share(day: number) {
    const { id } = await this.#upload(this.#owner, new Blob([`shared on day ${day}`]), `shared-${day}.txt`)
    const expires = new Date(this.#now().getTime() + SHARE_DAYS * 86_400_000 - 3_600_000)
    const made = await this.#owner.json('POST', SHARES, {
      file_id: id,
      expires_at: expires.toISOString(),
      max_downloads: 5,
    })
    expect(made.status).toBe(201)
    this.counts.shares++
    const at = `/api/v1/user/shares/public/${made.body.url.split('/s/')[1]}/`
    const stranger = new Client(this.#instance.url)
    expect((await stranger.json('GET', at)).body.title).toBe(`shared-${day}.txt`)
    const redeemed = await stranger.json('POST', `${at}download/`, {})
    const { pathname } = new URL(redeemed.body.download_url)
    expect(await (await stranger.fetch(pathname)).text()).toBe(`shared on day ${day}`)
    this.#remember(day + SHARE_DAYS, `the link of day ${day} has expired`, async () => {
      expect((await new Client(this.#instance.url).json('GET', at)).body.code).toBe('share_expired')
    })
  }

  async #runPipeline() {
    const me = this.#owner
    if (!this.#pipeline) {
      const steps = [
        { operation: 'watermark', options: { text: 'DRAFT' } },
        { operation: 'convert', target_format: 'txt' },
      ]
      const made = await me.json('POST', PIPELINES, { name: 'Daily', steps })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      this.#pipeline = made.body.id
    }
    const form = new FormData()
    form.append('file', aPdf(), 'daily.pdf')
    const response = await me.fetch(`${PIPELINES}${this.#pipeline}/run/`, { method: 'POST', body: form })
    const run = (await response.json()) as { id: string }
    expect(response.status, JSON.stringify(run)).toBe(202)
    const ended = await until(60, async () => {
      const { body } = await me.json('GET', `${PIPELINES}runs/${run.id}/`)
      return body.status !== 'pending' && body
    })
    expect(ended.status).toBe('completed')
    this.counts.runs++
  }

  /** One session to its sealed end, and every other day one that nobody signs. */
  async #sign(day: number) {
    const recipients = [1, 2].map((group) => ({
      id: randomUUID(),
      name: `Signer ${group}`,
      email: `signer-${day}-${group}@mail.example`,
      group,
    }))
    const session = await this.#send(day, recipients, null)
    for (const { email } of recipients) {
      const link = await this.#outbox.signingLink(email)
      const signed = await signs(new Client(this.#instance.url), link.split('/sign/')[1] as string)
      expect(signed.status, JSON.stringify(signed.body)).toBe(200)
    }
    await until(
      90,
      async () => (await this.#owner.json('GET', `${SESSIONS}${session}/`)).body.state === 'completed',
    )
    const sealed = await this.#owner.fetch(`${SESSIONS}${session}/result/`)
    expect((await sealed.text()).slice(0, 5)).toBe('%PDF-')
    if (day % 2 === 0) return
    const deadline = new Date(this.#now().getTime() + SIGN_DAYS * 86_400_000 - 3_600_000)
    const nobody = [{ id: randomUUID(), name: 'Nobody', email: `nobody-${day}@mail.example`, group: 1 }]
    const unsigned = await this.#send(day, nobody, deadline)
    this.#remember(day + SIGN_DAYS, `the session of day ${day} has expired`, async () => {
      expect((await this.#owner.json('GET', `${SESSIONS}${unsigned}/`)).body.state).toBe('expired')
    })
  }

  async #send(
    day: number,
    people: { id: string; name: string; email: string; group: number }[],
    deadline: Date | null,
  ) {
    const { id } = await this.#upload(this.#owner, aPdf(), `lease-${day}.pdf`)
    const made = await this.#owner.json('POST', SESSIONS, {
      file_id: id,
      recipients: people.map((one) => ({ ...one, role: 'signer' })),
      fields: people.map((one) => ({
        id: randomUUID(),
        recipient_id: one.id,
        kind: 'signature',
        places: [{ page: 1, rect: { x: 50, y: 50, width: 160, height: 40 } }],
      })),
      reminders: { first_after_days: 1, every_days: 1 },
      deadline_at: deadline?.toISOString() ?? null,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    this.counts.sessions++
    return made.body.id as string
  }

  /**
   * A phone sends two pages, of which the desk makes a PDF; the session is left to end by itself.
   */
  async #scan(day: number) {
    const me = this.#owner
    const { body: session, status } = await me.json('POST', SCANS, { title: `Day ${day}` })
    expect(status, JSON.stringify(session)).toBe(201)
    for (const grey of [230, 180]) {
      const form = new FormData()
      form.append('page_id', randomUUID())
      form.append('pairing_token', session.pairing_token)
      form.append('file', new Blob([await photo(grey)]), 'page.jpg')
      const url = `${this.#instance.url}/api/v1/pdf_handler/scan/pair/pages/`
      const sent = await fetch(url, { method: 'POST', body: form })
      expect(sent.status, await sent.text()).toBe(201)
    }
    const made = await me.json('POST', `${SCANS}${session.session_id}/finalize/`, {})
    expect(made.status, JSON.stringify(made.body)).toBe(202)
    await this.endConversion(made.body.id)
    this.#remember(day + 1, `the scan session of day ${day} has ended`, async () => {
      const { body } = await this.#owner.json('GET', `${SCANS}${session.session_id}/`)
      expect([body.status, body.pages]).toEqual(['expired', []])
    })
  }

  /** Every page and list answers. */
  async #lookAround() {
    const paths = [
      ...(HAS_PAGES ? ['/', '/history'] : []),
      '/api/v1/openapi.json',
      '/api/v1/user/me/',
      '/api/v1/conversion/?page_size=20',
      '/api/v1/conversion/summary/',
      '/api/v1/user/storage/files/',
      SHARES,
      SESSIONS,
      PIPELINES,
      `${PIPELINES}runs/`,
      '/api/v1/docs_core/credits/',
      '/api/v1/user/sessions/',
      '/auth/api/v1/social/mfa/status/',
      '/auth/api/v1/.well-known/jwks.json',
      '/api/v1/pdf_handler/formats/',
    ]
    for (const path of paths) expect((await this.#owner.fetch(path)).status, path).toBe(200)
    // `degraded` says that something of the machine is missing, which is none of this test's
    // business. A busy machine may need more than one look.
    await until(60, async () => {
      const { body } = await this.#owner.json('GET', '/api/v1/health/')
      return body.status !== 'down'
    })
  }
}
