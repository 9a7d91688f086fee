import type { StoredList } from './stored-list.ts'

const KEY = 'convert-left'

/** Stores a list synchronously while its page unloads: a database transaction may not complete. */
export function keepLeft(list: StoredList): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // The quota is exceeded: the previous list stays.
  }
}

/** Takes the list that the previous page stored on unload, once. */
export function takeLeft(): StoredList | null {
  try {
    const left: StoredList | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    sessionStorage.removeItem(KEY)
    return Array.isArray(left?.files) ? left : null
  } catch {
    return null
  }
}
