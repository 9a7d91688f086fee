import { randomId } from '../../../../lib/random-id.ts'

const KEY = 'convert-tab'
const lockOf = (tab: string) => `filewright-convert-${tab}`

let own: Promise<string> | null = null

/** The key of this tab's list: the same after a reload, and different in a copy of the tab. */
export function ownTab(): Promise<string> {
  own ??= claim()
  return own
}

async function claim(): Promise<string> {
  const before = read()
  if (before && (await hold(before))) return before
  const fresh = randomId()
  write(fresh)
  await hold(fresh)
  return fresh
}

/** Locks the tab's name until the page unloads. Without the Web Locks API every name is free. */
function hold(tab: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    void navigator.locks
      .request(lockOf(tab), { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock ? new Promise<never>(() => {}) : undefined
      })
      .catch(() => resolve(true))
  })
}

/** Whether an open page uses this name. */
export async function isOpen(tab: string): Promise<boolean> {
  if (!navigator.locks) return true
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockOf(tab))
}

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

function write(tab: string): void {
  try {
    sessionStorage.setItem(KEY, tab)
  } catch {
    // Storage may be blocked; then a reload finds the list as one of a closed tab.
  }
}
