import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { openJobs } from '../../server/adapters/pg-boss-jobs.ts'
import { openDatabase } from '../../server/adapters/postgres.ts'
import { readConfig } from '../../server/config.ts'
import { mail } from '../../server/core/mail-text.ts'
import { messages } from '../../server/core/schema.ts'
import { sendMessage } from '../../server/core/send-message.ts'
import type { Message, Platform } from '../../server/platform.ts'
import { outboxFolder } from '../../server/start.ts'
import { sweep } from '../../server/worker/sweep.ts'
import { createDatabase } from '../postgres/database.ts'
import { startServer, type TestServer } from './harness.ts'
import { startMailServer } from './mail-server.ts'
import { end, spawnServer, until } from './process.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
}, 60_000)

const server = async (settings: Record<string, string> = {}): Promise<TestServer> => {
  const started = await startServer(settings)
  open.push(() => started.stop())
  return started
}
const mailServer = async (options?: Parameters<typeof startMailServer>[0]) => {
  const started = await startMailServer(options)
  open.push(() => started.close())
  return started
}

const letter = (to = 'maren@mail.example', subject = 'Your code'): Message => ({
  kind: 'mail',
  to,
  ...mail({ subject, lines: ['Type this code to go on.'], code: '314 159' }),
})
const send = ({ platform }: { platform: Pick<Platform, 'db' | 'jobs' | 'clock'> }, message: Message) =>
  platform.db.transaction((tx) => sendMessage(platform, tx, { userId: null, message }))
const rowOf = async ({ platform }: { platform: Pick<Platform, 'db'> }, id: string) => {
  const [row] = await platform.db.select().from(messages).where(eq(messages.id, id))
  if (!row) throw new Error('no such message')
  return row
}
/** Waits until a message is in one of the states. */
const settled = (on: { platform: Pick<Platform, 'db'> }, id: string, ...states: string[]) =>
  until(60, async () => {
    const row = await rowOf(on, id)
    return states.includes(row.state) && row
  })

describe('a message without a job', () => {
  it('is sent all the same, since a restored backup has no queue', async () => {
    const on = await server()
    const created = new Date(Date.now() - 20 * 60_000)
    const [row] = await on.platform.db
      .insert(messages)
      .values({
        id: randomUUID(),
        kind: 'mail',
        recipient: 'maren@mail.example',
        subject: 'A',
        text: 'B',
        state: 'waiting',
        createdAt: created,
      })
      .returning()
    await sweep(on.platform)
    await settled(on, row?.id ?? '', 'kept')
  })
})

