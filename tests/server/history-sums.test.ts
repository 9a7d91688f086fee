import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actingFor, type Context } from '../../server/core/context.ts'
import { exportConversions } from '../../server/features/history/export-conversions.ts'
import { type Client, signUp, startServer, type TestServer } from './harness.ts'

const ROWS = 1300

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  client = await signUp(server.url)
  const { id } = (await client.convert('x', {}, { name: '=SUM(A1), all.md' })).body
  await client.wait(id)
  // Copies of the one that there is: images, a tenth of them failed, a tenth cancelled; one of the
  // service's own.
  await server.platform.db.execute(sql`
    insert into conversions (id, owner_id, family, operation, status, error_code, source_format, target_format, filename,
      size_bytes, options, credits_quoted, credits_charged, created_at, hidden_at, service)
    select gen_random_uuid(), owner_id, 'image', 'convert', case when n % 10 < 2 then 'failed' else 'completed' end,
      case n % 10 when 0 then 'source_damaged' when 1 then 'cancelled' end, 'png', 'webp', 'copy ' || n || '.png', n + 1, '{}', 3,
      case when n % 10 < 2 then 0 else 2 end, created_at - n * interval '1 minute',
      case when n = 0 then created_at end, n = 0
    from conversions, generate_series(0, ${ROWS}) as n where id = ${id}`)
})
afterAll(() => server.stop())

const summary = async (query: string) =>
  (await client.json('GET', `/api/v1/conversion/summary/?${query}`)).body
const ofImages = ({ families }: { families: { family: string }[] }) =>
  families.find(({ family }) => family === 'image')

it('sums the newest that the filters leave, and lets every family be chosen', async () => {
  const images = await summary('family=image')
  expect(images).toMatchObject({
    count: 1000,
    count_exact: false,
    credits_quoted: 3000,
    credits_charged: 1600,
    failed: 100,
  })
  expect(images.families).toEqual((await summary('')).families)
  expect(ofImages(images)).toEqual({ family: 'image', count: ROWS, count_exact: true })
  expect(images.families[0]).toEqual({ family: 'document', count: 1, count_exact: true })
  expect(await summary('family=image&status=failed')).toMatchObject({
    count: 130,
    count_exact: true,
    credits_quoted: 390,
    credits_charged: 0,
    failed: 130,
  })
  expect(await summary('hidden=true'), 'the service’s own is nobody’s').toMatchObject({ count: 0 })
})

it('stops where rows have to be read, and says so', async () => {
  const found = await summary('q=copy')
  expect(found).toMatchObject({ count: 1000, count_exact: false, credits_quoted: 3000, failed: 100 })
  expect(ofImages(found)).toEqual({ family: 'image', count: 1000, count_exact: false })
  const one = await summary('q=copy+77.png&family=document')
  expect(one).toMatchObject({ count: 0, count_exact: true, credits_quoted: 0 })
  expect(ofImages(one), 'what another family would show').toEqual({
    family: 'image',
    count: 1,
    count_exact: true,
  })
})

it('knows nothing of anybody else’s', async () => {
  const other = await signUp(server.url)
  expect((await other.json('GET', '/api/v1/conversion/summary/')).body).toMatchObject({ count: 0, failed: 0 })
  const table = await (await other.fetch('/api/v1/conversion/export/')).text()
  expect(table.split('\r\n')).toEqual([expect.stringMatching(/^id,/), ''])
})

it('exports every row once, in the order that was asked for, as text that no spreadsheet runs', async () => {
  const response = await client.fetch('/api/v1/conversion/export/?sort_by=size_bytes&sort_dir=desc')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.toString('utf8').trimEnd().split('\r\n')
  const names = lines.slice(1).map((line) => /copy \d+/.exec(line)?.[0])
  expect(names.slice(0, ROWS)).toEqual(Array.from({ length: ROWS }, (_, n) => `copy ${ROWS - n}`))
  expect(lines).toHaveLength(ROWS + 2)
  expect(lines.at(-1)).toContain(`,"'=SUM(A1), all.md",`)
  const failed = await (await client.fetch('/api/v1/conversion/export/?status=failed&q=copy+10')).text()
  expect(failed.trimEnd().split('\r\n')).toHaveLength(1 + 12)
})

it('asks for no further page when an export is broken off', async () => {
  const { platform } = server
  const [first] = (await client.json('GET', '/api/v1/conversion/?page_size=1')).body.results
  const { rows } = await platform.db.execute<{ owner_id: string }>(
    sql`select owner_id from conversions where id = ${first.id}`,
  )
  let asked = 0
  const db = new Proxy(platform.db, {
    get(target, key) {
      if (key === 'select') asked += 1
      return Reflect.get(target, key, target)
    },
  })
  const actor = actingFor({ kind: 'visitor' }, { kind: 'visitor', id: rows[0]?.owner_id ?? '' })
  const ctx = { platform: { ...platform, db }, actor } as Context
  const { bytes } = await exportConversions(ctx, { sort_by: 'created_at', sort_dir: 'desc' })
  for await (const _ of bytes) break
  expect(bytes.destroyed).toBe(true)
  expect(asked, 'of three pages').toBeLessThan(3)
})
