import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { logIn, me, setClock, withApp } from './safe-accounts.ts'
import { field, session, person as signer, signs, stranger, tokenOf } from './signing-desk.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
afterEach(() => setClock(server, 0))

const DAY = 86_400_000

describe('deleting an account', () => {
  it('ends sessions and keys at once, can be undone, and takes everything when its days are over', async () => {
    const client = await signUp(server.url)
    const sent = await client.convert('# Hello')
    await client.wait(sent.body.id)
    // With a document and an image in the store, and a log that otherwise only ever grows.
    const signing = signer()
    const sessionId = (await session(client, [signing, signer()])).id
    await signs(stranger(server), await tokenOf(server, signing))
    const template = { session_id: sessionId, name: 'Standard lease' }
    await client.json('POST', '/api/v1/pdf_handler/signing/templates/', template)
    const { body: made } = await client.json('POST', '/api/v1/user/api-keys/', {
      name: 'k',
      scopes: ['account:read'],
    })
    const byKey = () =>
      new Client(server.url).json('GET', '/api/v1/user/me/', undefined, {
        authorization: `Bearer ${made.key}`,
      })
    expect((await byKey()).status).toBe(200)
    const planned = await client.json('DELETE', '/api/v1/user/me/')
    expect(Date.parse(planned.body.delete_after)).toBeGreaterThan(Date.now() + 13 * DAY)
    expect((await me(client)).status).toBe(401)
    expect((await byKey()).body.code).toBe('invalid_token')

    const back = new Client(server.url)
    expect((await logIn(back, client.username)).body.user.delete_after).toBe(planned.body.delete_after)
    expect((await back.json('POST', '/api/v1/user/me/keep/')).body.delete_after).toBeNull()
    expect((await byKey()).status).toBe(200)

    await back.json('DELETE', '/api/v1/user/me/')
    const { sweep } = await import('../../server/worker/sweep.ts')
    await sweep(server.platform)
    const keys = await objectsOf(client.username)
    expect(keys.length, 'nothing goes before its day').toBeGreaterThan(3)
    const ledger = async () =>
      (
        await server.platform.db.execute<{ count: number }>(
          `select count(*)::int as count from credit_entries where owner_id = '${ownerId}'`,
        )
      ).rows[0]?.count
    const { rows: owners } = await server.platform.db.execute<{ id: string }>(
      `select id from users where username = '${client.username}'`,
    )
    const ownerId = owners[0]?.id
    const entries = await ledger()
    expect(entries).toBeGreaterThan(0)
    setClock(server, 15 * DAY)
    await sweep(server.platform)
    expect(await ledger(), 'what was paid for stays written down').toBe(entries)
    expect((await logIn(new Client(server.url), client.username)).status).toBe(401)
    for (const key of keys) expect(await server.platform.objects.head(key), key).toBeNull()
    const left = await server.platform.db.execute<{ count: number }>(
      `select count(*)::int as count from objects where key = any(array[${keys.map((key) => `'${key}'`).join(',')}])`,
    )
    expect(left.rows[0]?.count).toBe(0)
    for (const table of ['signing_sessions', 'signing_recipients', 'signing_events', 'signing_files']) {
      const { rows } = await server.platform.db.execute<{ count: number }>(
        `select count(*)::int as count from ${table} where ${table === 'signing_sessions' ? 'id' : 'session_id'} = '${sessionId}'`,
      )
      expect(rows[0]?.count, table).toBe(0)
    }
  })
})

describe('one’s own data', () => {
  it('is had as a ZIP, with no secret in it', async () => {
    const person = await withApp(server)
    const sent = await person.convert('# Hello')
    await person.wait(sent.body.id)
    const link = await person.json('POST', '/api/v1/user/shares/', {
      conversion_id: sent.body.id,
      password: 'open sesame',
    })
    const steps = [{ operation: 'encrypt', options: { user_password: 'sealed word' } }]
    await person.json('POST', '/api/v1/pdf_handler/pipeline/', { name: 'Mine', steps })
    const one = signer({ access: 'code', access_code: 'harbour seven' })
    const two = signer()
    const words = field(two, { kind: 'text' })
    const fields = [field(one), field(two), words]
    const made = await session(person, [one, two], { title: 'The lease', fields })
    const token = await tokenOf(server, two)
    await signs(stranger(server), token, { values: { [words.id]: 'By the quay' } })
    await person.json('POST', '/api/v1/pdf_handler/signing/templates/', {
      session_id: made.id,
      name: 'Standard lease',
    })
    await person.json('PUT', '/api/v1/user/notifications/settings/', { muted: ['sharing'] })
    const answer = await person.fetch('/api/v1/user/export/')
    expect(answer.headers.get('content-type')).toBe('application/zip')
    const { unzipSync, strFromU8 } = await import('fflate')
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    expect(Object.keys(files).sort()).toEqual([
      'README.txt',
      'businesses.json',
      'conversions.jsonl',
      'credits.json',
      'files.json',
      'notifications.json',
      'pipelines.json',
      'profile.json',
      'purchases.json',
      'scans.json',
      'security-log.json',
      'shares.json',
      'sign-in.json',
      'signing.json',
    ])
    const texts = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
    expect(JSON.parse(texts['profile.json'] ?? '')).toMatchObject({ username: person.username })
    expect(JSON.parse(texts['conversions.jsonl'] ?? '')).toMatchObject({ id: sent.body.id })
    expect(JSON.parse(texts['shares.json'] ?? '')).toMatchObject([{ has_password: true, events: [] }])
    expect(JSON.parse(texts['notifications.json'] ?? '')).toMatchObject([
      { read_until: null, muted: ['sharing'] },
    ])
    const whole = Object.values(texts).join('\n')
    expect(whole).not.toContain(link.body.url.split('/s/')[1])
    expect(JSON.parse(texts['pipelines.json'] ?? '')).toMatchObject({
      pipelines: [{ name: 'Mine' }],
      runs: [],
    })
    expect(whole).not.toContain('sealed word')
    const signing = JSON.parse(texts['signing.json'] ?? '')
    expect(signing).toMatchObject({
      sessions: [
        {
          title: 'The lease',
          recipients: [
            { email: one.email, has_access_code: true, signature: null },
            { email: two.email, values: { [words.id]: 'By the quay' }, signature: { how: 'drawn' } },
          ],
        },
      ],
      templates: [{ name: 'Standard lease' }],
    })
    expect(signing.sessions[0].events.map(({ event }: { event: string }) => event)).toContain('acted')
    for (const secret of ['harbour seven', token, await tokenOf(server, one)])
      expect(whole).not.toContain(secret)
    expect(texts['signing.json']).not.toContain('uploads/')
    for (const secret of [person.secret, ...person.codes, person.cookies.get('session') as string, 'argon2'])
      expect(whole).not.toContain(secret)
  })
})

async function objectsOf(username: string): Promise<string[]> {
  const { rows } = await server.platform.db.execute<{ key: string }>(
    `select key from objects join users on users.id = owner_id where username = '${username}'`,
  )
  return rows.map(({ key }) => key)
}
