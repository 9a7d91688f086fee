import { useRef } from 'react'
import { useHotkeys } from './use-hotkeys.ts'
import { useRowFocus } from './use-row-focus.ts'

/**
 * The arrow keys go over the rows of a list, from the one that had the focus last; from none, or
 * where it has gone, to the first.
 */
export function useRowKeys(ids: readonly string[]) {
  const last = useRef<string | null>(null)
  const { reveal, move } = useRowFocus(ids)
  const at = () => (last.current === null ? -1 : ids.indexOf(last.current))
  useHotkeys({
    arrowdown: (event) => move(event, at(), 1),
    arrowup: (event) => move(event, at(), -1),
  })
  const onFocus = (index: number) => () => {
    last.current = ids[index] ?? null
  }
  return { reveal, onFocus }
}
