import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Family } from '../../contract/families.ts'
import { actingFor, type Context, type Person } from '../../server/core/context.ts'
import { endHold, holdCredits } from '../../server/core/credits/ledger.ts'
import { conversions } from '../../server/core/schema.ts'
import { getUsageSummary } from '../../server/features/usage/get-usage-summary.ts'
import { getUsageTrend } from '../../server/features/usage/get-usage-trend.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const USAGE = '/api/v1/user/usage'
const NOTHING = { conversions: 0, completed: 0, failed: 0, cancelled: 0, credits: 0 }

/** An account, as the verbs see it when the clock shows `now`. */
async function accountAt(now: string) {
  const client = await signUp(server.url)
  const owner: string = (await client.json('GET', '/api/v1/user/me/')).body.id
  const platform = { ...server.platform, clock: () => new Date(now) }
  const person: Person = {
    ...{ kind: 'user', userId: owner, sessionId: randomUUID(), isAdmin: false },
    ...{ confirmedAt: platform.clock(), via: 'cookie' },
  }
  const actor = actingFor(person, { kind: 'user', id: owner })
  return { client, owner, ctx: { platform, actor } as Context }
}

interface Past {
  at: string
  family?: Family
  credits?: number
  failed?: 'source_damaged' | 'cancelled'
}

/** A conversion that ended long ago, with its credits in the ledger. */
async function addPast(owner: string, { at, family = 'document', credits = 2, failed }: Past) {
  const { db } = server.platform
  const id = randomUUID()
  const createdAt = new Date(at)
  const charged = failed ? 0 : credits
  await db.insert(conversions).values({
    id,
    ownerId: owner,
    family,
    operation: 'convert',
    status: failed ? 'failed' : 'completed',
    sourceFormat: 'md',
    targetFormat: 'html',
    filename: 'past.md',
    sizeBytes: 1,
    options: {},
    ...(failed && { errorCode: failed }),
    creditsQuoted: credits,
    creditsCharged: charged,
    createdAt,
  })
  await db.transaction(async (tx) => {
    const platform = { clock: () => createdAt }
    const hold = { source: 'conversion', reference: id, area: family, credits, createdBy: owner } as const
    await holdCredits(platform, tx, owner, hold)
    await endHold(platform, tx, owner, id, charged)
  })
  return id
}

