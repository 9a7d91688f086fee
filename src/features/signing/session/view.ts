import type { SessionState, SigningFilters } from '../../../api/signing.ts'
import { idOf } from '../../../lib/id-of.ts'
import type { SigningSearch } from '../../../paths.ts'
import { SESSION_STATES } from './labels.ts'

export const TABS = ['sessions', 'templates'] as const
export type Tab = (typeof TABS)[number]

export const SORTS = ['changed', 'made', 'title'] as const
export type Sort = (typeof SORTS)[number]

export interface SigningListView {
  tab: Tab
  q: string
  state: SessionState | null
  /** The id of the user who created it. */
  by: string | null
  sort: Sort
}

/** Each key has its own fallback: a mistyped URL shows a list and not an error. */
export const parseView = (search: URLSearchParams): SigningListView => ({
  tab: TABS.find((tab) => tab === search.get('tab')) ?? 'sessions',
  q: (search.get('q') ?? '').slice(0, 100),
  state: SESSION_STATES.find((state) => state === search.get('state')) ?? null,
  by: idOf(search.get('by')),
  sort: SORTS.find((sort) => sort === search.get('sort')) ?? 'changed',
})

/** The query string of a view. */
export const searchOf = ({ tab, q, state, by, sort }: SigningListView): SigningSearch => ({
  ...(tab !== 'sessions' && { tab }),
  ...(q && { q }),
  ...(state && { state }),
  ...(by && { by }),
  ...(sort !== 'changed' && { sort }),
})

const ORDER: Record<Sort, Pick<SigningFilters, 'sort_by' | 'sort_dir'>> = {
  changed: {},
  made: { sort_by: 'created_at' },
  title: { sort_by: 'title', sort_dir: 'asc' },
}

export const filtersOf = ({ q, state, by, sort }: SigningListView): SigningFilters => ({
  ...(q.trim() && { q: q.trim() }),
  ...(state && { state }),
  ...(by && { created_by: by }),
  ...ORDER[sort],
})
