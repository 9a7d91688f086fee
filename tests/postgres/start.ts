import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import type { TestPostgres } from './process.ts'

/** Runs PostgreSQL under a process of its own, which stops it also when this one is killed. */
export async function startPostgres(): Promise<{ postgres: TestPostgres; stop(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, 'process.ts'), { stdio: 'inherit' })
  const failed = once(child, 'exit').then(() => {
    throw new Error('The PostgreSQL of the tests did not start.')
  })
  const [postgres] = (await Promise.race([once(child, 'message'), failed])) as [TestPostgres]
  failed.catch(() => {})
  return {
    postgres,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      if (child.connected) child.disconnect()
      await exit
    },
  }
}

export interface TestDatabase {
  /** For `DATABASE_URL`. */
  url: string
  drop(): Promise<void>
}

/** Copies the migrated template into a new database. */
export async function copyTemplate({ host, user, template }: TestPostgres): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const query = async (sql: string) => {
    const client = new pg.Client({ host, user, database: 'postgres' })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await query(`create database ${name} template ${template}`)
  return {
    url: `postgres:///${name}?user=${user}&host=${encodeURIComponent(host)}`,
    drop: () => query(`drop database if exists ${name} with (force)`),
  }
}