describe('the trend', () => {
  it('has every day, also those without anything', async () => {
    const client = await signUp(server.url)
    for (const [days, count] of [
      ['30', 30],
      ['90', 90],
      ['365', 52],
    ] as const) {
      const { body } = await client.json('GET', `${USAGE}/trend/?days=${days}`)
      expect(body.rows).toHaveLength(count)
      for (const row of body.rows) expect(row).toMatchObject({ ...NOTHING, previous: NOTHING })
      expect(body).toMatchObject({ total: NOTHING, previous: NOTHING })
    }
  })

  it('counts a conversion on the day that it was where the person is, also when the clocks change', async () => {
    const { owner, ctx } = await accountAt('2026-11-21T12:00:00Z')
    // The 25th of October had 25 hours in Berlin: from 22:00 to 23:00 UTC.
    for (const at of [
      '2026-10-24T21:59:59.999Z',
      '2026-10-24T22:00:00Z',
      '2026-10-25T22:59:59.999Z',
      '2026-10-25T23:00:00Z',
      '2026-11-21T11:59:00Z',
    ])
      await addPast(owner, { at })
    const counts = async (time_zone: string) => {
      const { rows } = await getUsageTrend(ctx, { days: '30', time_zone })
      return rows.filter((row) => row.conversions > 0).map((row) => [row.date, row.conversions])
    }
    const today = ['2026-11-21', 1]
    expect(await counts('Europe/Berlin')).toEqual([
      ['2026-10-24', 1],
      ['2026-10-25', 2],
      ['2026-10-26', 1],
      today,
    ])
    expect(await counts('UTC')).toEqual([['2026-10-24', 2], ['2026-10-25', 2], today])
    expect(await counts('Pacific/Kiritimati')).toEqual([
      ['2026-10-25', 2],
      ['2026-10-26', 2],
      ['2026-11-22', 1],
    ])
  })

  it('is in the profile’s zone unless another one is asked for', async () => {
    const client = await signUp(server.url)
    await client.json('PATCH', '/api/v1/user/me/', { time_zone: 'Asia/Kathmandu' })
    for (const what of ['trend', 'summary']) {
      expect((await client.json('GET', `${USAGE}/${what}/`)).body.time_zone).toBe('Asia/Kathmandu')
      const asked = await client.json('GET', `${USAGE}/${what}/?time_zone=America/Lima`)
      expect(asked.body.time_zone).toBe('America/Lima')
    }
  })

  it('sets each day and the whole beside the period before, by family and outcome', async () => {
    const { owner, ctx } = await accountAt('2026-11-21T12:00:00Z')
    await addPast(owner, { at: '2026-11-21T09:00:00Z', family: 'image', credits: 1 })
    await addPast(owner, { at: '2026-11-21T09:00:00Z', family: 'font', failed: 'source_damaged' })
    await addPast(owner, { at: '2026-11-21T09:00:00Z', failed: 'cancelled' })
    await addPast(owner, { at: '2026-10-22T09:00:00Z', credits: 5 })
    await addPast(owner, { at: '2026-09-23T00:00:00Z', family: 'image', credits: 3 })
    await addPast(owner, { at: '2026-09-22T23:59:59Z', credits: 7 })
    const month = await getUsageTrend(ctx, { days: '30' })
    expect(month).toMatchObject({
      from: '2026-10-23',
      to: '2026-11-21',
      total: { conversions: 3, completed: 1, failed: 1, cancelled: 1, credits: 1 },
      previous: { conversions: 2, completed: 2, credits: 8, from: '2026-09-23', to: '2026-10-22' },
    })
    expect(month.rows.at(-1)).toMatchObject({
      families: { document: 1, image: 1, font: 1, video: 0, audio: 0, model: 0 },
      credits: 1,
      previous: { conversions: 1, credits: 5 },
    })
    expect(month.rows[0]?.previous).toMatchObject({ conversions: 1, credits: 3 })

    const images = await getUsageTrend(ctx, { days: '30', family: 'image' })
    expect(images).toMatchObject({
      total: { conversions: 1, failed: 0, families: { document: 1, image: 1, font: 1 } },
      previous: { conversions: 1 },
    })

    const year = await getUsageTrend(ctx, { days: '365' })
    expect(year.rows.slice(-1)).toMatchObject([{ date: '2026-11-15', conversions: 3 }])
    expect(year).toMatchObject({ from: '2025-11-23', to: '2026-11-21', total: { conversions: 6 } })
  })
})

