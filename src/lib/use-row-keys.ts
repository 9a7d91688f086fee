import { useRef } from 'react'
import { useHotkeys } from './use-hotkeys.ts'
import { useRowFocus } from './use-row-focus.ts'

/** The arrow keys go over the rows of a list, from the place of the one that had the focus last. */
export function useRowKeys(ids: readonly string[]) {
  const at = useRef(-1)
  const { reveal, move } = useRowFocus(ids)
  useHotkeys({
    arrowdown: (event) => move(event, at.current, 1),
    arrowup: (event) => move(event, at.current, -1),
  })
  const onFocus = (index: number) => () => {
    at.current = index
  }
  return { reveal, onFocus }
}
