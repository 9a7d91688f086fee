import type { ConversionFilters } from '../../api/history.ts'
import { dayOfSearch, startOfDay } from '../../lib/day-range.ts'
import { FAMILY_NAMES, type Family } from '../../lib/families.ts'
import { idOf } from '../../lib/id-of.ts'
import type { HistorySearch } from '../../paths.ts'

export const STATUSES = ['pending', 'completed', 'failed', 'cancelled'] as const
export type StatusFilter = (typeof STATUSES)[number]
export const SORTS = ['created_at', 'filename', 'size_bytes', 'credits_charged'] as const
/** The charged price, in credits. */
export const COSTS = ['free', 'paid', 'much'] as const
export type CostFilter = (typeof COSTS)[number]
export const MUCH = 10
export type SortBy = (typeof SORTS)[number]

export interface HistoryView {
  q: string
  family: Family | null
  status: StatusFilter | null
  format: string | null
  cost: CostFilter | null
  /** The id of the user who created it. */
  by: string | null
  /** Only hidden conversions. */
  hidden: boolean
  /** Days, "2026-11-21". */
  from: string | null
  to: string | null
  sortBy: SortBy
  sortDir: 'asc' | 'desc'
}

const oneOf = <T extends string>(list: readonly T[], value: string | null): T | null =>
  list.find((one) => one === value) ?? null

/** Each key has its own fallback: an outdated or mistyped URL shows a list and not an error. */
export function parseView(search: URLSearchParams): HistoryView {
  const format = search.get('format')
  const sort = search.get('sort') ?? ''
  const sortBy = oneOf(SORTS, sort.replace(/^-/, '')) ?? 'created_at'
  return {
    q: (search.get('q') ?? '').slice(0, 100),
    family: oneOf(FAMILY_NAMES, search.get('family')),
    status: oneOf(STATUSES, search.get('status')),
    format: format !== null && /^[a-z0-9]{1,32}$/i.test(format) ? format.toLowerCase() : null,
    cost: oneOf(COSTS, search.get('cost')),
    by: idOf(search.get('by')),
    hidden: search.get('hidden') === '1',
    from: dayOfSearch(search.get('from')),
    to: dayOfSearch(search.get('to')),
    sortBy,
    // Newest first by default.
    sortDir: sort === '' || sort.startsWith('-') || sortBy !== sort ? 'desc' : 'asc',
  }
}

/** Converts a view to URL parameters; defaults are omitted. */
export function searchOf(view: HistoryView): HistorySearch {
  const sort = `${view.sortDir === 'desc' ? '-' : ''}${view.sortBy}`
  return {
    ...(view.q && { q: view.q }),
    ...(view.family && { family: view.family }),
    ...(view.status && { status: view.status }),
    ...(view.format && { format: view.format }),
    ...(view.cost && { cost: view.cost }),
    ...(view.by && { by: view.by }),
    ...(view.hidden && { hidden: '1' as const }),
    ...(view.from && { from: view.from }),
    ...(view.to && { to: view.to }),
    ...(sort !== '-created_at' && { sort }),
  }
}

export function filtersOf(view: HistoryView): ConversionFilters {
  return {
    ...(view.q.trim() && { q: view.q.trim() }),
    ...(view.family && { family: view.family }),
    ...(view.status && { status: view.status }),
    ...(view.format && { format: view.format }),
    ...(view.cost === 'free' && { credits_max: 0 }),
    ...(view.cost === 'paid' && { credits_min: 1 }),
    ...(view.cost === 'much' && { credits_min: MUCH }),
    ...(view.by && { created_by: view.by }),
    ...(view.hidden && { hidden: 'true' as const }),
    ...(view.from && { created_after: startOfDay(view.from) }),
    ...(view.to && { created_before: startOfDay(view.to, 1) }),
    sort_by: view.sortBy,
    sort_dir: view.sortDir,
  }
}

export const isFiltered = (view: HistoryView): boolean =>
  view.q !== '' ||
  view.hidden ||
  [view.family, view.status, view.format, view.cost, view.by, view.from, view.to].some(
    (value) => value !== null,
  )
