import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { EVENT_EXAMPLES } from '../../contract/event-examples.ts'
import { readArguments, UsageError } from '../../scripts/listen/read-arguments.ts'
import { withPlatformTransaction } from '../../server/core/transaction.ts'
import { emitEvents } from '../../server/core/webhooks/emit-event.ts'
import { createDatabase } from '../postgres/database.ts'
import { type Client, signUp, startServer, type TestServer } from './harness.ts'
import { runListen } from './listen-command.ts'
import { end, spawnServer, until } from './process.ts'
import { openReceiver, type Received } from './receiver.ts'

const TYPE = 'conversion.completed'
const SECRET = `whsec_${Buffer.from('a secret of 32 bytes for a test.').toString('base64')}`

let server: TestServer
let account: { client: Client; id: string; key: string }
const URL_OF = ['--url', 'http://a.example']
const running: ReturnType<typeof runListen>[] = []

beforeAll(async () => {
  server = await startServer({ DATABASE_POOL: '4' })
  account = await newAccount(server.url)
})
afterEach(async () => {
  for (const one of running.splice(0)) await one.interrupt()
})
afterAll(() => server.stop())

async function newAccount(url: string, scopes = ['webhooks:read']) {
  const client = await signUp(url)
  const made = await client.json('POST', '/api/v1/user/api-keys/', { name: 'listen', scopes })
  return { client, id: (await client.json('GET', '/api/v1/user/me/')).body.id, key: made.body.key }
}

/** The command with a key, ended after the test. */
function listen(args: string[], env: Record<string, string> = {}, url = server.url) {
  const command = runListen(['--url', url, '--interval', '1s', ...args], {
    FILEWRIGHT_API_KEY: account.key,
    ...env,
  })
  running.push(command)
  return command
}

/**
 * Events about new objects, in one transaction, whose commit waits for `hold`. @returns the ids of
 * the objects
 */
async function emit(
  count: number,
  more: { type?: 'conversion.deleted'; hold?: Promise<unknown>; written?: () => void } = {},
): Promise<string[]> {
  const type = more.type ?? TYPE
  const ids = Array.from({ length: count }, () => randomUUID())
  await withPlatformTransaction(server.platform, async (platform, tx) => {
    const facts = ids.map((objectId) => ({ type, objectId, object: EVENT_EXAMPLES[type] }) as const)
    await emitEvents(platform, tx, account.id, facts)
    more.written?.()
    await more.hold
  })
  return ids
}

const idOf = ({ headers }: Received) => headers['webhook-id']

