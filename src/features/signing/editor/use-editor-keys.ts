import type { KeyboardEvent } from 'react'
import { isTyping } from '../../../lib/is-typing.ts'
import { useHotkeys } from '../../../lib/use-hotkeys.ts'
import { usePreferences } from '../../../stores/preferences.ts'
import type { FieldKind } from './draft.ts'
import { KINDS } from './kinds.ts'

interface EditorKeys {
  undo: (() => void) | null
  redo: (() => void) | null
  onPlace: (kind: FieldKind) => void
  onEscape: () => void
  /** Whether letters place fields. */
  enabled: boolean
}

const BY_LETTER = new Map(KINDS.map(({ letter, kind }) => [letter.toLowerCase(), kind]))

/**
 * A letter places a field, wherever the focus is; Ctrl Z and Ctrl Shift Z undo and redo. @returns
 * the handler around the pages, which runs before the viewer's shortcuts
 */
export function useEditorKeys({ undo, redo, onPlace, onEscape, enabled }: EditorKeys) {
  const singleKeys = usePreferences((state) => state.singleKeys)
  const acts = Object.fromEntries(
    [...BY_LETTER].map(([letter, kind]) => [letter, () => enabled && onPlace(kind)]),
  )
  useHotkeys({
    ...acts,
    escape: onEscape,
    'mod+z': (event) => {
      if (isTyping(event.target)) return
      event.preventDefault()
      if (event.shiftKey) redo?.()
      else undo?.()
    },
    'mod+y': (event) => {
      if (isTyping(event.target)) return
      event.preventDefault()
      redo?.()
    },
  })
  return (event: KeyboardEvent) => {
    const kind = BY_LETTER.get(event.key.toLowerCase())
    if (!kind || !enabled || !singleKeys || isTyping(event.target)) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    onPlace(kind)
  }
}
