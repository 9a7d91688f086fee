import type { PipelineFilters } from '../../api/pipelines.ts'
import { idOf } from '../../lib/id-of.ts'
import type { PipelinesSearch } from '../../paths.ts'

export const TABS = ['pipelines', 'runs', 'templates'] as const
export type Tab = (typeof TABS)[number]

export const SORTS = ['changed', 'made', 'name'] as const
export type Sort = (typeof SORTS)[number]

export interface PipelinesView {
  tab: Tab
  q: string
  /** The id of the user who created it. */
  by: string | null
  sort: Sort
  /** The pipeline whose runs are shown. */
  pipeline: string | null
}

/** Each key falls back separately, so a mistyped URL shows a list instead of an error. */
export const parseView = (search: URLSearchParams): PipelinesView => ({
  tab: TABS.find((tab) => tab === search.get('tab')) ?? 'pipelines',
  q: (search.get('q') ?? '').slice(0, 100),
  by: idOf(search.get('by')),
  sort: SORTS.find((sort) => sort === search.get('sort')) ?? 'changed',
  pipeline: search.get('pipeline') || null,
})

/** Converts a view to URL parameters. */
export const searchOf = ({ tab, q, by, sort, pipeline }: PipelinesView): PipelinesSearch => ({
  ...(tab !== 'pipelines' && { tab }),
  ...(q && { q }),
  ...(by && { by }),
  ...(sort !== 'changed' && { sort }),
  ...(pipeline && { pipeline }),
})

const ORDER: Record<Sort, Pick<PipelineFilters, 'sort_by' | 'sort_dir'>> = {
  changed: {},
  made: { sort_by: 'created_at' },
  name: { sort_by: 'name', sort_dir: 'asc' },
}

export const filtersOf = ({ q, by, sort }: PipelinesView): PipelineFilters => ({
  ...(q.trim() && { q: q.trim() }),
  ...(by && { created_by: by }),
  ...ORDER[sort],
})
