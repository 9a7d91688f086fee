import { and, eq, not, sql } from 'drizzle-orm'
import type { UsageFigures } from '../../../contract/usage.ts'
import { conversions } from '../../core/schema.ts'

/**
 * What counts of an account, hidden or not; what the service runs for itself does not. Read from an
 * index of its own.
 */
export const counted = (owner: string) => and(eq(conversions.ownerId, owner), not(conversions.service))

/**
 * The counts of a group of conversions; every column in it is in that index. Credits are the
 * ledger's (`chargedByBar`).
 */
export const counts = sql`
  count(*)::int as conversions,
  (count(*) filter (where status = 'completed'))::int as completed,
  (count(*) filter (where status = 'failed' and error_code is distinct from 'cancelled'))::int as failed,
  (count(*) filter (where status = 'failed' and error_code = 'cancelled'))::int as cancelled`

export type UsageCounts = Omit<UsageFigures, 'credits'>
/** A row of them, as the driver types it. */
export type CountsRow = UsageCounts & Record<string, unknown>

export const noFigures = (): UsageFigures => ({
  conversions: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
  credits: 0,
})

export function add(to: UsageCounts, more: UsageCounts): void {
  to.conversions += more.conversions
  to.completed += more.completed
  to.failed += more.failed
  to.cancelled += more.cancelled
}
