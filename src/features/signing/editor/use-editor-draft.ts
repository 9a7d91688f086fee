import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { type SigningSession, useUpdateSigning } from '../../../api/signing.ts'
import { beginSteps, undoStep } from '../../../lib/undo-steps.ts'
import { createAutosave, type SaveState } from './autosave.ts'
import { bodyOf, draftOf, type EditorDraft } from './draft.ts'

export type Change = (change: (draft: EditorDraft) => EditorDraft, of?: string) => void

export interface Editor {
  draft: EditorDraft
  change: Change
  undo: (() => void) | null
  redo: (() => void) | null
  saveState: SaveState
  /** Saves immediately. @returns whether everything is saved */
  flush: () => Promise<boolean>
  /** Resolves a conflict: takes the server's version, or overwrites it with the local one. */
  take: (which: 'theirs' | 'mine') => Promise<void>
}

/** A draft with local changes, saved automatically. */
export function useEditorDraft(session: SigningSession, reload: () => Promise<SigningSession>): Editor {
  const [{ past, now, future }, act] = useReducer(undoStep<EditorDraft>, draftOf(session), beginSteps)
  const update = useUpdateSigning().mutateAsync
  const [saveState, setSaveState] = useState<SaveState>({ state: 'saved' })
  // The version that the next change is based on.
  const seen = useRef(session.updated_at)
  const known = useRef(now)
  const [autosave] = useState(() =>
    createAutosave<EditorDraft>({
      onState: setSaveState,
      send: async (version) => {
        const body = { ...bodyOf(version, new Date()), seen: seen.current }
        seen.current = (await update({ session_id: session.id, body })).updated_at
      },
    }),
  )

  useEffect(() => {
    if (now === known.current) return
    known.current = now
    autosave.put(now)
  }, [now, autosave])

  // Changes from another tab or user are applied if there are no unsaved changes.
  useEffect(() => {
    if (autosave.isBehind() || session.updated_at <= seen.current) return
    seen.current = session.updated_at
    const theirs = draftOf(session)
    known.current = theirs
    act({ kind: 'begin', now: theirs })
  }, [session, autosave])

  useEffect(() => {
    const wake = () => autosave.wake()
    const ask = (event: BeforeUnloadEvent) => {
      if (!autosave.isBehind()) return
      void autosave.flush()
      event.preventDefault()
    }
    addEventListener('online', wake)
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('online', wake)
      removeEventListener('beforeunload', ask)
      void autosave.flush()
    }
  }, [autosave])

  return {
    draft: now,
    saveState,
    change: useCallback((change, of) => act({ kind: 'change', change, of: of ?? null }), []),
    undo: past.length > 0 ? () => act({ kind: 'undo' }) : null,
    redo: future.length > 0 ? () => act({ kind: 'redo' }) : null,
    flush: autosave.flush,
    take: async (which) => {
      const theirs = await reload()
      seen.current = theirs.updated_at
      if (which === 'theirs') {
        const draft = draftOf(theirs)
        known.current = draft
        act({ kind: 'begin', now: draft })
      }
      autosave.settle(which === 'theirs' ? 'drop' : 'send')
    },
  }
}