describe('filewright-listen', () => {
  it('prints events, and forwards the bytes that are signed so that the usual libraries verify them', async () => {
    const receiver = await openReceiver()
    const command = listen(['--forward', receiver.url('/hook?a=b')], { FILEWRIGHT_WEBHOOK_SECRET: SECRET })
    await command.says(/Listening to \* of .* for .*\/hook\?a=b/)
    const { id } = (await account.client.convert('note')).body
    await account.client.wait(id)
    const { headers, body, path } = await receiver.nth(1)
    expect(path).toBe('/hook?a=b')
    expect(new StandardWebhook(SECRET).verify(body, headers)).toMatchObject({ type: TYPE })
    await new SvixWebhook(SECRET).verify(body, headers)
    const { results } = (await account.client.json('GET', `/api/v1/events/?object_id=${id}`)).body
    expect(body).toBe(results[0].request_body)
    expect(headers).toMatchObject({
      ...{ 'webhook-id': results[0].event_id, 'content-type': 'application/json' },
      ...{ 'user-agent': 'Filewright-Webhooks' },
    })
    expect(headers).not.toHaveProperty('authorization')
    await command.says(/→ 200 in \d+ ms {2}conversion\.completed {2}evt_/)
    const line = command.lines().find((one) => one.includes(id))
    expect(line).toBe(`${results[0].created_at}  ${TYPE}  ${id}  ${results[0].event_id}`)
    expect(await command.interrupt()).toBe(0)
    expect(command.said.out + command.said.err).not.toContain(account.key)
    expect(command.said.out + command.said.err).not.toContain(SECRET)
    await receiver.close()
  })

  it('makes a secret and prints it once where none is given', async () => {
    const receiver = await openReceiver()
    const command = listen(['--forward', receiver.url()])
    const [, secret = ''] = await command.says(/(whsec_[A-Za-z0-9+/]{43}=)\n/)
    await command.says(/Listening/)
    await until(30, async () => {
      await emit(1)
      return receiver.received.length > 0
    })
    const { body, headers } = await receiver.nth(1)
    new StandardWebhook(secret).verify(body, headers)
    expect((command.said.out + command.said.err).split(secret)).toHaveLength(2)
    await receiver.close()
  })

  it('forwards each of 200 events that happen at once, once, and those of before when asked', async () => {
    const receiver = await openReceiver((_, response) => void setTimeout(() => response.end(), 20))
    const before = await emit(150)
    const command = listen(['--forward', receiver.url(), '--since', '10m'])
    await until(60, async () => receiver.received.length >= before.length)
    const at = receiver.received.length
    const ids = await emit(200)
    await until(60, async () => receiver.received.length >= at + ids.length)
    // Two more rounds ask for the same minute again.
    const last = await emit(1)
    await until(60, async () => command.said.out.includes(last[0] as string))
    const told = receiver.received.map(idOf)
    expect(new Set(told).size).toBe(told.length)
    const printed = command.lines().join('\n')
    for (const id of [...before, ...ids]) expect(printed.split(id), id).toHaveLength(2)
    await receiver.close()
  })

  it('shows an event that commits after a later one', async () => {
    const command = listen([])
    await command.says(/Listening/)
    let commit = () => {}
    const hold = new Promise<void>((resolve) => {
      commit = resolve
    })
    await until(30, async () => {
      const [id = ''] = await emit(1)
      return until(3, async () => command.said.out.includes(id)).catch(() => false)
    })
    let early: Promise<string[]> = Promise.resolve([])
    await new Promise<void>((written) => {
      early = emit(1, { hold, written })
    })
    const [later = ''] = await emit(1)
    await until(30, async () => command.said.out.includes(later))
    commit()
    const [first = ''] = await early
    await until(30, async () => command.said.out.includes(first))
    expect(command.said.out.indexOf(first)).toBeGreaterThan(command.said.out.indexOf(later))
    expect(command.said.out.split(later)).toHaveLength(2)
  })

  it('goes on while the receiver is away, redirects, or fails', async () => {
    const answers = [302, 500]
    const first = await openReceiver((_, response) => {
      const status = answers.shift() ?? 200
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    })
    const { port } = first
    const command = listen(['--forward', first.url(), '--since', '1s'])
    await command.says(/Listening/)
    const printed = async (what: RegExp) => {
      await emit(1)
      await command.says(what)
    }
    await printed(/→ 302 in \d+ ms \(redirects are not followed\)/)
    await printed(/→ 500 in \d+ ms/)
    expect(first.received.map(({ path }) => path)).not.toContain('/elsewhere')
    await first.close()
    await printed(/→ failed in \d+ ms: the connection was refused/)
    const again = http.createServer((_, response) => response.end())
    await new Promise<void>((resolve) => again.listen(port, '127.0.0.1', resolve))
    await printed(/→ 200 in \d+ ms/)
    again.closeAllConnections()
    await new Promise((resolve) => again.close(resolve))
  })

  it('prints bodies as lines of JSON, and the rest beside them', async () => {
    const receiver = await openReceiver()
    const command = listen([
      '--json',
      '--events',
      'share.*,conversion.completed',
      '--forward',
      receiver.url(),
    ])
    await command.says(/Listening to share\.\*, conversion\.completed/)
    const { id } = (await account.client.convert('note')).body
    await account.client.wait(id)
    await command.says(/→ 200/)
    const bodies = command.lines().map((line) => JSON.parse(line))
    expect(bodies.some(({ data }) => data.object.id === id)).toBe(true)
    expect(command.said.err).toMatch(/→ 200 in \d+ ms/)
  })

  it('shows only the events that are asked for', async () => {
    const one = listen(['--events', 'conversion.deleted', '--since', '10s'])
    const several = listen(['--events', 'share.*,conversion.deleted', '--since', '10s'])
    const other = await emit(1)
    const [id = ''] = await emit(1, { type: 'conversion.deleted' })
    for (const command of [one, several]) {
      await command.says(new RegExp(id))
      expect(command.said.out).not.toContain(other[0])
      expect(command.lines().filter((line) => !line.includes('conversion.deleted'))).toEqual([])
    }
  })

  it('ends with the reason where the key may not', async () => {
    const { key } = await newAccount(server.url, ['history:read'])
    const without = listen([], { FILEWRIGHT_API_KEY: key })
    expect(await without.code()).toBe(1)
    expect(without.said.err).toMatch(/lacks the scope webhooks:read/)
    const wrong = listen([], { FILEWRIGHT_API_KEY: 'fw_wrong' })
    expect(await wrong.code()).toBe(1)
    expect(wrong.said.err).toMatch(/does not accept the API key/)
    for (const { said } of [without, wrong]) expect(said.err + said.out).not.toMatch(/\n\s+at |fw_/)
  })

  it('explains itself with code 2 where its arguments are wrong, and without what they have', async () => {
    const command = runListen(['--url', 'http://a.example', 'more\x1b[2J'], { FILEWRIGHT_API_KEY: 'fw_key' })
    expect(await command.code()).toBe(2)
    expect(command.said.err).toContain('more\\u001b[2J')
    expect(command.said.err).toContain('Usage: filewright-listen')
    expect(command.said.err).not.toMatch(/\n\s+at |fw_key/)
    expect(command.said.out).toBe('')
    const help = runListen(['--help'])
    expect(await help.code()).toBe(0)
    expect(help.said.out).toContain('--forward <URL>')
  })

  it.each([
    ['no server', [], 'Name the server with --url'],
    ['an unknown option', ['--fast'], "Unknown option '--fast'"],
    ['another protocol', ['--url', 'ftp://a.example'], '--url is a URL that begins with'],
    ['a password in it', ['--url', 'http://a:b@a.example'], 'no user name'],
    ['no URL to forward to', [...URL_OF, '--forward', '3000'], '--forward is a URL'],
    ['an unknown event', [...URL_OF, '--events', 'conversion'], 'no type "conversion"'],
    ['a test, which is no event', [...URL_OF, '--events', 'webhook.test'], 'no type "webhook.test"'],
    ['a time of words', [...URL_OF, '--since', 'yesterday'], '--since is a number'],
    ['a time too long', [...URL_OF, '--since', '31d'], 'kept for 30 days'],
    ['a hurry', [...URL_OF, '--interval', '0s'], '--interval is between'],
    ['a wrong secret', [...URL_OF, '--secret', 'hunter2'], '--secret is whsec_'],
    ['an empty secret', [...URL_OF, '--secret', ''], '--secret is whsec_'],
  ])('refuses %s', (_, args, message) => {
    const read = () => readArguments(args, { FILEWRIGHT_API_KEY: 'fw_key' })
    expect(read).toThrow(UsageError)
    expect(read).toThrow(message)
    expect(read).not.toThrow(/hunter2|fw_key/)
  })

  it('reads its secrets from the environment, and names neither', () => {
    expect(() => readArguments(URL_OF, {})).toThrow('Set FILEWRIGHT_API_KEY')
    expect(() => readArguments(URL_OF, { FILEWRIGHT_API_KEY: 'fw_\n' })).toThrow('is not an API key')
    const env = { FILEWRIGHT_API_KEY: 'fw_key', FILEWRIGHT_WEBHOOK_SECRET: SECRET }
    expect(readArguments([...URL_OF, '--since', '2h'], env)).toMatchObject({
      ...{ key: 'fw_key', secret: SECRET, since: 7_200_000, interval: 2000, events: ['*'], json: false },
    })
    const wrong = { ...env, FILEWRIGHT_WEBHOOK_SECRET: 'hunter2' }
    expect(() => readArguments(URL_OF, wrong)).toThrow(/^FILEWRIGHT_WEBHOOK_SECRET is whsec_/)
    expect(readArguments(URL_OF, { ...env, FILEWRIGHT_WEBHOOK_SECRET: '' })?.secret).toBeNull()
  })
})

