import { createStore, del, entries, get, set } from 'idb-keyval'
import { type Draft, isEmpty } from './draft.ts'

/** A draft stays in this browser until it is saved; so many of them, the longest untouched goes first. */
const KEPT = 20

export interface KeptDraft {
  draft: Draft
  /** The files whose pages and pictures were put in, by their ids. */
  files: ReadonlyMap<string, Blob>
  /** When it was last changed, in milliseconds. */
  at: number
}

const store = createStore('filewright-pdf-drafts', 'drafts')

/** What was kept of a file, or null. What cannot be read is nothing. */
export async function keptDraft(identity: string): Promise<KeptDraft | null> {
  try {
    const kept = await get<KeptDraft>(identity, store)
    return kept && Array.isArray(kept.draft?.marks) && !isEmpty(kept.draft) ? kept : null
  } catch {
    return null
  }
}

/** @returns whether there was room for it */
export async function keepDraft(identity: string, kept: KeptDraft): Promise<boolean> {
  try {
    if (isEmpty(kept.draft)) await del(identity, store)
    else {
      await set(identity, kept, store)
      await forgetOldest()
    }
    return true
  } catch {
    return false
  }
}

async function forgetOldest(): Promise<void> {
  const all = await entries<string, KeptDraft>(store)
  const old = all.toSorted(([, a], [, b]) => b.at - a.at).slice(KEPT)
  for (const [identity] of old) await del(identity, store)
}