describe('the summary', () => {
  it('counts what was hidden, and leaves out what the service ran for itself', async () => {
    const { client, owner, ctx } = await accountAt('2026-11-21T12:00:00Z')
    const before = await getUsageSummary(ctx, {})
    const hidden = await addPast(owner, { at: '2026-11-20T09:00:00Z', credits: 4 })
    const service = await addPast(owner, { at: '2026-11-20T09:00:00Z', credits: 0 })
    await addPast(owner, { at: '2026-11-01T00:00:00Z' })
    await addPast(owner, { at: '2026-10-31T23:59:59Z' })
    await server.platform.db.execute(
      sql`update conversions set service = true, hidden_at = now() where id = ${service}`,
    )
    await client.json('POST', '/api/v1/docs_core/visibility/hide/', { conversion_ids: [hidden] })
    const after = await getUsageSummary(ctx, {})
    expect(after).toMatchObject({
      month: { from: '2026-11-01', to: '2026-11-30', conversions: 2, credits: 6 },
      all_time: { conversions: 3, completed: 3 },
      credits: { granted: before.credits.granted, remaining: before.credits.remaining - 8, charged: 8 },
    })
    expect((await getUsageTrend(ctx, { days: '30' })).total).toMatchObject({ conversions: 3, credits: 8 })
    // In Auckland November had begun already.
    expect(await getUsageSummary(ctx, { time_zone: 'Pacific/Auckland' })).toMatchObject({
      month: { from: '2026-11-01', conversions: 3 },
    })
  })

  it('has the same cost after the history is cleaned, for the month and day by day', async () => {
    const client = await signUp(server.url)
    const ids: string[] = []
    for (const note of ['# one', '# two', '# three']) {
      const { id } = (await client.convert(note)).body
      await client.wait(id)
      ids.push(id)
    }
    const read = async () => {
      const summary = (await client.json('GET', `${USAGE}/summary/`)).body
      const trend = (await client.json('GET', `${USAGE}/trend/`)).body
      const day = trend.rows.at(-1)
      return { counts: summary.month.conversions, month: summary.month.credits, day: day.credits }
    }
    const before = await read()
    expect(before).toEqual({ counts: 3, month: 6, day: 6 })
    const documents = `${USAGE}/trend/?family=document`
    expect((await client.json('GET', documents)).body.total.credits).toBe(6)
    expect((await client.json('GET', `${USAGE}/trend/?family=font`)).body.total.credits).toBe(0)
    await client.json('POST', '/api/v1/docs_core/visibility/hide/', { conversion_ids: ids.slice(0, 1) })
    await client.json('DELETE', `/api/v1/conversion/${ids[1]}/`)
    expect(await read()).toEqual({ ...before, counts: 2 })
  })

  it('counts what failed and what was stopped, and that they cost nothing', async () => {
    const client = await signUp(server.url)
    await client.wait((await client.convert('fail source_damaged')).body.id)
    const stopped = (await client.convert('hold usage')).body.id
    await server.held.started('hold usage')
    const running = (await client.json('GET', `${USAGE}/summary/`)).body
    expect(running.credits.held).toBeGreaterThan(0)
    expect(running.month).toEqual({ ...running.month, conversions: 2, failed: 1, completed: 0 })
    await client.json('POST', `/api/v1/conversion/${stopped}/cancel/`)
    const { body } = await client.json('GET', `${USAGE}/summary/`)
    expect(body.all_time).toMatchObject({ conversions: 2, completed: 0, failed: 1, cancelled: 1 })
    expect(body.credits).toMatchObject({ held: 0, charged: 0, remaining: body.credits.granted })
    const record = (await client.json('GET', `${USAGE}/conversions/${stopped}/`)).body
    expect(record.ledger.map(({ kind }: { kind: string }) => kind)).toEqual(['hold', 'release'])
    expect(record.timeline.map(({ event }: { event: string }) => event)).toContain('cancelled')
  })

  it('has what a visitor brought along', async () => {
    const visitor = new Client(server.url)
    const { id } = (await visitor.convert('# before')).body
    await visitor.wait(id)
    const client = await signUp(server.url, visitor)
    const { body } = await client.json('GET', `${USAGE}/summary/`)
    expect(body.all_time).toMatchObject({ conversions: 1, completed: 1 })
    expect(body.credits.charged, 'the visitor’s quota paid for it').toBe(0)
    expect(body.storage.files).toBe(2)
    expect((await client.json('GET', `${USAGE}/trend/`)).body.total.conversions).toBe(1)
    const record = (await client.json('GET', `${USAGE}/conversions/${id}/`)).body
    expect(record).toMatchObject({ attempts: 1, ledger: [] })
    const stranger = await signUp(server.url)
    expect((await stranger.json('GET', `${USAGE}/conversions/${id}/`)).status).toBe(404)
  })
})

