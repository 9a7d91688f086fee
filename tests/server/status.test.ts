import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ServiceStatus, STATUS_DAYS, type StatusPart } from '../../contract/status.ts'
import type { Platform, QueueFigures } from '../../server/platform.ts'
import { createStatusProber } from '../../server/worker/probe-status.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { makeOwner } from './make-owner.ts'

const STATUS = '/api/v1/status/'
const MINUTE = 60_000
const DAY = 86_400_000
const NOON = Date.UTC(2026, 10, 20, 12)

let server: TestServer
let now = NOON
beforeAll(async () => {
  // Without a worker, so that only the tests probe.
  server = await startServer({ ROLE: 'web', STATUS_PUBLIC: 'true' })
  server.platform.clock = () => new Date(now)
})
afterAll(() => server.stop())
beforeEach(async () => {
  now += 100 * DAY
  await server.platform.db.execute(sql`delete from status_spans`)
  await server.platform.db.execute(sql`delete from status_probe`)
  await server.platform.db.execute(sql`delete from conversions`)
})

/** A process that probes, whose parts a test puts out of order. */
function makeProber() {
  const broken = { files: false, queue: false, database: false, waiting: 0 }
  const calls = { files: 0 }
  const ask = (isBroken: () => boolean) => async () => {
    if (isBroken()) throw new Error('away')
  }
  const { db, objects } = server.platform
  const platform: Platform = {
    ...server.platform,
    clock: () => new Date(now),
    db: new Proxy(db, {
      get(target, name, receiver) {
        if (broken.database) throw new Error('no connection')
        return Reflect.get(target, name, receiver)
      },
    }),
    objects: {
      ...objects,
      probe: async () => {
        calls.files += 1
        await ask(() => broken.files)()
      },
    },
  }
  const figures = async (): Promise<QueueFigures[]> => [
    { queue: 'convert', ready: 1, deferred: 0, active: 0, oldestSeconds: broken.waiting },
  ]
  return { broken, calls, probe: createStatusProber(platform, { probe: ask(() => broken.queue), figures }) }
}

type Prober = ReturnType<typeof makeProber>

/** Probes each minute. */
async function pass(prober: Prober, minutes: number) {
  for (let minute = 0; minute < minutes; minute++) {
    now += MINUTE
    await prober.probe()
  }
}

async function read(client = new Client(server.url)): Promise<ServiceStatus> {
  now += 11_000 // past what is kept for all callers
  const { status, body } = await client.json('GET', STATUS)
  expect(status).toBe(200)
  now -= 11_000
  return body
}

const partOf = ({ parts }: ServiceStatus, part: StatusPart) => {
  const found = parts.find((one) => one.part === part)
  if (!found) throw new Error(`There is no part ${part}.`)
  return found
}
const daysOf = (status: ServiceStatus, part: StatusPart) =>
  new Map(partOf(status, part).days.map(({ date, ...day }) => [date, day]))
const iso = (time: number) => new Date(time).toISOString()
const dateOf = (time: number) => iso(time).slice(0, 10)

