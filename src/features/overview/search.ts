import type { UsageTrend } from '../../api/usage.ts'
import { FAMILY_NAMES, type Family } from '../../lib/families.ts'
import type { OverviewSearch } from '../../paths.ts'

export const PERIODS = ['30', '90', '365'] as const
export type Period = (typeof PERIODS)[number]

export interface OverviewView {
  days: Period
  table: boolean
  family: Family | null
}

/** Each key falls back separately, so that a mistyped URL still shows the page. */
export const parseView = (search: URLSearchParams): OverviewView => ({
  days: PERIODS.find((one) => one === search.get('days')) ?? '30',
  table: search.get('view') === 'table',
  family: FAMILY_NAMES.find((one) => one === search.get('family')) ?? null,
})

/** Converts a view to URL parameters; defaults are omitted. */
export const searchOf = ({ days, table, family }: OverviewView): OverviewSearch => ({
  ...(days !== '30' && { days }),
  ...(table && { view: 'table' }),
  ...(family && { family }),
})

/** The families with data in this period, and the selected one, so that it can be deselected. */
export const familiesIn = ({ total }: UsageTrend, chosen: Family | null): Family[] =>
  FAMILY_NAMES.filter((family) => total.families[family] > 0 || family === chosen)
