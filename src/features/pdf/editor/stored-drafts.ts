import { createStore, del, entries, get, promisifyRequest } from 'idb-keyval'
import { type Draft, EMPTY, isEmpty } from './draft.ts'

/**
 * A draft stays in this browser until it is saved; so many of them, the longest untouched goes
 * first.
 */
const KEPT = 20

export interface StoredDraft {
  draft: Draft
  /** The files whose pages and images were put in, by their ids. */
  files: ReadonlyMap<string, Blob>
  /** When it was last changed, in milliseconds. */
  at: number
}

const store = createStore('filewright-pdf-drafts', 'drafts')

/** What was stored of a file, or null. What cannot be read is nothing. */
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
 * Keeps a draft while its page is being left: the browser may then give up a transaction of the
 * database, so this is written at once. Its files are not; with a file that the database has not,
 * the draft stays as it was stored before.
 */
export function keepLeft(identity: string, { draft, files, at }: StoredDraft): void {
  const left: Left = { identity, draft, files: [...files.keys()], at }
  try {
    localStorage.setItem(LEFT, JSON.stringify(left))
  } catch {
    // There is no room: what was stored before stays.
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

/** @returns whether there was room for it */
export async function storeDraft(identity: string, stored: StoredDraft): Promise<boolean> {
  try {
    await store('readwrite', (drafts) => {
      if (isEmpty(stored.draft)) drafts.delete(identity)
      else drafts.put(stored, identity)
      // Said at once: left to itself it waits for answers, which a page that is being left does not
      // get any more.
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
