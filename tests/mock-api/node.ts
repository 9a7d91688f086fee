import { setupServer } from 'msw/node'
import { createDb, type Db } from './db.ts'
import { createHandlers, type Jar, type MockOptions } from './handlers.ts'

/** The mock in a test's own process: `using`-friendly, with the db to look into and to reset. */
export function startMockServer(options: Partial<MockOptions> & { db?: Db } = {}) {
  const db = options.db ?? createDb({ pace: 40 })
  const server = setupServer(
    ...createHandlers(db, { origin: options.origin ?? '*', ...(options.jar && { jar: options.jar }) }),
  )
  server.listen({ onUnhandledFrame: 'error' })
  return { db, server, close: () => server.close() }
}

/** A jar in memory, for tests of components: one browser. */
export function memoryJar(): Jar & { clear(): void } {
  const kept = new Map<string, string>()
  return {
    get: (name) => kept.get(name) ?? null,
    set: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
    clear: () => kept.clear(),
  }
}
