import { afterAll, beforeAll, expect, it } from 'vitest'
import { rateCard } from '../../server/core/schema.ts'
import { buildCatalog, MODULES } from '../../server/engines/catalog.ts'
import { startServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

it('has a price for whatever any engine can do, installed here or not', async () => {
  const everything = new Map(
    MODULES.flatMap(({ engines }) => engines.map(({ name }) => [name, { version: '1' }])),
  )
  const prices = await server.platform.db.select().from(rateCard)
  const priced = new Set(prices.map(({ family, operation }) => `${family} ${operation}`))
  const offered = buildCatalog(everything).map(
    ({ operation: { family, operation } }) => `${family} ${operation}`,
  )
  expect(offered.length).toBeGreaterThan(50)
  expect([...new Set(offered)].filter((name) => !priced.has(name))).toEqual([])
})
