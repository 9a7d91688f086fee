import { ROLES, type Role } from '../../../../../contract/permissions.ts'
import type { MemberFilters } from '../../../../api/business-users.ts'

export const ORDERS = ['name', 'role', 'active', 'newest'] as const
export type Order = (typeof ORDERS)[number]
export const STATUSES = ['active', 'suspended', 'removed'] as const
export type Status = (typeof STATUSES)[number]
export const FACTORS = ['true', 'false'] as const
export type Factor = (typeof FACTORS)[number]
export type Dialog = 'invite' | 'import'

export interface MembersView {
  list: 'members' | 'invitations'
  q: string
  role: Role | null
  status: Status | null
  factor: Factor | null
  order: Order
  dialog: Dialog | null
}

const oneOf = <T extends string>(all: readonly T[], value: string | null): T | null =>
  all.find((one) => one === value) ?? null

/** Each key falls back separately, so a mistyped URL shows a list instead of an error. */
export const parseView = (search: URLSearchParams): MembersView => ({
  list: search.get('list') === 'invitations' ? 'invitations' : 'members',
  q: (search.get('q') ?? '').slice(0, 100),
  role: oneOf(ROLES, search.get('role')),
  status: oneOf(STATUSES, search.get('status')),
  factor: oneOf(FACTORS, search.get('factor')),
  order: oneOf(ORDERS, search.get('sort')) ?? 'name',
  dialog: oneOf(['invite', 'import'], search.get('dialog')),
})

/** Converts a view to URL parameters. */
export const searchOf = ({
  list,
  q,
  role,
  status,
  factor,
  order,
  dialog,
}: MembersView): Record<string, string> => ({
  ...(list === 'invitations' && { list }),
  ...(q && { q }),
  ...(role && { role }),
  ...(status && { status }),
  ...(factor && { factor }),
  ...(order !== 'name' && { sort: order }),
  ...(dialog && { dialog }),
})

const SORTED = {
  name: { sort_by: 'name', sort_dir: 'asc' },
  role: { sort_by: 'role', sort_dir: 'asc' },
  active: { sort_by: 'last_active_at', sort_dir: 'desc' },
  newest: { sort_by: 'created_at', sort_dir: 'desc' },
} as const satisfies Record<Order, MemberFilters>

export const filtersOf = ({ list, q, role, status, factor, order }: MembersView): MemberFilters => ({
  ...(q.trim() && { query: q.trim() }),
  ...(role && { role }),
  ...(list === 'invitations'
    ? { status: 'invited', ...SORTED.newest }
    : { ...(status && { status }), ...(factor && { second_factor: factor }), ...SORTED[order] }),
})

export const isFiltered = ({ q, role, status, factor }: MembersView): boolean =>
  q !== '' || role !== null || status !== null || factor !== null
