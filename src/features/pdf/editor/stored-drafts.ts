import { createStore, del, entries, get, promisifyRequest } from 'idb-keyval'
import { type Draft, EMPTY, isEmpty } from './draft.ts'

/** A draft stays in this browser until it is saved; above this number the oldest is deleted. */
const KEPT = 20

export interface StoredDraft {
  draft: Draft
  /** The inserted files, by id. */
  files: ReadonlyMap<string, Blob>
  /** When it was last changed, in milliseconds. */
  at: number
}

const store = createStore('filewright-pdf-drafts', 'drafts')

/** The stored draft of a file, or null. Unreadable drafts count as null. */
export async function storedDraft(identity: string): Promise<StoredDraft | null> {
  const left = takeLeft(identity)
  const stored = await readStored(identity)
  const files = stored?.files ?? new Map<string, Blob>()
  const isNewest = left !== null && left.at >= (stored?.at ?? 0) && left.files.every((id) => files.has(id))
  const newest = isNewest ? { draft: left.draft, files, at: left.at } : stored
  if (!newest || !Array.isArray(newest.draft?.marks)) return null
  const draft = { ...EMPTY, ...newest.draft }
  return isEmpty(draft) ? null : { ...newest, draft }
}

async function readStored(identity: string): Promise<StoredDraft | undefined> {
  try {
    return await get<StoredDraft>(identity, store)
  } catch {
    return undefined
  }
}

/**
 * Stores a draft synchronously on page unload, because the browser may abort a database
 * transaction. Inserted files are not included; if one is not in the database, the previously
 * stored draft stays.
 */
export function keepLeft(identity: string, { draft, files, at }: StoredDraft): void {
  const left: Left = { identity, draft, files: [...files.keys()], at }
  try {
    localStorage.setItem(LEFT, JSON.stringify(left))
  } catch {
    // The quota is exceeded: the previously stored draft stays.
  }
}

const LEFT = 'filewright-pdf-left'

interface Left {
  identity: string
  draft: Draft
  files: string[]
  at: number
}

function takeLeft(identity: string): Left | null {
  try {
    const left: Left | null = JSON.parse(localStorage.getItem(LEFT) ?? 'null')
    if (left?.identity !== identity) return null
    localStorage.removeItem(LEFT)
    return left
  } catch {
    return null
  }
}

/** @returns whether the quota allowed it */
export async function storeDraft(identity: string, stored: StoredDraft): Promise<boolean> {
  try {
    await store('readwrite', (drafts) => {
      if (isEmpty(stored.draft)) drafts.delete(identity)
      else drafts.put(stored, identity)
      // Commits explicitly: automatic commits wait for events, which an unloading page no longer
      // gets.
      drafts.transaction.commit()
      return promisifyRequest(drafts.transaction)
    })
    await forgetOldest()
    return true
  } catch {
    return false
  }
}

async function forgetOldest(): Promise<void> {
  const all = await entries<string, StoredDraft>(store)
  const old = all.toSorted(([, a], [, b]) => b.at - a.at).slice(KEPT)
  for (const [identity] of old) await del(identity, store)
}
