import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type {} from './setup.ts'

export interface TestDatabase {
  /** For `DATABASE_URL`. */
  url: string
  drop(): Promise<void>
}

/** Copies the run's migrated template into a database of the test's own. */
export async function createDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres')
  if (!postgres)
    throw new Error('This project has no PostgreSQL: add tests/postgres/setup.ts to its globalSetup.')
  const { host, user, template } = postgres
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
