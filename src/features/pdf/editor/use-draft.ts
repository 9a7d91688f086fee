import { useCallback, useEffect, useReducer, useState } from 'react'
import { beginSteps, undoStep } from '../../../lib/undo-steps.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { type Draft, EMPTY, isEmpty } from './draft.ts'
import { keepLeft, storeDraft, storedDraft } from './stored-drafts.ts'

const KEEP_AFTER = 400

export interface Drafting {
  draft: Draft
  /** Whether the stored draft has been read. */
  ready: boolean
  /** The inserted files, by id. They stay while undo may need them. */
  files: ReadonlyMap<string, Blob>
  addFile: (id: string, file: Blob) => void
  /** When it was last stored in this browser; null while there is nothing to store. */
  savedAt: number | null
  /** The quota is exceeded: leaving the page loses it. */
  saveFailed: boolean
  change: (change: (draft: Draft) => Draft, of?: string) => void
  undo: (() => void) | null
  redo: (() => void) | null
  /** Marks it as saved: its content stays, and is a draft again after the next change. */
  saved: () => void
  isSaved: boolean
  /** Discards it, because the file now contains it. */
  reset: () => void
}

/** The draft of a file with undo and redo, stored in this browser until it is saved. */
export function useDraft(identity: string): Drafting {
  const [{ past, now, future }, act] = useReducer(undoStep<Draft>, EMPTY, beginSteps)
  const [ready, setReady] = useState(false)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [saveFailed, setSaveFailed] = useState(false)
  const [saved, setSaved] = useState<Draft | null>(null)
  const [files, setFiles] = useState<ReadonlyMap<string, Blob>>(NONE)
  useEffect(() => {
    let gone = false
    void storedDraft(identity).then((stored) => {
      if (gone) return
      if (stored) {
        act({ kind: 'begin', now: stored.draft })
        setFiles(stored.files)
        setSavedAt(stored.at)
      }
      setReady(true)
    })
    return () => {
      gone = true
    }
  }, [identity])

  const unsaved = now === saved ? EMPTY : now
  useEffect(() => {
    if (!ready) return
    const keep = () => {
      const at = Date.now()
      void storeDraft(identity, { draft: unsaved, files, at }).then((room) => {
        setSaveFailed(!room)
        setSavedAt(isEmpty(unsaved) ? null : at)
      })
    }
    const timer = setTimeout(keep, KEEP_AFTER)
    // Also stores a change right before the page is left.
    const leave = () => {
      keepLeft(identity, { draft: unsaved, files, at: Date.now() })
      keep()
    }
    addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', leave)
    }
  }, [identity, unsaved, files, ready])
  // Stores a change right before switching to another file.
  const last = useLatest({ identity, unsaved, files, ready })
  useEffect(
    () => () => {
      const { identity, unsaved, files, ready } = last.current
      if (ready) void storeDraft(identity, { draft: unsaved, files, at: Date.now() })
    },
    [],
  )
  return {
    draft: now,
    ready,
    files,
    savedAt,
    saveFailed,
    change: useCallback((change, of) => act({ kind: 'change', change, of: of ?? null }), []),
    addFile: useCallback((id: string, file: Blob) => setFiles((known) => new Map(known).set(id, file)), []),
    undo: past.length > 0 ? () => act({ kind: 'undo' }) : null,
    redo: future.length > 0 ? () => act({ kind: 'redo' }) : null,
    saved: () => setSaved(now),
    isSaved: now === saved,
    reset: useCallback(() => act({ kind: 'begin', now: EMPTY }), []),
  }
}

const NONE: ReadonlyMap<string, Blob> = new Map()
