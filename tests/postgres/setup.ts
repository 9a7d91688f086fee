import type { TestProject } from 'vitest/node'
import type { TestPostgres } from './process.ts'
import { startPostgres } from './start.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The run's PostgreSQL, with a migrated database to copy; in the projects that start servers.
     */
    postgres?: TestPostgres
  }
}

declare global {
  /** Each project imports its own copy of this file, but all of them share one PostgreSQL. */
  var testPostgres: ReturnType<typeof startPostgres> | undefined
}

/** Starts one PostgreSQL for the run. */
export default async function setup(project: TestProject) {
  globalThis.testPostgres ??= startPostgres()
  const { postgres, stop } = await globalThis.testPostgres
  project.provide('postgres', postgres)
  // Vitest tears the projects down after the last test of all of them.
  return stop
}
