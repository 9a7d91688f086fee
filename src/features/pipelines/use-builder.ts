import { useMemo } from 'react'
import type { Pipeline } from '../../api/pipelines.ts'
import { randomId } from '../../lib/random-id.ts'
import {
  type Draft,
  type DraftStep,
  draftKey,
  draftOf,
  dropDraft,
  EMPTY,
  isSame,
  newStep,
  storeDraft,
  useDrafts,
} from './drafts.ts'

export interface Builder {
  draft: Draft
  /** Whether it differs from the saved pipeline. */
  dirty: boolean
  /** Whether it has entered passwords, which are only in memory. */
  typed: boolean
  rename: (patch: Partial<Pick<Draft, 'name' | 'description'>>) => void
  addStep: (operation: string, target: string, at: number) => DraftStep
  changeStep: (key: string, patch: Partial<DraftStep>) => void
  moveStep: (key: string, to: number) => void
  duplicateStep: (key: string) => void
  /** Returns a function that restores it. */
  removeStep: (key: string) => () => void
  /** Resets to the saved pipeline. Returns a function that undoes it. */
  discard: () => () => void
  /** The changes are saved: deletes the draft. */
  settle: () => void
}

/**
 * The edited pipeline: the draft if there is one, otherwise the saved one. Every change is stored
 * immediately.
 */
export function useBuilder(pipeline: Pipeline | null, user: string): Builder {
  const key = draftKey(user, pipeline?.id ?? null)
  const saved = useMemo(() => (pipeline ? draftOf(pipeline) : EMPTY), [pipeline])
  const kept = useDrafts(({ drafts }) => drafts[key])
  const draft = kept ?? saved

  // The current state, not the rendered one, because an undo may come much later.
  const now = () => useDrafts.getState().drafts[key] ?? saved
  const write = (next: Draft) => {
    if (isSame(next, saved)) dropDraft(key)
    else storeDraft(key, next)
  }
  const writeSteps = (change: (steps: readonly DraftStep[]) => readonly DraftStep[]) =>
    write({ ...now(), steps: change(now().steps) })
  const insert = (step: DraftStep, at: number) => writeSteps((steps) => steps.toSpliced(at, 0, step))

  return {
    draft,
    dirty: kept !== undefined && !isSame(kept, saved),
    typed: draft.steps.some(({ typed }) => Object.keys(typed).length > 0),
    rename: (patch) => write({ ...now(), ...patch }),
    addStep(operation, target, at) {
      const step = newStep(operation, target)
      insert(step, at)
      return step
    },
    changeStep: (step, patch) =>
      writeSteps((steps) => steps.map((one) => (one.key === step ? { ...one, ...patch } : one))),
    moveStep: (step, to) =>
      writeSteps((steps) => {
        const from = steps.findIndex((one) => one.key === step)
        const moved = steps[from]
        return moved ? steps.toSpliced(from, 1).toSpliced(to, 0, moved) : steps
      }),
    duplicateStep(step) {
      const at = now().steps.findIndex((one) => one.key === step)
      const one = now().steps[at]
      // An encrypted secret belongs to its step and isn't copied.
      if (one) insert({ ...structuredClone(one), key: randomId(), id: null, secrets: [] }, at + 1)
    },
    removeStep(step) {
      const at = now().steps.findIndex((one) => one.key === step)
      const removed = now().steps[at]
      writeSteps((steps) => steps.toSpliced(at, 1))
      return () => removed && insert(removed, at)
    },
    discard: () => dropDraft(key),
    settle: () => dropDraft(key),
  }
}
