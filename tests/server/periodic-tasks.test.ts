import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPeriodicTasks } from '../../server/worker/periodic-tasks.ts'
import { createDatabase, type TestDatabase } from '../postgres/database.ts'
import { startServer, type TestServer } from './harness.ts'

const MINUTE = 60_000
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')
let database: TestDatabase
let servers: TestServer[] = []
/** Three processes with a pool each. */
const startThree = async (role: 'web' | 'worker') => {
  const settings = { ROLE: role, DATABASE_URL: database.url, SECRET_KEY }
  servers = await Promise.all([1, 2, 3].map(() => startServer(settings)))
}
const stopAll = () => Promise.all(servers.splice(0).map((server) => server.stop()))
const run = (text: string) => {
  const [server] = servers
  if (!server) throw new Error('nothing runs')
  return server.platform.db.execute(sql.raw(text))
}

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

describe('a periodic task of three processes', () => {
  // Without workers, so that only the tests ask.
  beforeAll(() => startThree('web'))
  afterAll(stopAll)
  beforeEach(() => run('delete from periodic_tasks'))
  const pass = (minutes: number) =>
    run(`update periodic_tasks set started_at = started_at - interval '${minutes} minutes',
      seen_at = seen_at - interval '${minutes} minutes', ended_at = ended_at - interval '${minutes} minutes'`)

  it('is done once in each period, by any of them', async () => {
    let runs = 0
    const tasks = servers.map(({ platform }) =>
      createPeriodicTasks(platform)('count', MINUTE, async () => void runs++),
    )
    for (let period = 1; period <= 5; period++) {
      const did = await Promise.all(tasks.flatMap((task) => [task(), task()]))
      expect([runs, did.filter(Boolean).length]).toEqual([period, 1])
      await pass(1)
    }
  })

  it('is not begun by another one while it runs, but is once that process is silent', async () => {
    let end = () => {}
    const held = new Promise<void>((resolve) => {
      end = resolve
    })
    const [first, second] = servers.map(({ platform }) => createPeriodicTasks(platform))
    const long = first?.('long', 1000, () => held)()
    await expect.poll(async () => (await run('select from periodic_tasks')).rows.length).toBe(1)
    let taken = 0
    const other = second?.('long', 1000, async () => void taken++)
    await run(`update periodic_tasks set started_at = started_at - interval '1 hour'`)
    expect([await other?.(), taken]).toEqual([false, 0])
    await pass(2)
    expect([await other?.(), taken]).toEqual([true, 1])
    // The former one, which was frozen perhaps, ends: nothing of the other's run changes.
    const before = (await run('select * from periodic_tasks')).rows
    end()
    await long
    expect((await run('select * from periodic_tasks')).rows).toEqual(before)
  })

  it('does not depend on the clocks of machines, and one that fails is tried in the next period', async () => {
    let runs = 0
    const skewed = servers.map(({ platform }, at) =>
      createPeriodicTasks({ ...platform, clock: () => new Date(Date.now() + (at - 1) * MINUTE) })(
        'skewed',
        MINUTE,
        async () => {
          runs++
          throw new Error('a failure')
        },
      ),
    )
    for (let round = 0; round < 3; round++) for (const task of skewed) await task()
    expect(runs).toBe(1)
    await pass(1)
    for (const task of skewed) await task()
    expect(runs).toBe(2)
  })
})

describe('three workers', () => {
  afterAll(stopAll)
  const runs = async () =>
    Object.fromEntries(
      (await run('select name, runs, ended_at from periodic_tasks')).rows
        .filter(({ ended_at: ended }) => ended !== null)
        .map(({ name, runs }) => [name, Number(runs)]),
    )

  it('do everything that is periodic once in a period', async () => {
    const names = ['sweep', 'due', 'billing', 'payments']
    const counts = (count: number) => Object.fromEntries(names.map((name) => [name, count]))
    await startThree('web')
    await run('delete from periodic_tasks')
    await stopAll()
    for (let period = 1; period <= 2; period++) {
      // What is begun by each process as it starts is done by the first one.
      await startThree('worker')
      await expect
        .poll(runs, { timeout: 30_000 })
        .toMatchObject({ ...counts(period), batches: expect.anything() })
      const sweeps = servers.flatMap(({ logged }) => logged).filter((line) => line.includes('"msg":"swept"'))
      expect(sweeps).toHaveLength(1)
      await run(`update periodic_tasks set started_at = started_at - interval '1 hour'`)
      await stopAll()
    }
  }, 120_000)
})

describe('a worker that is stopped', () => {
  it('ends what it has begun, so that another one need not wait for its silence', async () => {
    const settings = { DATABASE_URL: database.url, SECRET_KEY }
    const worker = await startServer({ ...settings, ROLE: 'worker' })
    const client = new pg.Client(database.url)
    await client.connect()
    try {
      const ended = async () =>
        (await client.query("select ended_at is not null as ended from periodic_tasks where name = 'sweep'"))
          .rows[0]?.ended
      await expect.poll(ended).toBe(true)
      await client.query("update periodic_tasks set started_at = started_at - interval '1 hour'")
      // The sweep cannot go on.
      await client.query('begin; lock table limits in access exclusive mode')
      const next = await startServer({ ...settings, ROLE: 'worker' })
      await worker.stop()
      await expect.poll(ended).toBe(false)
      let isStopped = false
      const stopping = next.stop().then(() => {
        isStopped = true
      })
      expect(isStopped).toBe(false)
      await client.query('commit')
      await stopping
      expect(await ended()).toBe(true)
    } finally {
      await client.end()
    }
  })
})
