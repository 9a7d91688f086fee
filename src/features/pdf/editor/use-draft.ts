import { useCallback, useEffect, useReducer, useState } from 'react'
import { beginSteps, undoStep } from '../../../lib/undo-steps.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { type Draft, EMPTY, isEmpty } from './draft.ts'
import { keepDraft, keepLeft, keptDraft } from './kept-drafts.ts'

const KEEP_AFTER = 400

export interface Drafting {
  draft: Draft
  /** What was kept of it has been looked up. */
  ready: boolean
  /** The files whose pages and pictures were put in, by their ids. They stay while a step back may need them. */
  files: ReadonlyMap<string, Blob>
  addFile: (id: string, file: Blob) => void
  /** When it was last kept in this browser; null while there is nothing to keep. */
  keptAt: number | null
  /** There is no room to keep it: it is gone with the page. */
  unkept: boolean
  change: (change: (draft: Draft) => Draft, of?: string) => void
  undo: (() => void) | null
  redo: (() => void) | null
  /** It is where it was to go: what is seen stays, and is no draft any more until it is changed. */
  saved: () => void
  isSaved: boolean
  /** The file itself is now what the draft made of it. */
  reset: () => void
}

/** What is done to one file, step by step there and back, and kept in this browser until it is saved. */
export function useDraft(identity: string): Drafting {
  const [{ past, now, future }, act] = useReducer(undoStep<Draft>, EMPTY, beginSteps)
  const [ready, setReady] = useState(false)
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const [unkept, setUnkept] = useState(false)
  const [saved, setSaved] = useState<Draft | null>(null)
  const [files, setFiles] = useState<ReadonlyMap<string, Blob>>(NONE)
  useEffect(() => {
    let gone = false
    void keptDraft(identity).then((kept) => {
      if (gone) return
      if (kept) {
        act({ kind: 'begin', now: kept.draft })
        setFiles(kept.files)
        setKeptAt(kept.at)
      }
      setReady(true)
    })
    return () => {
      gone = true
    }
  }, [identity])

  const kept = now === saved ? EMPTY : now
  useEffect(() => {
    if (!ready) return
    const keep = () => {
      const at = Date.now()
      void keepDraft(identity, { draft: kept, files, at }).then((room) => {
        setUnkept(!room)
        setKeptAt(isEmpty(kept) ? null : at)
      })
    }
    const timer = setTimeout(keep, KEEP_AFTER)
    // A change right before the page is left is kept too.
    const leave = () => {
      keepLeft(identity, { draft: kept, files, at: Date.now() })
      keep()
    }
    addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', leave)
    }
  }, [identity, kept, files, ready])
  // What was changed a moment before it was left for another page.
  const last = useLatest({ identity, kept, files, ready })
  useEffect(
    () => () => {
      const { identity, kept, files, ready } = last.current
      if (ready) void keepDraft(identity, { draft: kept, files, at: Date.now() })
    },
    [],
  )
  return {
    draft: now,
    ready,
    files,
    keptAt,
    unkept,
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
