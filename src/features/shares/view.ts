import type { ShareFilters, ShareState } from '../../api/shares.ts'
import type { SharesSearch } from '../../paths.ts'
import { SHARE_STATES } from './words.ts'

export interface SharesView {
  q: string
  state: ShareState | null
}

/** Each key falls back by itself: an address that someone mistyped shows a list and not an error. */
export const parseView = (search: URLSearchParams): SharesView => ({
  q: (search.get('q') ?? '').slice(0, 100),
  state: SHARE_STATES.find((state) => state === search.get('state')) ?? null,
})

/** The way back into the address. */
export const searchOf = ({ q, state }: SharesView): SharesSearch => ({
  ...(q && { q }),
  ...(state && { state }),
})

export const filtersOf = ({ q, state }: SharesView): ShareFilters => ({
  ...(q.trim() && { q: q.trim() }),
  ...(state && { state }),
})
