import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/adapters/postgres.ts'
import { openLimits } from '../../server/adapters/postgres-limits.ts'
import { readConfig } from '../../server/config.ts'
import { limits } from '../../server/core/schema.ts'
import type { Limits } from '../../server/platform.ts'
import { sweep } from '../../server/worker/sweep.ts'
import { startServer, type TestServer } from './harness.ts'
import { until } from './process.ts'

let server: TestServer
let here: Limits
/** Another process' part: a pool and counters of its own on the same database. */
let other: ReturnType<typeof openDatabase>
let there: Limits
beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: '1' })
  here = server.platform.limits
  other = openDatabase(server.database, pino({ level: 'silent' }), 1)
  there = openLimits(other.pool, 1)
})
afterAll(async () => {
  await other.close()
  await server.stop()
})

const FREE = { allowed: true, retryAfterSeconds: 0 }
const hourly = (name: string, points: number) => ({ name, points, seconds: 3600 })

describe('a limit', () => {
  it('counts exactly, however many come at once and wherever', async () => {
    const rule = hourly('rush', 20)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => (i % 2 ? here : there).take(rule, 'maren')),
    )
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(20)
    for (const { allowed, retryAfterSeconds } of answers)
      if (!allowed) {
        expect(retryAfterSeconds).toBeGreaterThan(3000)
        expect(retryAfterSeconds).toBeLessThanOrEqual(3600)
      }
  })

  it('is one for each rule and key, and forgotten', async () => {
    const rule = hourly('try', 3)
    expect(await here.take(rule, 'a', 2)).toEqual(FREE)
    expect(await there.take(rule, 'a')).toEqual(FREE)
    expect(await here.take(rule, 'a')).toMatchObject({ allowed: false })
    expect(await here.take(rule, 'b')).toEqual(FREE)
    expect(await here.take(hourly('another', 1), 'a')).toEqual(FREE)
    await there.forget(rule, 'a')
    expect(await here.take(rule, 'a', 3)).toEqual(FREE)
  })

  it('is given back for what turned out to be right', async () => {
    const rule = { name: 'given-back', points: 2, seconds: 60 }
    const { limits } = server.platform
    for (let time = 0; time < 5; time++) {
      expect((await limits.take(rule, 'somebody')).allowed).toBe(true)
      await limits.giveBack(rule, 'somebody')
    }
    await limits.take(rule, 'somebody')
    await limits.take(rule, 'somebody')
    expect((await limits.take(rule, 'somebody')).allowed).toBe(false)
  })

  it('ends with its window, after which the sweep takes it away', async () => {
    const rule = { name: 'brief', points: 1, seconds: 1 }
    const rows = async () => (await server.platform.db.select().from(limits)).map(({ key }) => key)
    expect(await here.take(rule, 'x'.repeat(5000))).toEqual(FREE)
    expect(await here.take(rule, 'x'.repeat(5000))).toEqual({ allowed: false, retryAfterSeconds: 1 })
    const kept = await rows()
    expect(kept.some((key) => key.startsWith('brief:') && !key.includes('xx'))).toBe(true)
    const others = kept.filter((key) => !key.startsWith('brief:'))
    await until(10, async () => {
      await sweep(server.platform)
      return (await rows()).length === others.length
    })
    expect(await rows()).toEqual(others)
    expect(await here.take(rule, 'x'.repeat(5000))).toEqual(FREE)
  })

  it('is wider or nothing at all as the operator sets it', async () => {
    const rule = hourly('scaled', 2)
    const wide = openLimits(other.pool, 2.5)
    for (let i = 0; i < 5; i++) expect(await wide.take(rule, 'a')).toEqual(FREE)
    expect(await wide.take(rule, 'a')).toMatchObject({ allowed: false })
    const none = openLimits(other.pool, 0)
    for (let i = 0; i < 5; i++) expect(await none.take(rule, 'a')).toEqual(FREE)
    expect(readConfig({}).RATE_LIMITS).toBe(1)
    expect(() => readConfig({ RATE_LIMITS: '-1' })).toThrow('RATE_LIMITS')
  })

  it('says no where it cannot count', async () => {
    const gone = openDatabase('postgres://app@127.0.0.1:1/postgres', pino({ level: 'silent' }), 1)
    const counting = openLimits(gone.pool, 1)
    const rule = hourly('lost', 5)
    for (const ask of [counting.take(rule, 'a'), counting.giveBack(rule, 'a'), counting.forget(rule, 'a')])
      await expect(ask).rejects.toMatchObject({ name: 'ApiProblem', code: 'unavailable' })
    await gone.close()
  })
})
