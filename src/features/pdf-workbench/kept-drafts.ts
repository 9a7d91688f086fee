import { createStore, del, entries, get, promisifyRequest } from 'idb-keyval'
import { type Draft, EMPTY, isEmpty } from './draft.ts'

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
    if (!kept || !Array.isArray(kept.draft?.marks)) return null
    const draft = { ...EMPTY, ...kept.draft }
    return isEmpty(draft) ? null : { ...kept, draft }
  } catch {
    return null
  }
}

/** @returns whether there was room for it */
export async function keepDraft(identity: string, kept: KeptDraft): Promise<boolean> {
  try {
    await store('readwrite', (drafts) => {
      if (isEmpty(kept.draft)) drafts.delete(identity)
      else drafts.put(kept, identity)
      // Said at once: left to itself it waits for answers, which a page that is being left does not get any more.
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
  const all = await entries<string, KeptDraft>(store)
  const old = all.toSorted(([, a], [, b]) => b.at - a.at).slice(KEPT)
  for (const [identity] of old) await del(identity, store)
}