describe('the status', () => {
  it('is for people of the instance alone, unless it is public', async () => {
    const me = await signUp(server.url)
    server.platform.settings.statusPublic = false
    expect((await new Client(server.url).json('GET', STATUS)).body.code).toBe('not_found')
    expect((await me.json('GET', STATUS)).body).toMatchObject({ status: 'unknown', public: false })
    server.platform.settings.statusPublic = true
    expect(await read()).toEqual({
      ...{ status: 'unknown', public: true, checked_at: null, parts: [], incidents: [] },
    })
  })

  it('names no version, host, person or count', async () => {
    const prober = makeProber()
    prober.broken.files = true
    await pass(prober, 2)
    const status = await read()
    expect(Object.keys(status)).toEqual(['status', 'public', 'checked_at', 'parts', 'incidents'])
    const part = ['part', 'name', 'state', 'since', 'sentence', 'families', 'days']
    for (const one of status.parts) expect(Object.keys(one)).toEqual(part)
    expect(JSON.stringify(status)).not.toMatch(/\btest\b|127\.0\.0\.1|localhost|postgres/)
  })

  it('shows a part that stopped working, since when, and for how long', async () => {
    const prober = makeProber()
    await pass(prober, 3)
    const began = now
    prober.broken.files = true
    await pass(prober, 4)
    const during = await read()
    expect(during.status).toBe('down')
    expect(partOf(during, 'pages').state).toBe('ok')
    expect(partOf(during, 'files')).toMatchObject({ state: 'down', since: iso(began + MINUTE) })
    expect(during.incidents).toMatchObject([{ part: 'files', state: 'down', until: null }])
    prober.broken.files = false
    await pass(prober, 2)
    const after = await read()
    expect(after).toMatchObject({ status: 'ok', checked_at: iso(now) })
    expect(after.incidents).toMatchObject([
      { part: 'files', since: iso(began + MINUTE), until: iso(began + 5 * MINUTE) },
    ])
    expect(daysOf(after, 'files').get(dateOf(now))).toEqual({
      ...{ state: 'down', minutes_down: 4, minutes_degraded: 0 },
    })
    expect(partOf(after, 'files').days).toHaveLength(STATUS_DAYS)
  })

  it('keeps spans, not a row for each probe', async () => {
    await pass(makeProber(), 30)
    const { rows } = await server.platform.db.execute(sql`select part from status_spans order by 1`)
    expect(rows).toEqual([{ part: 'conversions' }, { part: 'files' }, { part: 'pages' }])
  })

  it('has no data for the time in which nobody probed', async () => {
    const prober = makeProber()
    prober.broken.files = true
    await pass(prober, 3)
    const stopped = now
    now += 2.5 * MINUTE + 1
    expect(partOf(await read(), 'files')).toMatchObject({ state: 'unknown', since: iso(stopped) })
    now += 2 * DAY
    expect((await read()).status).toBe('unknown')
    prober.broken.files = false
    await pass(prober, 2)
    const status = await read()
    const days = daysOf(status, 'files')
    expect(days.get(dateOf(stopped))).toMatchObject({ state: 'down', minutes_down: 2 })
    expect(days.get(dateOf(stopped + DAY))).toMatchObject({ state: 'unknown', minutes_down: 0 })
    expect(days.get(dateOf(now))).toMatchObject({ state: 'ok', minutes_down: 0 })
    expect(status.incidents).toMatchObject([{ until: iso(stopped) }])
    expect(partOf(status, 'files').since).toBe(iso(now - MINUTE))
  })

  it('divides a time over midnight between its days', async () => {
    now = Math.floor(now / DAY) * DAY + DAY - 4 * MINUTE
    const prober = makeProber()
    prober.broken.files = true
    await pass(prober, 10)
    const days = daysOf(await read(), 'files')
    expect([days.get(dateOf(now - DAY))?.minutes_down, days.get(dateOf(now))?.minutes_down]).toEqual([3, 6])
  })

  it('tells of a database that was away, once it is back', async () => {
    const [prober, other] = [makeProber(), makeProber()]
    await pass(prober, 2)
    for (const one of [prober, other]) one.broken.database = true
    const away = now + MINUTE
    for (let minute = 0; minute < 5; minute++) {
      await pass(prober, 1)
      await other.probe()
    }
    for (const one of [prober, other]) one.broken.database = false
    await pass(prober, 1)
    await other.probe()
    const status = await read()
    expect(status.status).toBe('ok')
    for (const part of ['conversions', 'files', 'pages'] as const)
      expect(daysOf(status, part).get(dateOf(now)), part).toMatchObject({ state: 'down', minutes_down: 5 })
    expect(status.incidents.map(({ since, until }) => [since, until])).toEqual(
      Array.from({ length: 3 }, () => [iso(away), iso(away + 5 * MINUTE)]),
    )
    // The other process claims the next minute, and has nothing more to tell.
    await pass(other, 1)
    expect((await read()).incidents).toEqual(status.incidents)
  })

  it('is probed by one process at a time', async () => {
    const probers = [makeProber(), makeProber(), makeProber()]
    for (let minute = 0; minute < 3; minute++) {
      now += MINUTE
      await Promise.all(probers.map(({ probe }) => probe()))
    }
    expect(probers.reduce((sum, { calls }) => sum + calls.files, 0)).toBe(3)
  })

  it('goes on when the clock was wrong', async () => {
    const prober = makeProber()
    now += 300 * DAY
    await pass(prober, 2)
    now -= 300 * DAY
    prober.broken.files = true
    await pass(prober, 3)
    const status = await read()
    expect(partOf(status, 'files')).toMatchObject({ state: 'down', since: iso(now - 2 * MINUTE) })
    expect(status.incidents).toHaveLength(1)
  })

  it('is kept for 90 days', async () => {
    const prober = makeProber()
    prober.broken.files = true
    await pass(prober, 2)
    prober.broken.files = false
    now += 89 * DAY
    await pass(prober, 1)
    expect((await read()).incidents).toHaveLength(1)
    now += 3 * DAY
    await pass(prober, 1)
    expect((await read()).incidents).toEqual([])
    const { rows } = await server.platform.db.execute(sql`select from status_spans where state = 'down'`)
    expect(rows).toEqual([])
  })

  it('is read from the database once in ten seconds, for all callers', async () => {
    const prober = makeProber()
    await pass(prober, 1)
    const first = await read()
    now += 11_000
    const again = async () => (await new Client(server.url).json('GET', STATUS)).body
    expect(await again()).toEqual(first)
    await server.platform.db.execute(sql`delete from status_spans`)
    now += 9_000
    expect((await again()).parts).toHaveLength(3)
    now += 2_000
    expect((await again()).parts).toEqual([])
  })
})

