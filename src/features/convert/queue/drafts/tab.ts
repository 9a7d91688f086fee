import { randomId } from '../../../../lib/random-id.ts'

const KEY = 'convert-tab'
const lockOf = (tab: string) => `filewright-convert-${tab}`

let own: Promise<string> | null = null

/**
 * The name under which this tab keeps its list: the same after a reload, and another one in a copy
 * of the tab.
 */
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

/**
 * Holds the tab's name for as long as the page lives. Where a browser has no locks, every name is
 * free.
 */
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

/** Whether a page is open that keeps its list under this name. */
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
    // Storage may be forbidden; then a reload finds the list as one that another tab has left.
  }
}