describe('mail', () => {
  it('is delivered by SMTP, once, and what it said is forgotten', async () => {
    const smtp = await mailServer()
    const here = await server({ SMTP_URL: smtp.url, MAIL_FROM: 'The Depot <post@depot.example>' })
    const id = await send(here, letter())
    const row = await settled(here, id, 'sent')
    expect(row).toMatchObject({ subject: null, text: null, html: null, error: null, attempts: 1 })
    expect(row.sentAt).toBeInstanceOf(Date)
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]).toMatchObject({ from: 'post@depot.example', to: ['maren@mail.example'] })
    const { readable } = smtp.mails[0] as { readable: string }
    for (const part of [
      'From: The Depot <post@depot.example>',
      'Subject: Your code',
      `Message-ID: <${id}@depot.example>`,
      'Type this code to go on.\r\n\r\n    314 159',
      '<!doctype html>',
    ])
      expect(readable).toContain(part)
    expect(here.logged.join('')).not.toContain('314 159')
    await here.platform.messages.probe()
  })

  it('goes out only if what it is about is committed', async () => {
    const smtp = await mailServer()
    const here = await server({ SMTP_URL: smtp.url })
    const taken = here.platform.db.transaction(async (tx) => {
      await sendMessage(here.platform, tx, { userId: null, message: letter('nobody@mail.example') })
      throw new Error('taken back')
    })
    await expect(taken).rejects.toThrow('taken back')
    await settled(here, await send(here, letter()), 'sent')
    expect(smtp.mails.map(({ to }) => to)).toEqual([['maren@mail.example']])
    expect(await here.platform.db.select().from(messages)).toHaveLength(1)
  })

  it('waits for a mail server that is down, and says why in the meantime', async () => {
    const first = await startMailServer()
    await first.close()
    const here = await server({ SMTP_URL: first.url })
    await expect(here.platform.messages.probe()).rejects.toThrow(/could not be reached/)
    const id = await send(here, letter())
    const waiting = await until(30, async () => {
      const row = await rowOf(here, id)
      return row.error !== null && row
    })
    expect(waiting).toMatchObject({
      state: 'waiting',
      error: `127.0.0.1:${first.port} could not be reached, or did not answer in time.`,
    })
    const second = await mailServer({ port: first.port })
    const row = await settled(here, id, 'sent')
    expect(row.attempts).toBeGreaterThan(1)
    expect(second.mails).toHaveLength(1)
  })

  it('is given up at once where the server does not take it, and after the last try where it only says not now', async () => {
    const smtp = await mailServer({ answer: async (to) => (to.startsWith('gone') ? 550 : 451) })
    const here = await server({ SMTP_URL: smtp.url })
    const gone = await settled(here, await send(here, letter('gone@mail.example')), 'failed')
    expect(gone).toMatchObject({
      attempts: 1,
      error: `127.0.0.1:${smtp.port} does not take mail for this address (550).`,
    })
    const id = await send(here, letter('later@mail.example'))
    await until(30, async () => (await rowOf(here, id)).error !== null)
    // The tries of an hour, in a moment.
    await until(30, async () => {
      const { rowCount } = await here.platform.db.execute(
        sql`update pgboss.job set retry_limit = retry_count, start_after = now()
            where name = 'message' and state in ('retry', 'created') and data->>'messageId' = ${id}`,
      )
      return (rowCount ?? 0) > 0
    })
    const late = await settled(here, id, 'failed')
    expect(late).toMatchObject({ error: `127.0.0.1:${smtp.port} does not take mail for this address (451).` })
    expect(smtp.mails).toEqual([])
  })

  it('keeps its form whatever a name holds', async () => {
    const smtp = await mailServer()
    const here = await server({ SMTP_URL: smtp.url })
    const name = 'Eve\r\nBcc: all@mail.example\r\n\r\n<img src=x> \u202e'
    const message: Message = {
      kind: 'mail',
      to: 'maren@mail.example',
      ...mail({ subject: `${name} shares a file`, lines: [`${name} shares “a.pdf”.`] }),
    }
    await settled(here, await send(here, message), 'sent')
    // Also where somebody has not used `mail()`.
    const subject = 'Hi\r\nBcc: all@mail.example'
    await settled(here, await send(here, { ...message, subject }), 'sent')
    for (const { to, raw, readable } of smtp.mails) {
      expect(to).toEqual(['maren@mail.example'])
      expect(raw.split('\r\n\r\n', 1)[0]).not.toMatch(/^Bcc:/m)
      const html = readable.slice(readable.indexOf('<!doctype'))
      expect(html).toContain('&lt;img src=x&gt;')
      expect(html).not.toMatch(/<img|\u202e/)
    }
    for (const to of [
      'a@mail.example, b@mail.example',
      'a@mail.example\r\nRCPT TO:<b@mail.example>',
      'B <b@c>',
    ])
      expect(await settled(here, await send(here, { ...message, to }), 'failed')).toMatchObject({
        error: 'The mail address is not one.',
      })
    expect(smtp.mails).toHaveLength(2)
  })

  it('is not lost when the server is killed on the way', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'filewright-mail-'))
    open.push(() => rmSync(folder, { recursive: true, force: true }))
    let asked = 0
    let hold = true
    const smtp = await mailServer({
      answer: () => {
        asked++
        return hold ? new Promise(() => {}) : Promise.resolve(undefined)
      },
    })
    const database = await createDatabase()
    open.push(() => database.drop())
    const settings = { SMTP_URL: smtp.url, DATABASE_URL: database.url }
    const first = await spawnServer(folder, settings)
    open.push(() => end(first.child, 'SIGTERM'))
    expect(first.log()).toMatch(/mail +by SMTP/)

    const log = pino({ level: 'silent' })
    const { db, close } = openDatabase(database.url, log, 1)
    const jobs = await openJobs(database.url, log)
    const outside = { platform: { db, jobs, clock: () => new Date() } }
    const id = await send(outside, letter())
    await until(30, async () => asked === 1)
    await end(first.child, 'SIGKILL')
    expect(await rowOf(outside, id)).toMatchObject({ state: 'waiting' })
    hold = false

    const second = await spawnServer(folder, settings)
    open.push(() => end(second.child, 'SIGTERM'))
    await settled(outside, id, 'sent')
    expect(smtp.mails).toHaveLength(1)
    await jobs.close()
    await close()
  }, 180_000)
})

