import { inject } from 'vitest'
import type {} from './setup.ts'
import { copyTemplate, type TestDatabase } from './start.ts'

export type { TestDatabase }

/** Creates a database of the test's own on the run's PostgreSQL. */
export async function createDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres')
  if (!postgres)
    throw new Error('This project has no PostgreSQL: add tests/postgres/setup.ts to its globalSetup.')
  return copyTemplate(postgres)
}
