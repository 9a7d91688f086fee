import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { TestPostgres } from './process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's PostgreSQL, with a migrated database to copy; in the projects that start servers. */
    postgres?: TestPostgres
  }
}

declare global {
  /** Each project imports its own copy of this file, but all of them share one PostgreSQL. */
  var testPostgres: ReturnType<typeof start> | undefined
}

/** Starts one PostgreSQL for the run. */
export default async function setup(project: TestProject) {
  globalThis.testPostgres ??= start()
  const { child, postgres } = await globalThis.testPostgres
  project.provide('postgres', postgres)
  // Vitest tears the projects down after the last test of all of them.
  return () => stop(child)
}

/** In a process of its own: it stops PostgreSQL also when this one is killed. */
async function start() {
  const child = fork(join(import.meta.dirname, 'process.ts'), { stdio: 'inherit' })
  const failed = once(child, 'exit').then(() => {
    throw new Error('The PostgreSQL of the tests did not start.')
  })
  const [postgres] = (await Promise.race([once(child, 'message'), failed])) as [TestPostgres]
  failed.catch(() => {})
  return { child, postgres }
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  if (child.connected) child.disconnect()
  await exit
}
