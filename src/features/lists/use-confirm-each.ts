import { showToast } from '../../ui/toaster.tsx'
import { type Confirmation, useConfirmAct } from '../problems/index.ts'

type EachOf<T> = Omit<Confirmation, 'run'> & {
  rows: readonly T[]
  each: (row: T) => Promise<unknown>
  /** What is said when all of it is done. */
  done: string
  after?: (() => void) | undefined
}

/**
 * Asks once, then acts on one row after another. Stops at the first that fails, and begins there
 * when it is pressed again.
 */
export function useConfirmEach() {
  const confirm = useConfirmAct()
  return <T>({ rows, each, done, after, ...question }: EachOf<T>): void => {
    const left = [...rows]
    confirm({
      ...question,
      run: async () => {
        for (let row = left[0]; row !== undefined; row = left[0]) {
          await each(row)
          left.shift()
        }
        after?.()
        showToast({ text: done })
      },
    })
  }
}
