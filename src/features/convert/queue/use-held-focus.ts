import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import { catchFocus } from './row-element.ts'

/**
 * Keeps the focus in a row whose controls change with its state: where the one that had it goes, the row takes it. The
 * browser would give it to the page's body, and tells nobody.
 */
export function useHeldFocus(state: string) {
  const row = useRef<HTMLElement>(null)
  const held = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state has other controls
  useLayoutEffect(() => {
    if (held.current) catchFocus(() => row.current)
  }, [state])
  return {
    row,
    onFocus: () => {
      held.current = true
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      held.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    },
  }
}
