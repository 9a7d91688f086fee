import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type BenchServer, databaseOf } from './server.ts'

/** PostgreSQL times of the queries of a list: the page, and its counts and sums. */
export interface QueryTimes {
  page: number
  count: number
}

const LINE = /LOG: {2}duration: ([\d.]+) ms {2}(?:parse|bind|execute) \S+: (.*)$/

/**
 * Makes the embedded database log the duration of each statement of the server: parse, plan and
 * execute. So the queries are not duplicated here.
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
    /** Times of the queries on the table while `work` runs. */
    during: async (work: () => Promise<unknown>): Promise<QueryTimes> => {
      const from = statSync(path).size
      await work()
      const times: QueryTimes = { page: 0, count: 0 }
      // Continuation lines of a statement start with a tab.
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
