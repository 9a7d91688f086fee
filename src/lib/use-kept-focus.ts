import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the keyboard in a list whose rows go: where the row that held the focus has gone, the row that took its place gets it,
 * at its first control.
 * @param count How many rows there are; a change is when a row may have gone.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>, row: string, count: number): void {
  const place = useRef(-1)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const remember = () => {
      const at = document.activeElement?.closest(row) ?? null
      place.current = [...element.querySelectorAll(row)].indexOf(at as Element)
    }
    element.addEventListener('focusin', remember)
    return () => element.removeEventListener('focusin', remember)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row has gone where the count is another one
  useEffect(() => {
    if (place.current < 0 || document.activeElement !== document.body) return
    const rows = [...(list.current?.querySelectorAll(row) ?? [])]
    const next = rows[Math.min(place.current, rows.length - 1)]
    const control = next?.querySelector<HTMLElement>('button:not([disabled]), a[href]')
    if (control) control.focus()
    else document.getElementById('main')?.focus({ preventScroll: true })
  }, [count])
}
