import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../scripts/free-port.js'
import { Member } from '../tests/cluster/member.ts'
import { PostgresServer } from '../tests/cluster/postgres-server.ts'
import { Watchdog } from '../tests/cluster/watchdog.ts'
import { Customer } from './client.ts'
import { digits, spread } from './figures.ts'
import { cpuSeconds } from './processes.ts'
import { withFolder } from './server.ts'
import { smallJobs } from './small-jobs.ts'
import type { Bench } from './table.ts'

const WORKERS = [1, 2, 4]
/** Concurrent conversions of all workers together, because they share the cores. */
const PLACES = 4
const SETTINGS = {
  RATE_LIMITS: '1000',
  SIGNUP_CREDITS: '10000000',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}

interface Cluster {
  postgres: PostgresServer
  web: Member
  workers: Member[]
}

/** Throughput, and CPU time per job, with more workers on the same cores. */
export const cluster: Bench = {
  name: 'cluster',
  title: 'One web process and several workers on the same cores',
  run: async ({ quick }) => {
    const [rounds, count] = quick ? [1, 40] : [5, 300]
    const rows: string[][] = []
    let version = ''
    for (const workers of WORKERS)
      await withCluster(workers, async (cluster) => {
        version = cluster.postgres.version
        const jobs = await smallJobs(await Customer.signUp(`http://127.0.0.1:${cluster.web.port}`))
        await jobs(40)
        const rates: number[] = []
        const before = usedBy(cluster)
        for (let round = 0; round < rounds; round++) {
          const began = performance.now()
          await jobs(count)
          rates.push(count / ((performance.now() - began) / 1000))
        }
        const after = usedBy(cluster)
        const perJob = (of: keyof typeof after) =>
          `${digits(((after[of] - before[of]) * 1000) / (rounds * count))} ms`
        const rate = spread(rates)
        rows.push([
          String(workers),
          `${digits(rate.median)} (${digits(rate.low)}..${digits(rate.high)})`,
          perJob('database'),
          perJob('web'),
          perJob('workers'),
        ])
      })
    return {
      columns: [
        'workers',
        'jobs per second',
        'database per job',
        'web process per job',
        'workers and engines per job',
      ],
      rows,
      notes: [
        `n = ${rounds} × ${count} jobs as in “Small jobs”, ${PLACES} at a time for any number of workers, files on disk, ${version}. The last three columns are CPU times.`,
      ],
    }
  },
}

const withCluster = (size: number, use: (cluster: Cluster) => Promise<void>): Promise<void> =>
  withFolder(async (folder) => {
    // PostgreSQL runs as another user if this process runs as root.
    chmodSync(folder, 0o755)
    const watchdog = new Watchdog()
    const postgres = await PostgresServer.start(join(folder, 'postgres'), watchdog)
    const settings = { ...SETTINGS, DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url() }
    const web = new Member('web', 'web', { port: await freePort(), settings, watchdog })
    const workers = Array.from(
      { length: size },
      (_, at) =>
        new Member(`worker ${at + 1}`, 'worker', {
          port: 0,
          settings: { ...settings, CONCURRENCY: String(PLACES / size) },
          watchdog,
        }),
    )
    try {
      await Promise.all([web, ...workers].map((member) => member.start()))
      await use({ postgres, web, workers })
    } finally {
      await Promise.all([web, ...workers].map((member) => member.stop()))
      await postgres.down()
      watchdog.close()
    }
  })

/** CPU seconds since the start of each process. */
const usedBy = ({ postgres, web, workers }: Cluster) => ({
  database: cpuSeconds(postgres.pid),
  web: cpuSeconds(web.pid),
  workers: workers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
})
