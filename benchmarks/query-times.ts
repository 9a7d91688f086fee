import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type BenchServer, databaseOf } from './server.ts'

/** What PostgreSQL says that a list's queries took: the page, and the counts and sums beside it. */
export interface QueryTimes {
  page: number
  count: number
}

const LINE = /LOG: {2}duration: ([\d.]+) ms {2}(?:parse|bind|execute) \S+: (.*)$/

/**
 * Makes the embedded database write down how long each statement takes: parsing, planning and running, as the server sends
 * it. So no query is written here a second time.
 */
export async function openQueryTimes(server: BenchServer, table = 'conversions') {
  const path = join(server.folder, 'postgres', 'postgres.log')
  const client = new pg.Client(databaseOf(server))
  await client.connect()
  await client.query('alter system set log_min_duration_statement = 0')
  await client.query('select pg_reload_conf()')
  await client.end()
  await sleep(500)
  return {
    /** The times of what the server asks of that table while `work` goes on. */
    during: async (work: () => Promise<unknown>): Promise<QueryTimes> => {
      const from = statSync(path).size
      await work()
      const times: QueryTimes = { page: 0, count: 0 }
      // A statement of several lines goes on after a tab.
      const log = readFileSync(path).subarray(from).toString('utf8').replaceAll('\n\t', ' ')
      for (const line of log.split('\n')) {
        const [, ms, statement = ''] = LINE.exec(line) ?? []
        if (!statement.includes(`"${table}"`)) continue
        times[statement.includes('count(*)') ? 'count' : 'page'] += Number(ms)
      }
      return times
    },
  }
}