describe('text messages', () => {
  /** Answers as https://www.twilio.com/docs/messaging/api/message-resource says. */
  const startTwilio = async (account: string, token: string) => {
    const taken: { path: string; headers: IncomingHttpHeaders; form: Record<string, string> }[] = []
    const http = createServer(async (request, response) => {
      const answer = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      const form = Object.fromEntries(new URLSearchParams(await textOf(request)))
      const basic = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
      if (request.headers.authorization !== basic)
        return answer(401, { code: 20003, message: 'Authenticate', status: 401 })
      if (request.url === `/2010-04-01/Accounts/${account}.json`) return answer(200, { sid: account })
      if (request.method !== 'POST' || request.url !== `/2010-04-01/Accounts/${account}/Messages.json`)
        return answer(404, { code: 20404, status: 404 })
      if (form.To === '+15005550001')
        return answer(400, { code: 21211, message: `Invalid 'To' Phone Number: ${form.Body}`, status: 400 })
      taken.push({ path: request.url, headers: request.headers, form })
      if (taken.length === 1) return answer(503, { code: 20503, status: 503 })
      return answer(201, { sid: 'SM1', status: 'queued' })
    }).listen(0, '127.0.0.1')
    await once(http, 'listening')
    open.push(() => http.close())
    return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, taken }
  }

  it('go to Twilio, again where it is busy, and not where it refuses', async () => {
    const twilio = await startTwilio('AC123', 'secret token')
    const settings = { SMS_ACCOUNT_SID: 'AC123', SMS_AUTH_TOKEN: 'secret token', SMS_FROM: '+15005550006' }
    const here = await server({ ...settings, SMS_API_URL: twilio.url })
    await here.platform.messages.probe()
    const id = await send(here, { kind: 'sms', to: '+351912345678', text: 'Your code is 314 159 & no more.' })
    expect(await settled(here, id, 'sent')).toMatchObject({ text: null, attempts: 2 })
    expect(twilio.taken.map(({ form }) => form)).toEqual(
      Array(2).fill({ To: '+351912345678', From: '+15005550006', Body: 'Your code is 314 159 & no more.' }),
    )
    expect(twilio.taken[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')

    const bad = await send(here, { kind: 'sms', to: '+15005550001', text: 'secret code' })
    const refused = await settled(here, bad, 'failed')
    expect(refused.error).toMatch(/does not take a message for this number \(error 21211\)\.$/)
    const odd = await send(here, { kind: 'sms', to: '0912 345', text: 'secret code' })
    expect((await settled(here, odd, 'failed')).error).toMatch(/international form/)
    expect(here.logged.join('')).not.toContain('secret')
  })

  it('say what is wrong with the account', async () => {
    const twilio = await startTwilio('AC123', 'right')
    const here = await server({
      SMS_ACCOUNT_SID: 'AC123',
      SMS_AUTH_TOKEN: 'wrong',
      SMS_FROM: 'Filewright',
      SMS_API_URL: twilio.url,
    })
    await expect(here.platform.messages.probe()).rejects.toThrow(
      /does not take SMS_ACCOUNT_SID and SMS_AUTH_TOKEN \(error 20003\)/,
    )
  })
})

describe('what nothing carries', () => {
  it('stays in the outbox, to be read there and on the disk, for a week', async () => {
    const here = await server()
    expect(here.platform.messages.carries).toEqual({ mail: false, sms: false })
    await here.platform.messages.probe()
    const mailed = await send(here, letter())
    const texted = await send(here, { kind: 'sms', to: '+351912345678', text: 'Your code is 314 159.' })
    expect(await settled(here, mailed, 'kept')).toMatchObject({
      subject: 'Your code',
      text: expect.stringContaining('314 159'),
    })
    expect(await settled(here, texted, 'kept')).toMatchObject({ text: 'Your code is 314 159.' })

    const outbox = join(here.folder, 'outbox')
    expect(statSync(outbox).mode & 0o777).toBe(0o700)
    const file = (id: string) => readdirSync(outbox).find((name) => name.includes(id)) as string
    expect(file(mailed)).toMatch(new RegExp(`^\\d{8}T\\d{6}\\.\\d{3}Z-${mailed}\\.eml$`))
    const eml = readFileSync(join(outbox, file(mailed)), 'utf8')
    expect(eml).toContain(
      'From: Filewright <no-reply@localhost>\nTo: maren@mail.example\nSubject: Your code\n',
    )
    expect(readFileSync(join(outbox, file(texted)), 'utf8')).toBe(
      'To: +351912345678\n\nYour code is 314 159.\n',
    )
    for (const id of [mailed, texted]) expect(statSync(join(outbox, file(id))).mode & 0o777).toBe(0o600)

    const { db } = here.platform
    const old = new Date(Date.now() - 7.1 * 86_400_000)
    await db.update(messages).set({ createdAt: old }).where(eq(messages.id, mailed))
    await sweep(here.platform)
    expect((await db.select().from(messages)).map(({ id }) => id)).toEqual([texted])
  })

  it('lies in the database alone where the database is another machine’s, and a command prints it', async () => {
    const here = await server({ OUTBOX_FOLDER: '' })
    await here.platform.messages.probe()
    const id = await send(here, { ...letter(), text: 'Your code is 314 159.\u001b[2J' })
    await settled(here, id, 'kept')
    expect(existsSync(join(here.folder, 'outbox'))).toBe(false)
    const print = async (...args: string[]) => {
      const env = { PATH: process.env.PATH, DATABASE_URL: here.database }
      return (await promisify(execFile)(process.execPath, ['dist-server/outbox.js', ...args], { env })).stdout
    }
    expect(await print()).toMatch(
      /^── \S+Z mail to maren@mail\.example\nYour code\n\nYour code is 314 159\. \[2J\n/,
    )
    expect(await print('MAREN@mail.example')).toContain('314 159')
    expect(await print('other@mail.example')).toBe('No message waits here.\n')
    await expect(print('--limit', '0')).rejects.toThrow('Usage: npm run outbox')
  })

  it('is gone with the account that it was for', async () => {
    const here = await server()
    const { db } = here.platform
    const user = randomUUID()
    await db.execute(sql`insert into owners (id, kind) values (${user}, 'user')`)
    await db.execute(sql`insert into users (id, username, username_key, email, email_key, password_hash)
      values (${user}, 'Maren', 'maren', 'm@mail.example', 'm@mail.example', '')`)
    const id = await db.transaction((tx) =>
      sendMessage(here.platform, tx, { userId: user, message: letter() }),
    )
    await settled(here, id, 'kept')
    await db.execute(sql`delete from users where id = ${user}`)
    expect(await db.select().from(messages)).toEqual([])
  })
})

describe('the settings of carriers', () => {
  it('show messages in a folder with the embedded database, and elsewhere only in the one that is named', () => {
    const own = { DATA_DIR: '/data', DATABASE_URL: 'postgres://app@127.0.0.1/app' }
    expect(outboxFolder(readConfig({ DATA_DIR: '/data' }))).toBe('/data/outbox')
    expect(outboxFolder(readConfig(own))).toBeNull()
    expect(outboxFolder(readConfig({ ...own, OUTBOX_FOLDER: '/mail' }))).toBe('/mail')
  })

  it('come together or not at all, and in their form', () => {
    expect(() => readConfig({ SMS_ACCOUNT_SID: 'AC123', SMS_FROM: '+15005550006' })).toThrow(
      'SMS_AUTH_TOKEN: Goes with SMS_ACCOUNT_SID and SMS_FROM: set all of them, or none.',
    )
    for (const wrong of ['Filewright', 'a@b, c@d', 'A <a@b>\r\nBcc: <c@d>', '<a@b> <c@d>'])
      expect(() => readConfig({ MAIL_FROM: wrong }), wrong).toThrow(
        'MAIL_FROM: Write it as Name <name@host>.',
      )
    expect(() => readConfig({ SMTP_URL: 'http://mail.example' })).toThrow('SMTP_URL')
    expect(readConfig({ MAIL_FROM: 'post@depot.example' }).MAIL_FROM).toEqual({
      name: '',
      address: 'post@depot.example',
    })
    expect(readConfig({}).MAIL_FROM).toEqual({ name: 'Filewright', address: 'no-reply@localhost' })
  })
})
