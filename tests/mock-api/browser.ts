import { setupWorker } from 'msw/browser'
import { createDb } from './db.ts'
import { createHandlers } from './handlers.ts'

/**
 * `mock-session` in the browser's storage is who is signed in; `mock-empty` starts without a
 * history.
 */
export async function startMock(): Promise<void> {
  const db = createDb({ conversions: localStorage.getItem('mock-empty') ? 0 : 160 })
  const jar = {
    get: (name: string) => localStorage.getItem(`mock-${name}`),
    set: (name: string, value: string | null) =>
      value === null ? localStorage.removeItem(`mock-${name}`) : localStorage.setItem(`mock-${name}`, value),
  }
  const worker = setupWorker(...createHandlers(db, { origin: location.origin, jar }))
  await worker.start({ onUnhandledFrame: 'bypass', quiet: true })
}
