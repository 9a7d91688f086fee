import { createStore, del, get, set } from 'idb-keyval'

const KEY = 'filewright-scan-token'

let store: ReturnType<typeof createStore> | null = null
const database = () => {
  store ??= createStore('filewright-scan', 'pairing')
  return store
}

/** The token that this tab had, else the last one of this browser. */
export async function storedToken(): Promise<string | null> {
  try {
    const mine = sessionStorage.getItem(KEY)
    if (mine) return mine
  } catch {
    // Storage is off: the database may still be there.
  }
  try {
    const last: unknown = await get(KEY, database())
    return typeof last === 'string' ? last : null
  } catch {
    return null
  }
}

/**
 * Keeps a token for a reload and for a browser that was closed; null forgets it. What cannot be
 * kept lives as long as the page.
 */
export async function keepToken(token: string | null): Promise<void> {
  try {
    if (token === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, token)
  } catch {
    // The database below has it.
  }
  try {
    await (token === null ? del(KEY, database()) : set(KEY, token, database()))
  } catch {
    // A browser without a database: this tab keeps the token.
  }
}
