import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postmasterOf } from '../tests/server/process.ts'
import { Customer } from './client.ts'
import { insertConversions } from './conversion-rows.ts'
import { digits, spread, timed } from './figures.ts'
import { cpuSeconds } from './processes.ts'
import { type BenchServer, databaseOf, withServer } from './server.ts'
import { smallJobs } from './small-jobs.ts'
import { type Bench, verdict } from './table.ts'

const SIZES = [0, 1_000_000, 10_000_000, 50_000_000]
const QUICK_SIZES = [0, 20_000, 100_000]
const JOBS = 200
/** Maximum ratio of the pages. An index grows by three levels from 0 to 50,000,000 rows. */
const MOST = 2
/** The first request of the dashboard, for an account of average size. */
const PAGE = '/api/v1/conversion/?page_size=50'
const PAGES = 15

interface Seen {
  rows: number
  /** Milliseconds of database CPU per job. */
  cpu: number
  /** Pages of `conversions` and its indexes that a job reads, cached or not. */
  pages: number
  /** Rows of `conversions` that a job reads in sequential scans. */
  scanned: number
  history: number
  /** Gigabytes of the table with its indexes. */
  size: number
  filling: number
}

/**
 * Compares the database cost of a job with an empty table and with up to 50,000,000 conversions.
 */
export const growth: Bench = {
  name: 'growth',
  title: 'A job with 50,000,000 conversions in the table',
  run: ({ quick }) =>
    withServer(
      async (server) => {
        const client = new pg.Client(databaseOf(server))
        await client.connect()
        try {
          const customer = await Customer.signUp(server.url)
          const jobs = await smallJobs(customer)
          await jobs(JOBS)
          const seen: Seen[] = []
          for (const rows of quick ? QUICK_SIZES : SIZES) {
            const filling = await timed(() => insertConversions(client, seen.at(-1)?.rows ?? 0, rows))
            const measured = { rows, filling: filling.ms, ...(await measure(server, client, customer, jobs)) }
            seen.push(measured)
            // Printed at once, because the next size may take an hour.
            console.log(measured)
          }
          return findings(seen)
        } finally {
          await client.end()
        }
      },
      { LOG_LEVEL: 'warn' },
    ),
}

async function measure(
  server: BenchServer,
  client: pg.Client,
  customer: Customer,
  jobs: (count: number) => Promise<void>,
): Promise<Omit<Seen, 'rows' | 'filling'>> {
  // Warms up the cache of the database.
  await jobs(JOBS)
  const before = await readsOf(client)
  const postmaster = postmasterOf(server.folder)
  const cpu = cpuSeconds(postmaster)
  await jobs(JOBS)
  const used = cpuSeconds(postmaster) - cpu
  const after = await readsOf(client)
  const times: number[] = []
  for (let n = 0; n < PAGES; n++) times.push((await timed(async () => (await customer.get(PAGE)).text())).ms)
  const { rows } = await client.query<{ bytes: string }>(
    `select pg_total_relation_size('conversions') as bytes`,
  )
  return {
    cpu: (used / JOBS) * 1000,
    pages: (after.pages - before.pages) / JOBS,
    scanned: (after.scanned - before.scanned) / JOBS,
    history: spread(times).median,
    size: Number(rows[0]?.bytes ?? 0) / 1e9,
  }
}

/** PostgreSQL statistics. Sessions update them at most once per second. */
async function readsOf(client: pg.Client): Promise<{ pages: number; scanned: number }> {
  await sleep(1500)
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ pages: string; scanned: string }>(
    `select heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit as pages, seq_tup_read as scanned
     from pg_statio_user_tables join pg_stat_user_tables using (relid) where relid = 'conversions'::regclass`,
  )
  return { pages: Number(rows[0]?.pages), scanned: Number(rows[0]?.scanned) }
}

function findings(seen: Seen[]) {
  const first = seen[0]?.pages ?? 0
  return {
    columns: [
      'conversions',
      'pages read per job',
      'ratio to empty table',
      'verdict',
      'scanned rows',
      'database CPU per job',
      'first page of History',
      'size',
    ],
    rows: seen.map(({ rows, pages, scanned, cpu, history, size }, at) => [
      rows.toLocaleString('en'),
      digits(pages),
      `${digits(pages / first)} ×`,
      // PostgreSQL scans a table of one or two pages.
      at === 0 ? '' : verdict(pages <= MOST * first && scanned < 1),
      digits(scanned),
      `${digits(cpu)} ms`,
      `${digits(history)} ms`,
      `${digits(size)} GB`,
    ]),
    notes: [
      `${JOBS} small jobs of one account at each size; the other conversions belong to 10,000 other accounts. Pages are those of the table \`conversions\` and its indexes (8 kB each, cached or not), from the PostgreSQL statistics. Target: at most ${MOST} × the pages of an empty table, and no table scan. CPU time is that of all PostgreSQL processes.`,
      `Fill times: ${seen.map(({ filling }) => `${Math.round(filling / 1000)} s`).join(', ')}; \`shared_buffers\` 64 MB. History: median of ${PAGES} requests over HTTP.`,
    ],
  }
}
