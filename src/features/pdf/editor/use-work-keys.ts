import { useEffect } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'
import type { Drafting } from './use-draft.ts'

const writes = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox],[type=radio]), textarea, select')

/** Ctrl Z and Ctrl Shift Z undo and redo, except in text fields. Escape deselects the tool. */
export function useWorkKeys({ undo, redo }: Drafting, onEscape: () => void): void {
  const latest = useLatest({ undo, redo, onEscape })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const held = event.ctrlKey || event.metaKey
      if (event.key === 'Escape' && !held && !writes(event.target)) return latest.current.onEscape()
      if (!held || event.altKey || writes(event.target)) return
      const key = event.key.toLowerCase()
      const act =
        (key === 'z' && event.shiftKey) || key === 'y'
          ? latest.current.redo
          : key === 'z'
            ? latest.current.undo
            : null
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
