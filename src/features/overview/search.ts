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

/** Each key falls back by itself, so that a mistyped address shows the page all the same. */
export const parseView = (search: URLSearchParams): OverviewView => ({
  days: PERIODS.find((one) => one === search.get('days')) ?? '30',
  table: search.get('view') === 'table',
  family: FAMILY_NAMES.find((one) => one === search.get('family')) ?? null,
})

/** The way back into the address; what is at its default is left out of it. */
export const searchOf = ({ days, table, family }: OverviewView): OverviewSearch => ({
  ...(days !== '30' && { days }),
  ...(table && { view: 'table' }),
  ...(family && { family }),
})

/**
 * What there is something of in this period, and what was chosen, so that it can be let go of
 * again.
 */
export const familiesIn = ({ total }: UsageTrend, chosen: Family | null): Family[] =>
  FAMILY_NAMES.filter((family) => total.families[family] > 0 || family === chosen)
