import { useCallback, useEffect, useReducer, useState } from 'react'
import { beginSteps, undoStep } from '../../../lib/undo-steps.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { type Draft, EMPTY, isEmpty } from './draft.ts'
import { keepLeft, storeDraft, storedDraft } from './stored-drafts.ts'

const KEEP_AFTER = 400

export interface Drafting {
  draft: Draft
  /** What was kept of it has been looked up. */
  ready: boolean
  /**
   * The files whose pages and images were put in, by their ids. They stay while a step back may
   * need them.
   */
  files: ReadonlyMap<string, Blob>
  addFile: (id: string, file: Blob) => void
  /** When it was last kept in this browser; null while there is nothing to keep. */
  savedAt: number | null
  /** There is no room to keep it: it is gone with the page. */
  saveFailed: boolean
  change: (change: (draft: Draft) => Draft, of?: string) => void
  undo: (() => void) | null
  redo: (() => void) | null
  /** It is where it was to go: what is seen stays, and is no draft any more until it is changed. */
  saved: () => void
  isSaved: boolean
  /** The file itself is now what the draft made of it. */
  reset: () => void
}

/**
 * What is done to one file, step by step there and back, and kept in this browser until it is
 * saved.
 */
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
    // A change right before the page is left is kept too.
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
  // What was changed a moment before it was left for another page.
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
