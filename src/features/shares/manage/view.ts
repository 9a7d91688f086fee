import type { ShareFilters, ShareState } from '../../../api/shares.ts'
import { idOf } from '../../../lib/id-of.ts'
import type { SharesSearch } from '../../../paths.ts'
import { SHARE_STATES } from './labels.ts'

export interface SharesView {
  q: string
  state: ShareState | null
  /** The id of the user who created it. */
  by: string | null
}

/** Each key has its own fallback: a mistyped URL shows a list and not an error. */
export const parseView = (search: URLSearchParams): SharesView => ({
  q: (search.get('q') ?? '').slice(0, 100),
  state: SHARE_STATES.find((state) => state === search.get('state')) ?? null,
  by: idOf(search.get('by')),
})

/** The query string of a view. */
export const searchOf = ({ q, state, by }: SharesView): SharesSearch => ({
  ...(q && { q }),
  ...(state && { state }),
  ...(by && { by }),
})

export const filtersOf = ({ q, state, by }: SharesView): ShareFilters => ({
  ...(q.trim() && { q: q.trim() }),
  ...(state && { state }),
  ...(by && { created_by: by }),
})
