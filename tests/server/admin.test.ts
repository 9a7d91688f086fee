import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminOverview } from '../../contract/admin.ts'
import { createHeartbeat } from '../../server/worker/heartbeat.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { setClock } from './safe-accounts.ts'

const OVERVIEW = '/api/v1/admin/overview/'
const RETRY = '/api/v1/admin/retry/'

let server: TestServer
/** The first account is the administrator's. */
let admin: Awaited<ReturnType<typeof signUp>>
beforeAll(async () => {
  server = await startServer()
  admin = await signUp(server.url)
})
afterAll(() => server.stop())

const overview = async (): Promise<AdminOverview> => {
  const { status, body } = await admin.json('GET', OVERVIEW)
  expect(status).toBe(200)
  return body
}
const failuresOf = async (code: string) => (await overview()).failures.find((one) => one.code === code)

/** Conversions that fail with this code. */
async function fail(client: Client, code: string, count: number): Promise<void> {
  const ids: string[] = []
  for (let index = 0; index < count; index++)
    ids.push((await client.convert(`fail ${code}`, { target_format: 'html' })).body.conversion_id)
  for (const id of ids) expect((await client.wait(id)).error.code).toBe(code)
}

describe('the administrator’s overview', () => {
  it('is for administrators alone', async () => {
    const other = await signUp(server.url)
    expect((await new Client(server.url).json('GET', OVERVIEW)).status).toBe(401)
    for (const [method, path, body] of [
      ['GET', OVERVIEW, undefined],
      ['POST', RETRY, { code: 'internal' }],
    ] as const)
      expect((await other.json(method, path, body)).body.code).toBe('forbidden')
  })

  it('shows queues, this process with its engines, disk and versions, and no host', async () => {
    await expect.poll(async () => (await overview()).workers).toHaveLength(1)
    const { queues, workers, disk, versions } = await overview()
    expect(queues.map(({ queue }) => queue)).toEqual(
      expect.arrayContaining(['convert', 'message', 'webhook']),
    )
    expect(workers).toMatchObject([
      { role: 'both', version: 'test', engines: [{ name: 'held', version: '1' }] },
    ])
    expect(Object.keys(workers[0] ?? {}).sort()).toEqual([
      'confined',
      'engines',
      'role',
      'sandbox',
      'seen_at',
      'since',
      'version',
      'worker_id',
    ])
    expect(disk.free_bytes).toBeLessThanOrEqual(disk.total_bytes)
    expect(versions).toMatchObject({ server: 'test', postgresql: expect.stringMatching(/^\d+/) })
  })

  it('forgets a process a minute after its last heartbeat', async () => {
    const heartbeat = createHeartbeat(server.platform, 'worker')
    await heartbeat.beat()
    expect((await overview()).workers.map(({ role }) => role).sort()).toEqual(['both', 'worker'])
    await heartbeat.end()
    expect((await overview()).workers.map(({ role }) => role)).toEqual(['both'])
    await heartbeat.beat()
    setClock(server, 61_000)
    expect((await overview()).workers.filter(({ role }) => role === 'worker')).toEqual([])
    // Its row stays for a day: what it could do counts where no worker runs.
    setClock(server, 86_461_000)
    await createHeartbeat(server.platform, 'both').beat()
    const { rows } = await server.platform.db.execute(sql`select role from workers where role = 'worker'`)
    expect(rows).toEqual([])
    setClock(server, 0)
  })
})

describe('retrying failures', () => {
  it('runs those of the server’s fault again, once, for whom they belong to and for free', async () => {
    const me = await signUp(server.url)
    const visitor = new Client(server.url)
    await fail(me, 'internal', 2)
    await fail(visitor, 'internal', 1)
    await fail(me, 'source_damaged', 1)
    expect(await failuresOf('internal')).toMatchObject({ count: 3, accounts: 2, retryable: 3 })
    expect(await failuresOf('source_damaged')).toMatchObject({ count: 1, retryable: 0 })
    const credits = async () => (await me.json('GET', '/api/v1/docs_core/credits/')).body
    const before = await credits()

    const { body } = await admin.json('POST', RETRY, { code: 'internal' })
    expect(body).toEqual({ retried: 3, skipped: 0, next: null })
    const { results } = (await me.json('GET', '/api/v1/conversion/?page_size=10')).body
    expect(results).toHaveLength(5)
    for (const { id } of results.slice(0, 2)) expect(await me.wait(id)).toMatchObject({ credits_quoted: 0 })
    expect((await visitor.json('GET', '/api/v1/conversion/')).body.results).toHaveLength(2)
    expect(await credits()).toEqual(before)
    const made = await server.platform.db.execute(
      sql`select count(distinct created_by)::int as people from conversions where created_by is not null`,
    )
    expect(made.rows, 'made by who made the first one').toEqual([{ people: 1 }])
    await expect.poll(() => failuresOf('internal')).toMatchObject({ count: 6, retryable: 3 })
    const log = (await admin.json('GET', '/api/v1/user/security-log/')).body.results[0]
    expect(log).toMatchObject({ kind: 'conversions_retried', detail: { code: 'internal', count: '3' } })
  })

  it('passes over a conversion whose file is gone, and asks again in batches', async () => {
    const me = await signUp(server.url)
    await fail(me, 'engine_failed', 27)
    await server.platform.db.execute(sql`
      update conversions set source_key = null where id = (select min(id::text)::uuid from conversions where error_code = 'engine_failed')`)
    const first = (await admin.json('POST', RETRY, { code: 'engine_failed' })).body
    expect(first).toMatchObject({ retried: 25, skipped: 0, next: expect.any(String) })
    const second = (await admin.json('POST', RETRY, { code: 'engine_failed', after: first.next })).body
    expect(second).toEqual({ retried: 1, skipped: 0, next: null })
    const { body } = await admin.json('POST', RETRY, { code: 'source_damaged' })
    expect(body, 'no fault of the server').toEqual({ retried: 0, skipped: 0, next: null })
  })
})
