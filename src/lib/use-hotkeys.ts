import { useEffect, useRef } from 'react'
import { isTyping } from './is-typing.ts'

/**
 * `mod` is Ctrl, or ⌘ on a Mac. A letter means the key alone; names are KeyboardEvent.key in lower
 * case.
 */
export type Hotkeys = Partial<Record<string, (event: KeyboardEvent) => void>>

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)
/** The label of the modifier key on this platform. */
export const modKey = (): string => (isMac() ? '⌘' : 'Ctrl')

/** Whether an overlay over the page has the keyboard. */
const isCovered = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null

let singleKeys = true
/**
 * Single-key shortcuts can be turned off, because they interfere with speech input. Set from the
 * preferences.
 */
export const allowSingleKeys = (allow: boolean): void => {
  singleKeys = allow
}

export function comboOf(event: KeyboardEvent): string {
  const mod = event.ctrlKey || event.metaKey
  const key = event.key.toLowerCase()
  return `${mod ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${key}`
}

/** Registers shortcuts while the component is mounted. Handlers may change between renders. */
export function useHotkeys(hotkeys: Hotkeys, enabled = true): void {
  const latest = useRef(hotkeys)
  useEffect(() => {
    latest.current = hotkeys
  })
  useEffect(() => {
    if (!enabled) return
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const combo = comboOf(event)
      const act = latest.current[combo]
      if (!act) return
      if (!combo.startsWith('mod+')) {
        if (isTyping(event.target) || isCovered(event.target)) return
        // Arrows, Escape and Delete are not single characters and stay enabled.
        if (combo.length === 1 && !singleKeys) return
      }
      act(event)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [enabled])
}