describe('filewright-listen and a server that is not as it should be', () => {
  /** A server that answers each request as the list says, and then with no events. */
  async function fake(answers: ((response: http.ServerResponse) => void)[]) {
    const asked: { at: number; key: string | undefined; url: string }[] = []
    const server = http.createServer((request, response) => {
      const { authorization: key, host } = request.headers
      asked.push({ at: performance.now(), key, url: `${host}${request.url}` })
      const answer = answers.shift()
      if (answer) answer(response)
      else list(response, [])
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const close = async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    return { asked, url, close }
  }
  const list = (response: http.ServerResponse, results: object[]) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ results, next_cursor: null }))

  it('waits as long as it is told to, and goes on', async () => {
    const server = await fake([
      (response) => list(response, []),
      (response) => response.writeHead(429, { 'retry-after': '3' }).end(),
      (response) => response.writeHead(503).end('<html>'),
    ])
    const command = listen([], {}, server.url)
    await command.says(/answers 429\. Asking again/)
    await command.says(/Connected again/)
    const [, limited, next] = server.asked
    expect((next?.at ?? 0) - (limited?.at ?? 0)).toBeGreaterThan(2900)
    expect(command.said.err.match(/Asking again/g)).toHaveLength(1)
    await server.close()
  })

  it('sends the key to no other server', async () => {
    const other = await fake([])
    const server = await fake([
      (response) => response.writeHead(307, { location: `${other.url}/api/v1/events/` }).end(),
    ])
    const command = listen([], {}, server.url)
    expect(await command.code()).toBe(1)
    expect(command.said.err).toContain(`redirects to ${other.url}`)
    expect(other.asked).toEqual([])
    expect(server.asked[0]?.key).toBe(`Bearer ${account.key}`)
    await Promise.all([server.close(), other.close()])
  })

  it('says that a page is no list of events', async () => {
    const server = await fake([(response) => response.end('<!doctype html>')])
    const command = listen([], {}, `${server.url}/below/?x#y`)
    expect(await command.code()).toBe(1)
    expect(command.said.err).toContain('something else than a list of events')
    expect(server.asked[0]?.url).toContain('/below/api/v1/events/?')
    await server.close()
  })

  it('prints nothing that a terminal would act on', async () => {
    const event = {
      id: 'evt_\x1b]0;title\x07',
      type: 'conversion.completed',
      object_id: 'a\r\nb\u202e\u2028\x9b31m',
      created_at: new Date().toISOString(),
      request_body: JSON.stringify({ name: 'x\x7f\u0085\u202e' }, null, 2),
    }
    const control = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
    for (const more of [[], ['--json']]) {
      const server = await fake([(response) => list(response, []), (response) => list(response, [event])])
      const command = listen(more, {}, server.url)
      const line = await until(30, async () => command.lines()[0])
      expect(line).not.toMatch(control)
      if (more.length > 0) expect(JSON.parse(line)).toEqual(JSON.parse(event.request_body))
      else expect(line).toContain('a\\u000d\\u000ab\\u202e\\u2028\\u009b31m')
      await server.close()
    }
  })
})

