import {
  BUSINESS_STATUSES,
  type BusinessStatus,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from '../../../../../contract/business-states.ts'
import type { BusinessFilters } from '../../../../api/businesses.ts'

export const ORDERS = ['waiting', 'newest', 'changed', 'name'] as const
export type Order = (typeof ORDERS)[number]
export const ACTIVITY = ['true', 'false'] as const
export type Activity = (typeof ACTIVITY)[number]

export interface QueueView {
  q: string
  /** Null: any verification status. The default is waiting for review. */
  verification: VerificationStatus | null
  status: BusinessStatus | null
  active: Activity | null
  industry: string
  state: string
  order: Order
}

const oneOf = <T extends string>(all: readonly T[], value: string | null): T | null =>
  all.find((one) => one === value) ?? null

/** Each key falls back separately, so a mistyped URL shows a list instead of an error. */
export const parseView = (search: URLSearchParams): QueueView => ({
  q: (search.get('q') ?? '').slice(0, 100),
  verification: search.has('verification')
    ? oneOf(VERIFICATION_STATUSES, search.get('verification'))
    : 'submitted',
  status: oneOf(BUSINESS_STATUSES, search.get('status')),
  active: oneOf(ACTIVITY, search.get('active')),
  industry: (search.get('industry') ?? '').slice(0, 100),
  state: (search.get('state') ?? '').slice(0, 100),
  order: oneOf(ORDERS, search.get('sort')) ?? 'waiting',
})

/** Converts a view to URL parameters. */
export const searchOf = (view: QueueView): Record<string, string> => ({
  ...(view.q && { q: view.q }),
  ...(view.verification !== 'submitted' && { verification: view.verification ?? 'any' }),
  ...(view.status && { status: view.status }),
  ...(view.active && { active: view.active }),
  ...(view.industry && { industry: view.industry }),
  ...(view.state && { state: view.state }),
  ...(view.order !== 'waiting' && { sort: view.order }),
})

const SORTED = {
  waiting: { sort_by: 'submitted_at', sort_dir: 'asc' },
  newest: { sort_by: 'created_at', sort_dir: 'desc' },
  changed: { sort_by: 'updated_at', sort_dir: 'desc' },
  name: { sort_by: 'name', sort_dir: 'asc' },
} as const satisfies Record<Order, BusinessFilters>

export const filtersOf = (view: QueueView): BusinessFilters => ({
  ...(view.q.trim() && { query: view.q.trim() }),
  ...(view.verification && { verification_status: view.verification }),
  ...(view.status && { status: view.status }),
  ...(view.active && { is_active: view.active }),
  ...(view.industry.trim() && { industry: view.industry.trim() }),
  ...(view.state.trim() && { state: view.state.trim() }),
  ...SORTED[view.order],
})
