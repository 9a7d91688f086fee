import { useCallback, useEffect, useMemo, useState } from 'react'
import { type PdfHandle, useViewer } from '../pdf/index.ts'
import { type Filled, inOrder, isOpen, type SignField } from './steps.ts'

/** What stands above the field is seen with it, in points. */
const ABOVE = 60

/** Where one is among what is to be filled in, with the document beside it at that place. */
export function useSteps(fields: readonly SignField[], filled: Filled, handle: PdfHandle, resumed: boolean) {
  const steps = useMemo(() => inOrder(fields), [fields])
  /** Optional ones that were looked at and left as they are. */
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
  const there = useViewer(handle, (state) => state.pages > 0)

  const place = current?.places[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: what covers the pages, or no longer does, changes what is in sight
  useEffect(() => {
    if (there && place)
      handle.goTo(place.page, { x: place.rect.x, y: place.rect.y + place.rect.height + ABOVE })
  }, [there, handle, place, shown])

  const go = useCallback((to: number) => {
    setAt(to)
    setBegun(true)
    setShown(true)
  }, [])
  /** The next that is still to be filled in; behind the last of them comes the end. */
  function next() {
    const left = current && new Set(seen).add(current.id)
    if (left) setSeen(left)
    const remains = (field: SignField) => isOpen(field, filled, left ?? seen)
    const behind = steps.findIndex((field, index) => index > at && remains(field))
    const before = steps.findIndex(remains)
    go(behind >= 0 ? behind : before >= 0 ? before : steps.length)
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