describe('filewright-listen across a restart of the server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-listen-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('loses nothing, and tells nothing twice', async () => {
    const database = await createDatabase()
    const settings = { DATABASE_URL: database.url }
    let process = await spawnServer(folder, settings)
    const { port } = new URL(process.url)
    const { client, key } = await newAccount(process.url)
    const receiver = await openReceiver()
    const command = listen(['--forward', receiver.url()], { FILEWRIGHT_API_KEY: key }, process.url)
    await command.says(/Listening/)
    const form = new FormData()
    form.append('file', new Blob(['# Note']), 'note.md')
    const stored = await client.fetch('/api/v1/user/storage/files/upload/', { method: 'POST', body: form })
    const file_id = ((await stored.json()) as { id: string }).id
    const share = async () =>
      (await client.json('POST', '/api/v1/user/shares/', { file_id })).body.link_id as string
    const told = () => receiver.received.map(({ body }) => JSON.parse(body).data.object.id as string)
    const made = [await share()]
    await until(60, async () => made.every((id) => told().includes(id)))
    made.push(await share())
    await end(process.child, 'SIGKILL')
    await command.says(/Cannot reach .*: the connection was (refused|closed)/)
    process = await spawnServer(folder, { ...settings, PORT: port })
    made.push(await share())
    await until(60, async () => made.every((id) => told().includes(id)))
    expect(command.said.err).toMatch(/Connected again/)
    const ids = receiver.received.map(idOf)
    expect(new Set(ids).size).toBe(ids.length)
    expect(told().filter((id) => made.includes(id))).toHaveLength(made.length)
    expect(await command.interrupt()).toBe(0)
    await end(process.child, 'SIGTERM')
    await database.drop()
    await receiver.close()
  }, 240_000)
})
