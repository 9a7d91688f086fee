import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { type SigningSession, useUpdateSigning } from '../../../api/signing.ts'
import { beginSteps, undoStep } from '../../../lib/undo-steps.ts'
import { createAutosave, type KeptState } from './autosave.ts'
import { bodyOf, draftOf, type EditorDraft } from './draft.ts'

export type Change = (change: (draft: EditorDraft) => EditorDraft, of?: string) => void

export interface Editor {
  draft: EditorDraft
  change: Change
  undo: (() => void) | null
  redo: (() => void) | null
  kept: KeptState
  /** Keeps at once what is not kept yet. @returns whether all of it is */
  flush: () => Promise<boolean>
  /** After it was changed elsewhere: what is there now, or what is here, whatever is there. */
  take: (which: 'theirs' | 'mine') => Promise<void>
}

/** A draft as it is changed here, kept by the service step by step. */
export function useEditorDraft(session: SigningSession, reload: () => Promise<SigningSession>): Editor {
  const [{ past, now, future }, act] = useReducer(undoStep<EditorDraft>, draftOf(session), beginSteps)
  const update = useUpdateSigning().mutateAsync
  const [kept, setKept] = useState<KeptState>({ state: 'kept' })
  // The version that the next change is made to.
  const seen = useRef(session.updated_at)
  const known = useRef(now)
  const [keeper] = useState(() =>
    createAutosave<EditorDraft>({
      onState: setKept,
      send: async (version) => {
        const body = { ...bodyOf(version, new Date()), seen: seen.current }
        seen.current = (await update({ session_id: session.id, body })).updated_at
      },
    }),
  )

  useEffect(() => {
    if (now === known.current) return
    known.current = now
    keeper.put(now)
  }, [now, keeper])

  // In another tab, by another user of the account: taken over as long as nothing of this one waits.
  useEffect(() => {
    if (keeper.isBehind() || session.updated_at <= seen.current) return
    seen.current = session.updated_at
    const theirs = draftOf(session)
    known.current = theirs
    act({ kind: 'begin', now: theirs })
  }, [session, keeper])

  useEffect(() => {
    const wake = () => keeper.wake()
    const ask = (event: BeforeUnloadEvent) => {
      if (!keeper.isBehind()) return
      void keeper.flush()
      event.preventDefault()
    }
    addEventListener('online', wake)
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('online', wake)
      removeEventListener('beforeunload', ask)
      void keeper.flush()
    }
  }, [keeper])

  return {
    draft: now,
    kept,
    change: useCallback((change, of) => act({ kind: 'change', change, of: of ?? null }), []),
    undo: past.length > 0 ? () => act({ kind: 'undo' }) : null,
    redo: future.length > 0 ? () => act({ kind: 'redo' }) : null,
    flush: keeper.flush,
    take: async (which) => {
      const theirs = await reload()
      seen.current = theirs.updated_at
      if (which === 'theirs') {
        const draft = draftOf(theirs)
        known.current = draft
        act({ kind: 'begin', now: draft })
      }
      keeper.settle(which === 'theirs' ? 'drop' : 'send')
    },
  }
}
