import { useCallback, useMemo, useState } from 'react'
import type { PdfHandle } from '../../pdf/viewer/index.ts'
import { type Filled, inOrder, isOpen, type SignField } from './steps.ts'
import { useLed } from './use-led.ts'

/** The current step, with the document scrolled to it. */
export function useSteps(fields: readonly SignField[], filled: Filled, handle: PdfHandle, resumed: boolean) {
  const steps = useMemo(() => inOrder(fields), [fields])
  /** Optional fields that were visited and left empty. */
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set())
  const open = useCallback((field: SignField) => isOpen(field, filled, seen), [filled, seen])
  const firstOpen = () => {
    const at = steps.findIndex(open)
    return at < 0 ? steps.length : at
  }
  const [at, setAt] = useState(firstOpen)
  const [begun, setBegun] = useState(resumed)
  const [shown, setShown] = useState(resumed)
  const current = begun ? (steps[at] ?? null) : null
  useLed(handle, current, shown)

  const go = useCallback((to: number) => {
    setAt(to)
    setBegun(true)
    setShown(true)
  }, [])
  /** The next incomplete field; after the last one the end. */
  function next() {
    const left = current && new Set(seen).add(current.id)
    if (left) setSeen(left)
    const remains = (field: SignField) => isOpen(field, filled, left ?? seen)
    const behind = steps.findIndex((field, index) => index > at && remains(field))
    const first = steps.findIndex(remains)
    go(behind >= 0 ? behind : first >= 0 ? first : steps.length)
  }
  return {
    steps,
    at,
    current,
    begun,
    shown,
    done: steps.filter((field) => !open(field)).length,
    upcoming: steps[firstOpen()] ?? null,
    go,
    next,
    begin: () => go(begun ? at : firstOpen()),
    close: () => setShown(false),
  }
}
