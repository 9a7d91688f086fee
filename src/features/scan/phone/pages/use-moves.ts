import { useLingui } from '@lingui/react/macro'
import type { RefObject } from 'react'
import type { Scan } from '../use-scan.ts'
import { useReorderDrag } from './use-reorder-drag.ts'

/** Moves the pages of a list, by dragging and by `moveTo`, and announces their new position. */
export function useMoves(
  list: RefObject<HTMLOListElement | null>,
  { pages, move }: Scan,
  announce: (words: string) => void,
) {
  const { t } = useLingui()
  const total = pages.length
  const moveTo = (id: string, to: number) => {
    move(id, to)
    announce(t`Page ${to + 1} of ${total}`)
  }
  const ids = pages.map(({ page_id }) => page_id)
  return { moveTo, ...useReorderDrag(list, ids, moveTo) }
}
