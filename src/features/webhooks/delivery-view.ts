import type { Delivery, DeliveryFilters, EventType } from '../../api/webhooks.ts'
import type { WebhookSearch } from '../../paths.ts'
import { RANGES, type Range } from './figures/range.ts'

export type DeliveryStatus = Delivery['status']

export const DELIVERY_STATUSES: readonly DeliveryStatus[] = ['pending', 'succeeded', 'failed', 'cancelled']

export interface DeliveryView {
  status: DeliveryStatus | null
  type: EventType | null
  /** Instants. */
  since: string | null
  until: string | null
  q: string
  /** The id of the open delivery. */
  delivery: string | null
  /** The range of the chart, which the filters do not change. */
  range: Range
  /** Whether the statistics are shown as a table. */
  table: boolean
}

/**
 * Each key falls back separately, so a mistyped URL shows a list instead of an error. `types` are
 * the catalog's.
 */
export const parseView = (search: URLSearchParams, types: readonly EventType[]): DeliveryView => ({
  status: DELIVERY_STATUSES.find((status) => status === search.get('status')) ?? null,
  type: types.find((type) => type === search.get('type')) ?? null,
  since: instantOf(search.get('since')),
  until: instantOf(search.get('until')),
  q: (search.get('q') ?? '').slice(0, 100),
  delivery: search.get('delivery'),
  ...parseFigures(search),
})

export const parseFigures = (search: URLSearchParams): Pick<DeliveryView, 'range' | 'table'> => ({
  range: RANGES.find((range) => range === search.get('range')) ?? RANGES[0],
  table: search.get('view') === 'table',
})

/** Converts a view to URL parameters; defaults are omitted. */
export const searchOf = ({
  status,
  type,
  since,
  until,
  q,
  delivery,
  ...figures
}: DeliveryView): WebhookSearch => ({
  ...(status && { status }),
  ...(type && { type }),
  ...(since && { since }),
  ...(until && { until }),
  ...(q && { q }),
  ...(delivery && { delivery }),
  ...figuresSearch(figures),
})

/** The parameters of the statistics, which stay when filters are cleared. */
export const figuresSearch = ({ range, table }: Pick<DeliveryView, 'range' | 'table'>): WebhookSearch => ({
  ...(range !== RANGES[0] && { range }),
  ...(table && { view: 'table' }),
})

export const filtersOf = ({ status, type, since, until, q }: DeliveryView): DeliveryFilters => ({
  ...(status && { status }),
  ...(type && { type }),
  ...(since && { since }),
  ...(until && { until }),
  ...(q.trim() && { q: q.trim() }),
})

export const isFiltered = (view: DeliveryView): boolean => Object.keys(filtersOf(view)).length > 0

function instantOf(text: string | null): string | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/**
 * An instant as the value of a datetime-local input, in this device's time zone:
 * "2026-11-25T18:52".
 */
export function localOf(instant: string | null): string {
  if (!instant) return ''
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The inverse; null if empty or invalid. */
export const instantOfLocal = (local: string): string | null => instantOf(local)