describe('conversions', () => {
  /** Conversions that ended a minute ago. */
  async function ended(family: string, code: string | null, owners: string[], count: number) {
    const at = iso(now)
    for (let index = 0; index < count; index++)
      await server.platform.db.execute(sql`
        insert into conversions (id, owner_id, family, operation, status, error_code, error_message, source_format, target_format, filename,
          size_bytes, options, credits_quoted, created_at, started_at, completed_at)
        values (${randomUUID()}, ${owners[index % owners.length]}, ${family}, 'convert', ${code ? 'failed' : 'completed'}, ${code},
          ${code && 'It failed.'}, 'md', 'txt', 'a.md', 1, '{}', 0, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz)`)
  }

  it('are down without their queue', async () => {
    const prober = makeProber()
    prober.broken.queue = true
    await pass(prober, 1)
    expect(partOf(await read(), 'conversions').state).toBe('down')
  })

  it('are degraded where the oldest has waited for minutes and none ends', async () => {
    const prober = makeProber()
    prober.broken.waiting = 301
    await pass(prober, 1)
    expect(partOf(await read(), 'conversions')).toMatchObject({
      state: 'degraded',
      sentence: 'Conversions start later than usual.',
    })
    await ended('document', null, [await makeOwner(server, 'user', 0)], 1)
    await pass(prober, 1)
    expect(partOf(await read(), 'conversions').state).toBe('ok')
  })

  it('are degraded where those of a family fail by the server’s fault, for several owners', async () => {
    const prober = makeProber()
    const [one, other] = [await makeOwner(server, 'user', 0), await makeOwner(server, 'user', 0)]
    await ended('image', 'source_damaged', [one, other], 8)
    await ended('video', 'internal', [one], 8)
    await pass(prober, 1)
    expect(partOf(await read(), 'conversions').state, 'damaged files, and one owner’s').toBe('ok')
    await ended('video', 'internal', [other], 1)
    await pass(prober, 1)
    expect(partOf(await read(), 'conversions')).toMatchObject({ state: 'degraded', families: ['video'] })
    await ended('video', null, [one], 10)
    await pass(prober, 1)
    expect(partOf(await read(), 'conversions').state, 'most of them succeed').toBe('ok')
  })
})
