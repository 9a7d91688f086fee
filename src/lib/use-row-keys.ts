import { useRef } from 'react'
import { useHotkeys } from './use-hotkeys.ts'
import { useRowFocus } from './use-row-focus.ts'

/** Arrow keys move through a list from the last focused row; without one, to the first row. */
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
