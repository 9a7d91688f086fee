/** Undo and redo history. */
export interface UndoSteps<T> {
  past: readonly T[]
  now: T
  future: readonly T[]
  /** The subject of the last change: consecutive changes of one subject are one undo step. */
  of: string | null
}
export type UndoAct<T> =
  | { kind: 'change'; change: (now: T) => T; of: string | null }
  | { kind: 'undo' | 'redo' }
  | { kind: 'begin'; now: T }

const MOST_STEPS = 200

export const beginSteps = <T>(now: T): UndoSteps<T> => ({ past: [], now, future: [], of: null })

export function undoStep<T>(steps: UndoSteps<T>, act: UndoAct<T>): UndoSteps<T> {
  const { past, now, future, of } = steps
  switch (act.kind) {
    case 'begin':
      return beginSteps(act.now)
    case 'undo': {
      const before = past.at(-1)
      return before === undefined
        ? steps
        : { past: past.slice(0, -1), now: before, future: [now, ...future], of: null }
    }
    case 'redo': {
      const [next, ...later] = future
      return next === undefined ? steps : { past: [...past, now], now: next, future: later, of: null }
    }
    case 'change': {
      const next = act.change(now)
      if (next === now) return steps
      const same = act.of !== null && act.of === of
      return { past: same ? past : [...past, now].slice(-MOST_STEPS), now: next, future: [], of: act.of }
    }
  }
}
