import type { StoredList } from './stored-list.ts'

const KEY = 'convert-left'

/**
 * Keeps a list while its page is being left: a transaction of the database may not end any more.
 */
export function keepLeft(list: StoredList): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // There is no room: what was written before stays.
  }
}

/** What the page before this one kept at its end, once. */
export function takeLeft(): StoredList | null {
  try {
    const left: StoredList | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    sessionStorage.removeItem(KEY)
    return Array.isArray(left?.files) ? left : null
  } catch {
    return null
  }
}
