import { createStore, del, get, set } from 'idb-keyval'

const KEY = 'filewright-scan-token'

let store: ReturnType<typeof createStore> | null = null
const database = () => {
  store ??= createStore('filewright-scan', 'pairing')
  return store
}

/** This tab's token, otherwise the last one of this browser. */
export async function storedToken(): Promise<string | null> {
  try {
    const mine = sessionStorage.getItem(KEY)
    if (mine) return mine
  } catch {
    // Storage is blocked: the database may still be available.
  }
  try {
    const last: unknown = await get(KEY, database())
    return typeof last === 'string' ? last : null
  } catch {
    return null
  }
}

/**
 * Stores a token for reloads and browser restarts; null deletes it. Without storage it lasts as
 * long as the page.
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
    // Without a database the token is only in this tab.
  }
}