describe('the forecast', () => {
  const forecastOf = async (ctx: Context) => (await getUsageSummary(ctx, { time_zone: 'UTC' })).forecast

  it('says nothing before it has a week to go by, and nothing of who spends nothing', async () => {
    const { owner, ctx } = await accountAt('2026-11-21T12:00:00Z')
    const silent = { credits_per_day: null, credits_at_month_end: null, credits_last_until: null }
    expect(await forecastOf(ctx)).toEqual({ ...silent, basis_days: 0, month_end: '2026-11-30' })
    await addPast(owner, { at: '2026-11-14T12:00:01Z' })
    expect(await forecastOf(ctx)).toMatchObject({ ...silent, basis_days: 6 })
    await addPast(owner, { at: '2026-10-01T12:00:00Z' })
    expect(await forecastOf(ctx)).toMatchObject({ basis_days: 30, credits_per_day: 2 / 30 })

    const idle = await accountAt('2026-11-21T12:00:00Z')
    await addPast(idle.owner, { at: '2026-10-01T12:00:00Z' })
    expect(await forecastOf(idle.ctx)).toMatchObject({ ...silent, basis_days: 30, credits_per_day: 0 })
  })

  it('goes by what was spent, hidden or removed since or not, and not by what failed', async () => {
    const { client, owner, ctx } = await accountAt('2026-11-21T12:00:00Z')
    const gone = await addPast(owner, { at: '2026-11-05T12:00:00Z', credits: 60 })
    await addPast(owner, { at: '2026-11-11T12:00:00Z', credits: 40 })
    await addPast(owner, { at: '2026-11-12T12:00:00Z', credits: 90, failed: 'source_damaged' })
    await addPast(owner, { at: '2026-10-20T12:00:00Z', credits: 30 })
    await client.json('DELETE', `/api/v1/conversion/${gone}/`)
    await server.platform.db.execute(sql`update owners set credits_available = 95 where id = ${owner}`)
    expect(await forecastOf(ctx)).toEqual({
      basis_days: 30,
      credits_per_day: 100 / 30,
      month_end: '2026-11-30',
      // Nine days and a half at three and a third.
      credits_at_month_end: 63,
      // Twenty-eight days and a half.
      credits_last_until: '2026-12-20',
    })
    await server.platform.db.execute(sql`update owners set credits_available = 0 where id = ${owner}`)
    expect(await forecastOf(ctx)).toMatchObject({ credits_at_month_end: 0, credits_last_until: null })
    await server.platform.db.execute(sql`update owners set credits_available = 1000000 where id = ${owner}`)
    expect(await forecastOf(ctx)).toMatchObject({ credits_last_until: null })
  })
})

describe('what is stored', () => {
  const storageOf = async (client: Client) => (await client.json('GET', `${USAGE}/summary/`)).body.storage
  const ofFamily = ({ families }: { families: { family: string }[] }, wanted: string) =>
    families.find(({ family }) => family === wanted)

  it('counts a shared file once, by who made it, and knows when it goes', async () => {
    const client = await signUp(server.url)
    const first = await client.wait((await client.convert('# Shared')).body.id)
    const again = await client.json('POST', '/api/v1/pdf_handler/convert/json/', {
      s3_key: first.s3_key,
      target_format: 'txt',
    })
    const second = await client.wait(again.body.id)
    const results = first.output.size_bytes + second.output.size_bytes
    const stored = await storageOf(client)
    expect(stored).toMatchObject({ files: 3, bytes: first.size_bytes + results, leaving_bytes: 0 })
    expect(ofFamily(stored, 'document')).toMatchObject({
      originals_bytes: first.size_bytes,
      results_bytes: results,
    })

    // The first one expires soon; the original stays for the second.
    await server.platform.db.execute(
      sql`update conversions set expires_at = now() + interval '1 hour' where id = ${first.id}`,
    )
    expect(await storageOf(client)).toMatchObject({ leaving_bytes: first.output.size_bytes })

    await client.json('DELETE', `/api/v1/conversion/${first.id}/`)
    expect(await storageOf(client)).toMatchObject({
      files: 2,
      bytes: first.size_bytes + second.output.size_bytes,
    })
  })

  it('has a file that nobody has converted yet, and that it goes within its day', async () => {
    const client = await signUp(server.url)
    const { id } = (await client.convert('# Kept')).body
    const { size_bytes, s3_key } = await client.wait(id)
    await server.platform.db.execute(sql`
      update objects set expires_at = now() + interval '20 hours' where key = ${s3_key}`)
    await server.platform.db.execute(sql`delete from conversions where id = ${id}`)
    const stored = await storageOf(client)
    expect(ofFamily(stored, 'document')).toMatchObject({ originals_bytes: expect.any(Number) })
    expect(stored.leaving_bytes).toBe(size_bytes)
  })
})
