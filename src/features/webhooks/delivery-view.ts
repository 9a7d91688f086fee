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
  /** The id of the delivery that is open. */
  delivery: string | null
  /** Of the chart, which the filters do not change. */
  range: Range
  /** Whether its figures are shown as a table. */
  table: boolean
}

/**
 * Each key falls back separately, so a mistyped URL shows a list instead of an error. `types` are
 * those of the catalogue.
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

/** The way back into the URL; what is at its default is left out of it. */
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

/** How the figures are shown, which stays where filters go. */
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
 * What a field of a date and a time shows of an instant, in the zone of this device:
 * "2026-11-25T18:52".
 */
export function localOf(instant: string | null): string {
  if (!instant) return ''
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The way back; null where it is empty or no time. */
export const instantOfLocal = (local: string): string | null => instantOf(local)
