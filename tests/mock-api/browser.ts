import { setupWorker } from 'msw/browser'
import { createDb } from './db.ts'
import { createHandlers } from './handlers.ts'

const KEY = 'mock-session'

/** `mock-session` in the browser's storage is who is signed in; `mock-empty` starts without a history. */
export async function startMock(): Promise<void> {
  const db = createDb({ conversions: localStorage.getItem('mock-empty') ? 0 : 160 })
  const jar = {
    get: () => localStorage.getItem(KEY),
    set: (token: string | null) =>
      token === null ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, token),
  }
  const worker = setupWorker(...createHandlers(db, { origin: location.origin, jar }))
  await worker.start({ onUnhandledFrame: 'bypass', quiet: true })
}
