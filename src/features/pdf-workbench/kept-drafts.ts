import { type Draft, isEmpty } from './draft.ts'

/** A draft stays in this browser until it is saved; so many of them, the longest untouched goes first. */
const KEPT = 20
const PREFIX = 'pdf-draft:'

export interface KeptDraft {
  draft: Draft
  /** When it was last changed, in milliseconds. */
  at: number
}

/** What was kept of a file, or null. What cannot be read is nothing. */
export function keptDraft(identity: string): KeptDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + identity) ?? 'null') as KeptDraft | null
    return kept && Array.isArray(kept.draft?.marks) && !isEmpty(kept.draft) ? kept : null
  } catch {
    return null
  }
}

/** @returns whether there was room for it */
export function keepDraft(identity: string, draft: Draft): boolean {
  try {
    if (isEmpty(draft)) localStorage.removeItem(PREFIX + identity)
    else {
      localStorage.setItem(PREFIX + identity, JSON.stringify({ draft, at: Date.now() } satisfies KeptDraft))
      forgetOldest()
    }
    return true
  } catch {
    return false
  }
}

function forgetOldest(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  if (keys.length <= KEPT) return
  const at = (key: string) => keptDraft(key.slice(PREFIX.length))?.at ?? 0
  for (const key of keys.sort((a, b) => at(a) - at(b)).slice(0, keys.length - KEPT))
    localStorage.removeItem(key)
}
