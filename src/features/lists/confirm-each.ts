import { confirmAct, type Question } from '../../stores/confirm.ts'
import { showToast } from '../../ui/toaster.tsx'

type EachOf<T> = Omit<Question, 'run'> & {
  rows: readonly T[]
  each: (row: T) => Promise<unknown>
  words: (error: unknown) => string
  /** What is said when all of it is done. */
  done: string
  after?: () => void
}

/** Asks once, then acts on one row after another. Stops at the first that fails, and begins there when it is pressed again. */
export function confirmEach<T>({ rows, each, words, done, after, ...question }: EachOf<T>): void {
  const left = [...rows]
  confirmAct({
    ...question,
    run: async () => {
      try {
        for (let row = left[0]; row !== undefined; row = left[0]) {
          await each(row)
          left.shift()
        }
      } catch (error) {
        return words(error)
      }
      after?.()
      showToast({ text: done })
      return null
    },
  })
}
