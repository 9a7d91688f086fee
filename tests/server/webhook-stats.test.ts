import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DetailedWebhookStats } from '../../contract/webhooks.ts'
import { type Client, signUp, startServer, type TestServer } from './harness.ts'
import { WEBHOOKS, webhooksOf } from './webhook-desk.ts'

const HOUR = 3_600_000
const URL_OF_NOBODY = 'http://127.0.0.1:9/hook'

let server: TestServer
let client: Client
let hooks: ReturnType<typeof webhooksOf>
/** The beginning of the current hour. */
let now: number

beforeAll(async () => {
  server = await startServer({ WEBHOOKS_TO: '127.0.0.0/8' })
  client = await signUp(server.url)
  hooks = webhooksOf(client)
})
afterAll(() => server.stop())

interface Row {
  type: string
  status: 'succeeded' | 'failed' | 'pending' | 'cancelled'
  /** Hours before the current one. */
  ago?: number
  ms?: number | null
  count?: number
}

/**
 * Writes deliveries as they would be after their attempts. None is due in the life of this test.
 */
async function write(webhookId: string, ...rows: Row[]): Promise<void> {
  for (const { type, status, ago = 0, ms = null, count = 1 } of rows) {
    const at = new Date(now - ago * HOUR).toISOString()
    const pending = status === 'pending'
    await server.platform.db.execute(sql`
      with written as (
        insert into events (id, owner_id, type, body, created_at)
        select gen_random_uuid(), owner_id, ${type}, '{}', ${at}::timestamptz
        from webhooks, generate_series(1, ${count}) where id = ${webhookId}
        returning id
      )
      insert into webhook_deliveries
        (id, webhook_id, event_id, type, trigger, status, duration_ms, created_at, next_attempt_at, completed_at)
      select gen_random_uuid(), ${webhookId}, id, ${type}, 'event', ${status}, ${ms}, ${at}::timestamptz,
        ${pending ? '2100-01-01' : null}::timestamptz, ${pending ? null : at}::timestamptz
      from written`)
  }
}

const made = async () => {
  now = Math.floor(Date.now() / HOUR) * HOUR
  return (await hooks.create(URL_OF_NOBODY, { events: ['signing.*'] })).webhook_id
}
const statsOf = async (id: string, query = ''): Promise<DetailedWebhookStats> =>
  (await client.json('GET', `${WEBHOOKS}${id}/stats/${query}`)).body

describe('figures by type', () => {
  it('are counted over the same hours as the series, the most deliveries first', async () => {
    const id = await made()
    await write(
      id,
      { type: 'file.created', status: 'succeeded', ms: 100 },
      { type: 'file.created', status: 'succeeded', ms: 300, ago: 1 },
      { type: 'file.created', status: 'failed', ms: 1001, ago: 20 },
      { type: 'share.created', status: 'pending', count: 4 },
      { type: 'conversion.failed', status: 'succeeded', ms: 40 },
      { type: 'conversion.completed', status: 'succeeded', ms: 51 },
      { type: 'conversion.completed', status: 'cancelled', ms: 52 },
      { type: 'file.deleted', status: 'cancelled', ms: 9 },
      { type: 'pipeline.run.failed', status: 'failed', ms: 7, ago: 26 },
    )
    await write(await made(), { type: 'file.created', status: 'succeeded', ms: 5, count: 9 })

    const day = await statsOf(id)
    expect(day.types).toEqual([
      { type: 'share.created', succeeded: 0, failed: 0, pending: 4, median_ms: null },
      { type: 'file.created', succeeded: 2, failed: 1, pending: 0, median_ms: 300 },
      // Half a millisecond is rounded; a cancelled delivery is not counted, but its last attempt
      // took time.
      { type: 'conversion.completed', succeeded: 1, failed: 0, pending: 0, median_ms: 52 },
      { type: 'conversion.failed', succeeded: 1, failed: 0, pending: 0, median_ms: 40 },
    ])
    for (const name of ['succeeded', 'failed', 'pending'] as const)
      for (const parts of [day.types, day.series])
        expect(
          parts.reduce((sum, part) => sum + part[name], 0),
          name,
        ).toBe(day[name])

    const two = await statsOf(id, '?hours=48')
    expect(two.types.find(({ type }) => type === 'pipeline.run.failed')).toEqual({
      type: 'pipeline.run.failed',
      succeeded: 0,
      failed: 1,
      pending: 0,
      median_ms: 7,
    })
  })

  it('are none without deliveries, and in no webhook that is listed or read', async () => {
    const id = await made()
    expect((await statsOf(id, '?hours=720')).types).toEqual([])
    await write(id, { type: 'file.created', status: 'succeeded', ms: 1 })
    expect((await statsOf(id)).types).toHaveLength(1)
    expect(await hooks.get(id)).not.toHaveProperty('stats.types')
    const { results } = (await client.json('GET', WEBHOOKS)).body
    for (const { stats } of results) expect(stats).not.toHaveProperty('types')
  })
})
