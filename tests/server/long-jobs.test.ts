import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCatalog, MODULES } from '../../server/engines/catalog.ts'
import { DEFAULT_LIMITS } from '../../server/engines/kernel/limits.ts'
import { startServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Steps that one conversion has at most: read, change, write. */
const STEPS = 3

it('the queue leaves a conversion to its worker for longer than any engine may take', async () => {
  const all = new Map(
    MODULES.flatMap(({ engines }) => engines).map(({ name }) => [name, { version: null }] as const),
  )
  const longest = Math.max(
    ...buildCatalog(all).map(({ limits }) => limits?.wallMs ?? DEFAULT_LIMITS.wallMs),
    ...MODULES.flatMap((one) => one.workerPrograms(all)).map(({ limits }) => limits?.wallMs ?? 0),
  )
  expect(longest).toBeGreaterThanOrEqual(30 * 60_000)
  const { rows } = await server.platform.db.execute<{ seconds: number }>(
    sql`select expire_seconds as seconds from pgboss.queue where name in ('convert', 'convert_long')`,
  )
  expect(rows).toHaveLength(2)
  for (const { seconds } of rows) expect(1000 * seconds).toBeGreaterThan(STEPS * longest)
})
