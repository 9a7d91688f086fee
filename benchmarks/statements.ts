import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type BenchServer, databaseOf } from './server.ts'

const LINE = /LOG: {2}duration: [\d.]+ ms {2}(?:execute \S+|statement): (.*)$/

/** Statements that the embedded database ran, by the start of their text. */
export interface Statements {
  count: number
  kinds: Map<string, number>
}

/** Logs and counts the statements of the database while `work` runs, including begin and commit. */
export async function statementsDuring(
  server: BenchServer,
  work: () => Promise<unknown>,
): Promise<Statements> {
  const path = join(server.folder, 'postgres', 'postgres.log')
  await write(server, 0)
  const from = statSync(path).size
  await work()
  await write(server, -1)
  const kinds = new Map<string, number>()
  // Continuation lines of a statement start with a tab.
  for (const line of readFileSync(path).subarray(from).toString('utf8').replaceAll('\n\t', ' ').split('\n')) {
    const [, statement] = LINE.exec(line) ?? []
    if (statement === undefined) continue
    const kind = statement.replace(/\s+/g, ' ').trim().slice(0, 200)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return { count: [...kinds.values()].reduce((sum, one) => sum + one, 0), kinds }
}

async function write(server: BenchServer, minimum: number): Promise<void> {
  const client = new pg.Client(databaseOf(server))
  await client.connect()
  await client.query(`alter system set log_min_duration_statement = ${minimum}`)
  await client.query('select pg_reload_conf()')
  await client.end()
  await sleep(500)
}
