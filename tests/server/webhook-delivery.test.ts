import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Webhook } from '../../contract/webhooks.ts'
import { notifying } from '../../server/core/transaction.ts'
import { ATTEMPTS, nextAttemptAt } from '../../server/core/webhooks/attempt-times.ts'
import { reconcileDeliveries } from '../../server/worker/sweep-deliveries.ts'
import { signUp, startServer, type TestServer } from './harness.ts'
import { until } from './process.ts'
import { openReceiver } from './receiver.ts'
import { lastMessage } from './safe-accounts.ts'
import { webhooksOf } from './webhook-desk.ts'

let server: TestServer
let client: Awaited<ReturnType<typeof signUp>>
let hooks: ReturnType<typeof webhooksOf>
const closing: (() => Promise<void> | void)[] = []

beforeAll(async () => {
  server = await startServer({ WEBHOOKS_TO: '127.0.0.0/8', VISITOR_CREDITS: '1000', SIGNUP_CREDITS: '10000' })
  client = await signUp(server.url)
  hooks = webhooksOf(client)
})
afterAll(async () => {
  for (const close of closing) await close()
  await server.stop()
})

const open = async (...args: Parameters<typeof openReceiver>) => {
  const receiver = await openReceiver(...args)
  closing.push(receiver.close)
  return receiver
}
/** Makes an event happen that one webhook listens to. */
const happen = async (from = client) => {
  const { id } = (await from.convert('note')).body
  await from.wait(id)
  return id
}
const create = (url: string) => hooks.create(url, { events: ['conversion.*'] })
const failed = ({ webhook_id }: Webhook) =>
  hooks.delivery(webhook_id, ({ attempts, status }) => attempts.length > 0 && status !== 'succeeded')
const run = (text: ReturnType<typeof sql>) => server.platform.db.execute(text)

describe('the times of attempts', () => {
  it('follow the schedule, each at most a tenth later', () => {
    const now = new Date('2026-03-04T09:00:00Z')
    const seconds = (made: number, chance: number) => {
      const at = nextAttemptAt(made, now, undefined, chance)
      return at && (at.getTime() - now.getTime()) / 1000
    }
    const schedule = [5, 300, 1800, 7200, 18_000, 36_000, 36_000]
    expect(schedule.map((_wait, at) => seconds(at + 1, 0))).toEqual(schedule)
    expect(schedule.map((_wait, at) => seconds(at + 1, 1))).toEqual(schedule.map((wait) => (wait * 11) / 10))
    expect(seconds(ATTEMPTS, 0)).toBeNull()
    expect(ATTEMPTS).toBe(8)
  })

  it('come no sooner than the receiver asks for, in seconds or as a date, within a day', () => {
    const now = new Date('2026-03-04T09:00:00Z')
    const secondsTo = (header: string) =>
      ((nextAttemptAt(1, now, header, 0) as Date).getTime() - now.getTime()) / 1000
    expect(secondsTo('120')).toBe(120)
    expect(secondsTo('Wed, 04 Mar 2026 09:10:00 GMT')).toBe(600)
    expect(secondsTo('1')).toBe(5)
    expect(secondsTo('999999999')).toBe(86_400)
    for (const wrong of ['soon', '-5', '1e9', 'Wed, 04 Mar 2020 09:10:00 GMT'])
      expect(secondsTo(wrong)).toBe(5)
  })
})

