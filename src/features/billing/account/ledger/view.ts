import type { LedgerFilters } from '../../../../api/billing.ts'
import { dayOfSearch, startOfDay } from '../../../../lib/day-range.ts'
import { idOf } from '../../../../lib/id-of.ts'
import type { LedgerSearch } from '../../../../paths.ts'
import { CREDIT_AREA_NAMES, type CreditArea } from '../areas.ts'

export const DIRECTIONS = ['in', 'out'] as const

export interface LedgerView {
  direction: (typeof DIRECTIONS)[number] | null
  area: CreditArea | null
  /** The id of the user who caused it. */
  by: string | null
  /** The id of a lot. */
  lot: string | null
  /** Days, "2026-11-21". */
  from: string | null
  to: string | null
}

export const NO_FILTER: LedgerView = {
  direction: null,
  area: null,
  by: null,
  lot: null,
  from: null,
  to: null,
}

/** Each key falls back separately, so a mistyped URL shows a list instead of an error. */
export const parseView = (search: URLSearchParams): LedgerView => ({
  direction: DIRECTIONS.find((one) => one === search.get('direction')) ?? null,
  area: CREDIT_AREA_NAMES.find((one) => one === search.get('area')) ?? null,
  by: idOf(search.get('by')),
  lot: idOf(search.get('lot')),
  from: dayOfSearch(search.get('from')),
  to: dayOfSearch(search.get('to')),
})

export const searchOf = (view: LedgerView): LedgerSearch =>
  Object.fromEntries(Object.entries(view).filter(([, value]) => value !== null))

/** Days in the browser's time zone. */
export const periodOf = ({ from, to }: LedgerView): { since?: string; until?: string } => ({
  ...(from && { since: startOfDay(from) }),
  ...(to && { until: startOfDay(to, 1) }),
})

export const filtersOf = (view: LedgerView): LedgerFilters => ({
  ...periodOf(view),
  ...(view.direction && { direction: view.direction }),
  ...(view.area && { area: view.area }),
  ...(view.by && { created_by: view.by }),
  ...(view.lot && { lot_id: view.lot }),
})

export const isFiltered = (view: LedgerView): boolean => Object.values(view).some((value) => value !== null)
/** The totals are for a period, so other filters hide them. */
export const isNarrowed = ({ direction, area, by, lot }: LedgerView): boolean =>
  [direction, area, by, lot].some((value) => value !== null)
