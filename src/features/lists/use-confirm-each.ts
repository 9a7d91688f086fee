import { showToast } from '../../ui/toaster.tsx'
import { type Confirmation, useConfirmAct } from '../problems/index.ts'

type EachOf<T> = Omit<Confirmation, 'run'> & {
  rows: readonly T[]
  each: (row: T) => Promise<unknown>
  /** The message after all succeeded. */
  done: string
  after?: (() => void) | undefined
}

/**
 * Asks for confirmation, then processes the rows one by one. Stops at the first error, from which a
 * retry continues.
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
