import type { StoredFamily, UserFileFilters } from '../../api/storage.ts'
import { FAMILY_NAMES } from '../../lib/families.ts'
import { idOf } from '../../lib/id-of.ts'
import type { StorageSearch } from '../../paths.ts'

/** The view in the URL: filters, order and layout. */

export const STORED_FAMILIES: readonly StoredFamily[] = [...FAMILY_NAMES, 'other']
export const SOURCES = ['upload', 'conversion'] as const
export type Source = (typeof SOURCES)[number]
/** The named sort orders; each is a column with a direction. */
export const ORDERS = {
  newest: { sort_by: 'created_at', sort_dir: 'desc' },
  oldest: { sort_by: 'created_at', sort_dir: 'asc' },
  largest: { sort_by: 'file_size_bytes', sort_dir: 'desc' },
  smallest: { sort_by: 'file_size_bytes', sort_dir: 'asc' },
  name: { sort_by: 'file_name', sort_dir: 'asc' },
  'name-back': { sort_by: 'file_name', sort_dir: 'desc' },
} as const
export type Order = keyof typeof ORDERS
export const ORDER_NAMES = Object.keys(ORDERS) as Order[]
export const LAYOUTS = ['list', 'grid'] as const
export type Layout = (typeof LAYOUTS)[number]

export interface StorageView {
  q: string
  family: StoredFamily | null
  source: Source | null
  /** The id of the user who created it. */
  by: string | null
  shared: boolean
  /** Only the trash. */
  deleted: boolean
  order: Order
  /** Null if the URL does not set it: the browser's preference applies. */
  layout: Layout | null
}

const oneOf = <T extends string>(list: readonly T[], value: string | null): T | null =>
  list.find((one) => one === value) ?? null

/** Each key has its own fallback: an old or mistyped URL shows a list and not an error. */
export function parseView(search: URLSearchParams): StorageView {
  return {
    q: (search.get('q') ?? '').slice(0, 100),
    family: oneOf(STORED_FAMILIES, search.get('family')),
    source: oneOf(SOURCES, search.get('source')),
    by: idOf(search.get('by')),
    shared: search.get('shared') === '1',
    deleted: search.get('deleted') === '1',
    order: oneOf(ORDER_NAMES, search.get('sort')) ?? 'newest',
    layout: oneOf(LAYOUTS, search.get('view')),
  }
}

/** Converts a view to URL parameters; defaults are omitted. */
export function searchOf(view: StorageView): StorageSearch {
  return {
    ...(view.q && { q: view.q }),
    ...(view.family && { family: view.family }),
    ...(view.source && { source: view.source }),
    ...(view.by && { by: view.by }),
    ...(view.shared && { shared: '1' as const }),
    ...(view.deleted && { deleted: '1' as const }),
    ...(view.order !== 'newest' && { sort: view.order }),
    ...(view.layout && { view: view.layout }),
  }
}

export function filtersOf(view: StorageView): UserFileFilters {
  return {
    ...(view.q.trim() && { q: view.q.trim() }),
    ...(view.family && { family: view.family }),
    ...(view.source && { source: view.source }),
    ...(view.by && { created_by: view.by }),
    ...(view.shared && { shared: 'true' as const }),
    ...(view.deleted && { deleted: 'true' as const }),
    ...ORDERS[view.order],
  }
}

export const NO_FILTERS = { q: '', family: null, source: null, by: null, shared: false } as const

export const isFiltered = ({ q, family, source, by, shared }: StorageView): boolean =>
  q !== '' || family !== null || source !== null || by !== null || shared
