import { eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../server/adapters/postgres.ts'
import { NO_TRACER } from '../../server/core/no-tracer.ts'
import { owners, rateCard } from '../../server/core/schema.ts'
import { startServer, type TestServer } from './harness.ts'

let server: TestServer
let one: ReturnType<typeof openDatabase>
beforeAll(async () => {
  server = await startServer()
  one = openDatabase(server.database, pino({ level: 'silent' }), 1)
})
afterAll(async () => {
  await one.close()
  await server.stop()
})

async function prepared() {
  const { rows } = await one.db.execute<{ statement: string }>(
    sql`select statement from pg_prepared_statements`,
  )
  return rows.map(({ statement }) => statement)
}
const times = async (count: number, ask: (at: number) => Promise<unknown>) => {
  for (let at = 0; at < count; at++) await ask(at)
}
const byFamily = () => one.db.select().from(rateCard).where(eq(rateCard.family, 'image'))

it('what is asked often by its keys is planned once; what lists or adds up, or is rare, is not', async () => {
  const before = await prepared()
  await times(10, byFamily)
  await times(10, () => byFamily().orderBy(rateCard.operation))
  await times(10, () => one.db.execute(sql`select count(*) from ${rateCard} where family = ${'image'}`))
  await times(2, () => one.db.select().from(rateCard).where(eq(rateCard.operation, 'convert')))
  const added = (await prepared()).filter((statement) => !before.includes(statement))
  expect(added).toHaveLength(1)
  expect(added[0]).toMatch(/from "rate_card" where "rate_card"."family" = \$1$/)
  expect((await byFamily()).length).toBeGreaterThan(1)
})

it('where slow statements are traced, frequent ones are prepared as well', async () => {
  const traced = openDatabase(server.database, pino({ level: 'silent' }), 1, { tracer: NO_TRACER })
  await times(10, () => traced.db.select().from(rateCard).where(eq(rateCard.family, 'image')))
  const { rows } = await traced.db.execute<{ statement: string }>(
    sql`select statement from pg_prepared_statements`,
  )
  await traced.close()
  expect(rows.map(({ statement }) => statement)).toContainEqual(expect.stringContaining('from "rate_card"'))
})

it('a prepared statement that fails goes on, with other values and in a transaction that is rolled back', async () => {
  const id = crypto.randomUUID()
  const add = (kind: string) =>
    one.db.execute(sql`insert into ${owners} (id, kind) values (${id}, ${kind}) on conflict do nothing`)
  await times(10, () => add('visitor'))
  await expect(add('nobody')).rejects.toThrow()
  await expect(
    one.db.transaction(async (tx) => {
      await times(10, () => tx.delete(owners).where(eq(owners.id, id)))
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await one.db.select({ kind: owners.kind }).from(owners).where(eq(owners.id, id))).toEqual([
    { kind: 'visitor' },
  ])
  await add('visitor')
})

it('texts that differ each time take no room', async () => {
  const before = (await prepared()).length
  await times(300, (at) =>
    one.db.execute(sql`select ${sql.raw(String(at))}::int + ${at}::int as a, ${at}::int as b`),
  )
  expect((await prepared()).length).toBe(before)
})
