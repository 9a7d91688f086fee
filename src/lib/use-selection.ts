import { useCallback, useMemo, useState } from 'react'

/**
 * Row selection: single rows, or ranges with Shift from the last one. Removed rows are deselected.
 */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string | null>(null)
  const selected = useMemo(() => new Set(ids.filter((id) => chosen.has(id))), [ids, chosen])

  const select = useCallback(
    (id: string, on: boolean, range: boolean) => {
      const from = range && anchor !== null ? ids.indexOf(anchor) : -1
      const to = ids.indexOf(id)
      const touched = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
      setChosen((before) => {
        const next = new Set(before)
        for (const one of touched) {
          if (on) next.add(one)
          else next.delete(one)
        }
        return next
      })
      setAnchor(id)
    },
    [ids, anchor],
  )
  const selectAll = useCallback(
    (some: readonly string[], on: boolean) =>
      setChosen((before) => {
        const these = new Set(some)
        return on ? new Set([...before, ...these]) : new Set([...before].filter((id) => !these.has(id)))
      }),
    [],
  )
  const clear = useCallback(() => setChosen(new Set()), [])
  return { selected, select, selectAll, clear }
}
