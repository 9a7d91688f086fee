import { useState } from 'react'
import { useLatest } from '../../lib/use-latest.ts'
import type { RowActs } from './row-actions.tsx'

/** A stable object for the life of the list, which calls the current handlers. */
export function useRowActions(now: RowActs): RowActs {
  const latest = useLatest(now)
  const canShare = now.share !== undefined
  const [acts] = useState(() => ({
    again: ((rows) => latest.current.again(rows)) as RowActs['again'],
    remove: ((rows) => latest.current.remove(rows)) as RowActs['remove'],
    share: ((row) => latest.current.share?.(row)) as RowActs['share'],
  }))
  const [guest] = useState(() => ({ ...acts, share: undefined }))
  return canShare ? acts : guest
}
