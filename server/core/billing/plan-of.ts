import { and, eq, ne } from 'drizzle-orm'
import type { Queries } from '../../platform.ts'
import { type SubscriptionRow, subscriptions } from '../schema.ts'

/** The paid plan of an owner; null for the free plan. */
export async function planOf(db: Queries, ownerId: string): Promise<SubscriptionRow | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.ownerId, ownerId),
        eq(subscriptions.kind, 'plan'),
        ne(subscriptions.status, 'cancelled'),
      ),
    )
  return row ?? null
}