describe('a receiver that fails', () => {
  it('is tried again with the same id and another signature, until it answers', async () => {
    let times = 0
    const receiver = await open((_request, response) => {
      response.statusCode = ++times === 1 ? 503 : 204
      response.end('later')
    })
    const made = await create(receiver.url())
    await happen()
    const waiting = await failed(made)
    expect(waiting).toMatchObject({
      status: 'pending',
      attempts: [{ status_code: 503, response_body: 'later', error: expect.stringContaining('503') }],
    })
    expect((await hooks.get(made.webhook_id)).failing_since).not.toBeNull()
    const [first, second] = [await receiver.nth(1), await receiver.nth(2)]
    expect(second.body).toBe(first.body)
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature'])
    expect(second.at - first.at).toBeGreaterThan(4900)
    const done = await hooks.delivery(made.webhook_id, ({ status }) => status === 'succeeded')
    expect(done.attempts.map(({ status_code }) => status_code)).toEqual([503, 204])
    expect((await hooks.get(made.webhook_id)).failing_since).toBeNull()
  }, 60_000)

  it('ends after the last attempt, as failed', async () => {
    const receiver = await open((_request, response) => response.writeHead(500).end())
    const made = await create(receiver.url())
    await happen()
    const { delivery_id: id } = await failed(made)
    await run(sql`update webhook_deliveries set attempts = ${ATTEMPTS - 1} where id = ${id}`)
    const [row] = (
      await run(sql`select w.owner_id, d.webhook_id from webhook_deliveries d
      join webhooks w on w.id = d.webhook_id where d.id = ${id}`)
    ).rows as [{ owner_id: string; webhook_id: string }]
    await notifying(server.platform, (tx) =>
      server.platform.jobs.sendAttempts(tx, [
        {
          ...{ deliveryId: id, webhookId: row.webhook_id, ownerId: row.owner_id },
          ...{ attempts: ATTEMPTS - 1, failing: true },
        },
      ]),
    )
    const ended = await hooks.delivery(made.webhook_id, ({ status }) => status === 'failed')
    expect(ended).toMatchObject({ next_attempt_at: null, completed_at: expect.any(String) })
    expect((await hooks.get(made.webhook_id)).stats).toMatchObject({
      failed: 1,
      success_rate: 0,
      last_failure: { delivery_id: id, error: expect.stringContaining('500') },
    })
  })

  it('is disabled at once by 410, with a mail', async () => {
    const receiver = await open((_request, response) => response.writeHead(410).end())
    const made = await hooks.create(receiver.url('/key/4711'), { events: ['conversion.*'] })
    await happen()
    expect(await failed(made)).toMatchObject({ status: 'failed', next_attempt_at: null })
    expect(await hooks.get(made.webhook_id)).toMatchObject({ is_active: false, disabled_reason: 'gone' })
    const mail = await lastMessage(server, `${client.username}@mail.example`)
    expect(mail.subject).toBe('A webhook was disabled')
    expect(mail.text).not.toContain('4711')
    await happen()
    expect(receiver.received).toHaveLength(1)
    expect((await hooks.post(made.webhook_id, 'recover/', { since: made.created_at })).body.code).toBe(
      'webhook_disabled',
    )
    expect((await hooks.patch(made.webhook_id, { is_active: true })).body).toMatchObject({
      is_active: true,
      disabled_reason: null,
      failing_since: null,
    })
  })

  it('is disabled after 120 hours without a success, with a mail a day or more before', async () => {
    const receiver = await open((_request, response) => response.writeHead(500).end())
    const made = await create(receiver.url())
    const attemptAfter = async (hours: number, warned?: number) => {
      await run(sql`update webhooks set failing_since = now() - make_interval(hours => ${hours}),
        warned_at = ${warned === undefined ? sql`null` : sql`now() - make_interval(hours => ${warned})`}
        where id = ${made.webhook_id}`)
      const before = receiver.received.length
      await happen()
      await receiver.nth(before + 1)
      const all = await hooks.delivery(made.webhook_id, ({ attempts }) => attempts.length > 0)
      expect(all).toBeDefined()
    }
    const mails = async () =>
      (
        await run(sql`select subject from messages where recipient = ${`${client.username}@mail.example`}
        and subject like 'A webhook%' and text not like '%410 (Gone)%' order by created_at`)
      ).rows.map(({ subject }) => subject)
    const state = async () => (await hooks.get(made.webhook_id)).disabled_reason
    const settled = (count: number) => until(30, async () => (await mails()).length >= count)
    await attemptAfter(71)
    expect(await mails()).toEqual([])
    // Long ago, and seldom tried: its owner still has a day.
    await attemptAfter(500)
    await settled(1)
    expect([await state(), await mails()]).toEqual([null, ['A webhook cannot be delivered']])
    await attemptAfter(500, 23)
    expect(await state()).toBeNull()
    await attemptAfter(121, 48)
    await settled(2)
    expect([await state(), (await mails()).at(-1)]).toEqual(['failing', 'A webhook was disabled'])
    const left = await hooks.deliveries(made.webhook_id, '&status=pending')
    expect(left).toEqual([])
  }, 60_000)

  it.each<[string, string, (socket: net.Socket) => void]>([
    ['closes the connection', 'The connection was closed before the response.', (socket) => socket.destroy()],
    [
      'sends what is no HTTP',
      'The response is not valid HTTP.',
      (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
    ],
    [
      'sends endless headers',
      'The headers of the response are too long.',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`),
    ],
  ])('and %s is told of with the reason', async (_what, error, answer) => {
    const sockets = net.createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => answer(socket))
    })
    await new Promise<void>((resolve) => sockets.listen(0, '127.0.0.1', resolve))
    closing.push(() => void sockets.close())
    const made = await create(`http://127.0.0.1:${(sockets.address() as AddressInfo).port}/`)
    await hooks.post(made.webhook_id, 'test/')
    expect((await failed(made)).attempts).toMatchObject([{ status_code: null, error, response_body: null }])
    await hooks.remove(made.webhook_id)
  })

  it('and is not there, or leads elsewhere, is told of with the reason', async () => {
    const target = await open()
    const receiver = await open((_request, response) =>
      response.writeHead(302, { location: target.url('/secret') }).end(),
    )
    const redirected = await create(receiver.url())
    await hooks.post(redirected.webhook_id, 'test/')
    expect((await failed(redirected)).attempts[0]?.error).toContain('a redirect, which is not followed')
    expect(target.received).toEqual([])
    const closed = await open()
    await closed.close()
    const refused = await create(closed.url())
    await hooks.post(refused.webhook_id, 'test/')
    expect((await failed(refused)).attempts[0]?.error).toBe('The connection was refused.')
    for (const one of [redirected, refused]) await hooks.remove(one.webhook_id)
  })

  it('and has a wrong certificate is told which', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'filewright-tls-'))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=127.0.0.1', '-days', '2']
    execFileSync('openssl', [...args, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    const secure = https.createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_q, response) =>
      response.end(),
    )
    rmSync(folder, { recursive: true })
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
    closing.push(() => void secure.close())
    const made = await create(`https://127.0.0.1:${(secure.address() as AddressInfo).port}/`)
    await hooks.post(made.webhook_id, 'test/')
    expect((await failed(made)).attempts[0]?.error).toBe('Its certificate is self-signed.')
    await hooks.remove(made.webhook_id)
  })

  it('by answering without an end costs 16 kB', async () => {
    let sent = 0
    const receiver = await open((_request, response) => {
      const chunk = Buffer.alloc(65_536, '<b>')
      const more = () => {
        while (sent < 100_000_000 && !response.destroyed) {
          sent += chunk.length
          if (!response.write(chunk)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    const made = await create(receiver.url())
    await hooks.post(made.webhook_id, 'test/')
    const { attempts } = await hooks.delivery(made.webhook_id, ({ status }) => status === 'succeeded')
    expect(attempts[0]?.response_body).toHaveLength(16_384)
    expect(sent).toBeLessThan(20_000_000)
    await hooks.remove(made.webhook_id)
  })

  it('by answering byte by byte is given up after 15 seconds, and delays no other', async () => {
    const slow = await open((_request, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 200)
      response.once('close', () => clearInterval(drip))
    })
    const quick = await open()
    const slowOnes = await Promise.all(Array.from({ length: 5 }, () => create(slow.url())))
    const other = await signUp(server.url)
    await webhooksOf(other).create(quick.url(), { events: ['conversion.*'] })
    await happen()
    await slow.nth(5)
    const begun = performance.now()
    await happen(other)
    await quick.nth(1)
    expect(performance.now() - begun).toBeLessThan(5000)
    const given = await failed(slowOnes[0] as Webhook)
    expect(given.attempts[0]).toMatchObject({
      status_code: null,
      error: 'The receiver did not answer within 15 seconds.',
    })
    expect(given.attempts[0]?.duration_ms).toBeGreaterThan(14_500)
    for (const one of slowOnes) await hooks.remove(one.webhook_id)
  }, 60_000)
})

describe('a delivery', () => {
  it('of a test is made once, to a disabled webhook too, with the example of its type', async () => {
    const receiver = await open((_request, response) => response.writeHead(500).end())
    const made = await hooks.create(receiver.url(), { is_active: false })
    const { status, body } = await hooks.post(made.webhook_id, 'test/', { type: 'share.downloaded' })
    expect([status, body.trigger, body.type]).toEqual([202, 'test', 'share.downloaded'])
    const { body: sent } = await receiver.nth(1)
    expect(JSON.parse(sent)).toMatchObject({ type: 'share.downloaded', data: { object: { downloads: 1 } } })
    expect(await failed(made)).toMatchObject({ status: 'failed', next_attempt_at: null })
    expect((await hooks.get(made.webhook_id)).failing_since).toBeNull()
  })

  it('is sent again with the same id', async () => {
    const receiver = await open()
    const made = await create(receiver.url())
    await happen()
    const first = await hooks.delivery(made.webhook_id, ({ status }) => status === 'succeeded')
    const again = await hooks.post(made.webhook_id, `deliveries/${first.delivery_id}/resend/`)
    expect([again.status, again.body.trigger]).toEqual([202, 'resend'])
    const [one, two] = [await receiver.nth(1), await receiver.nth(2)]
    expect(two.headers['webhook-id']).toBe(one.headers['webhook-id'])
    expect(two.body).toBe(one.body)
    await hooks.remove(made.webhook_id)
  })

  it('is cancelled while it waits, and stays as it is once it has ended', async () => {
    const receiver = await open((_request, response) => response.writeHead(500).end())
    const made = await create(receiver.url())
    await happen()
    const waiting = await failed(made)
    const cancel = () => hooks.post(made.webhook_id, `deliveries/${waiting.delivery_id}/cancel/`)
    expect((await cancel()).body).toMatchObject({ status: 'cancelled', next_attempt_at: null })
    expect((await cancel()).body.status).toBe('cancelled')
    // Its job comes five seconds after the first attempt, and finds nothing to do.
    await notifying(server.platform, (tx) =>
      server.platform.jobs.sendAttempts(tx, [
        {
          ...{
            deliveryId: waiting.delivery_id,
            webhookId: made.webhook_id,
            ownerId: made.created_by as string,
          },
          ...{ attempts: 1, failing: true },
        },
      ]),
    )
    const other = await hooks.post(made.webhook_id, 'test/')
    await hooks.delivery(
      made.webhook_id,
      (one) => one.delivery_id === other.body.delivery_id && one.attempts.length === 1,
    )
    expect(receiver.received).toHaveLength(2)
    await hooks.remove(made.webhook_id)
  })

  it('goes with its webhook, also while it is on its way', async () => {
    const answers: (() => void)[] = []
    const receiver = await open((_request, response) => void answers.push(() => response.end()))
    const made = await create(receiver.url())
    await happen()
    await receiver.nth(1)
    expect((await hooks.remove(made.webhook_id)).status).toBe(204)
    for (const answer of answers) answer()
    const left = await run(sql`select 1 from webhook_deliveries where webhook_id = ${made.webhook_id}`)
    expect(left.rows).toEqual([])
    // The next event is delivered as ever: nothing is stuck.
    const next = await open()
    const another = await create(next.url())
    await happen()
    await next.nth(1)
    await hooks.remove(another.webhook_id)
    expect(server.logged.filter((line) => line.includes('an attempt goes back to the queue'))).toEqual([])
  })

  it('that lost its job gets another', async () => {
    const receiver = await open()
    const made = await create(receiver.url())
    await happen()
    const { delivery_id: id } = await hooks.delivery(made.webhook_id, ({ status }) => status === 'succeeded')
    await run(sql`delete from webhook_attempts where delivery_id = ${id}`)
    await run(sql`update webhook_deliveries set status = 'pending', attempts = 0, completed_at = null,
      next_attempt_at = now() - interval '1 hour' where id = ${id}`)
    await reconcileDeliveries(server.platform)
    await receiver.nth(2)
    await hooks.delivery(made.webhook_id, ({ status }) => status === 'succeeded')
    await reconcileDeliveries(server.platform)
    expect(receiver.received).toHaveLength(2)
    await hooks.remove(made.webhook_id)
  })
})

describe('recovering', () => {
  it('sends what was missed since a time, once, and says before how much it is', async () => {
    const receiver = await open()
    const somebody = await signUp(server.url)
    const own = webhooksOf(somebody)
    const missed = [await happen(somebody), await happen(somebody)]
    const made = await own.create(receiver.url(), { events: ['conversion.completed'] })
    const delivered = await happen(somebody)
    await receiver.nth(1)
    const recover = (json: object) => own.post(made.webhook_id, 'recover/', json)
    const since = new Date(Date.now() - 3_600_000).toISOString()
    expect((await recover({ since, dry_run: true })).body).toEqual({ count: 2, complete: true })
    expect(receiver.received).toHaveLength(1)
    const both = await Promise.all([recover({ since }), recover({ since })])
    expect(both.map(({ body }) => body.count).sort()).toEqual([0, 2])
    await receiver.nth(3)
    const sent = receiver.received.map(({ body }) => JSON.parse(body).data.object.id)
    expect(sent.toSorted()).toEqual([delivered, ...missed].toSorted())
    expect((await recover({ since })).body.count).toBe(0)
    expect((await recover({ since: new Date(Date.now() + 60_000).toISOString() })).body.count).toBe(0)
  })
})

describe('a webhook that is locked for long, as by its deletion', () => {
  it('delays none of the others, and its attempt is written down once it is free', async () => {
    const answers: (() => void)[] = []
    const receiver = await open((_request, response) => void answers.push(() => response.end()))
    // One connection waits for the lock; others go on.
    const roomy = await startServer({ WEBHOOKS_TO: '127.0.0.0/8', DATABASE_POOL: '4' })
    const holder = new pg.Client({ connectionString: roomy.database })
    await holder.connect()
    const somebody = await signUp(roomy.url)
    const own = webhooksOf(somebody)
    const held = await own.create(receiver.url('/held'), { events: ['conversion.*'] })
    const free = await own.create(receiver.url('/free'), { events: ['conversion.*'] })
    await happen(somebody)
    await until(30, async () => answers.length === 2)
    await holder.query('begin')
    await holder.query('select from webhooks where id = $1 for update', [held.webhook_id])
    for (const answer of answers) answer()
    const succeeded = ({ webhook_id }: Webhook) =>
      own.delivery(webhook_id, ({ status }) => status === 'succeeded')
    await succeeded(free)
    expect(await own.deliveries(held.webhook_id, '&status=pending')).toHaveLength(1)
    await holder.query('commit')
    await succeeded(held)
    expect(receiver.received).toHaveLength(2)
    await holder.end()
    await roomy.stop()
  }, 60_000)
})

describe('a storm', () => {
  it('of one event for a hundred webhooks reaches each of them, whatever one of them does', async () => {
    const receiver = await open((request, response) => {
      if (request.path !== '/hang') response.end()
    })
    const somebody = await signUp(server.url)
    const own = webhooksOf(somebody)
    await own.create(receiver.url('/hang'), { events: ['conversion.*'] })
    for (let index = 1; index < 100; index++)
      await own.create(receiver.url(`/hook-${index}`), { events: ['conversion.*'] })
    await happen(somebody)
    await receiver.nth(100)
    expect(new Set(receiver.received.map(({ path }) => path)).size).toBe(100)
  }, 60_000)
})
