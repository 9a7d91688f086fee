import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { BillingSummary } from '../../../contract/billing-admin.ts'
import type { Context } from '../../core/context.ts'
import { purchases } from '../../core/schema.ts'
import { presentPurchases } from './accounts.ts'

const MONTHS = 12
const HOUR = 3_600_000
/** Purchases that are shown as not settled. */
const MOST = 50

/** What came in, what was given and spent, and what needs a look. */
export async function getBillingSummary({ platform: { db, clock } }: Context): Promise<BillingSummary> {
  const now = clock()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1)).toISOString()
  const month = (time: string) => sql.raw(`to_char(${time} at time zone 'UTC', 'YYYY-MM')`)
  const [paid, credits, plans, unsettled, books] = await Promise.all([
    db.execute<{
      month: string
      currency: string
      amount: number
      refunded: number
      count: number
      credits: number
    }>(sql`
      select ${month('invoiced_at')} as month, currency, sum(amount)::float as amount, sum(refunded)::float as refunded,
        count(*)::int as count, sum(credits)::float as credits
      from purchases where invoice_number is not null and invoiced_at >= ${first}::timestamptz group by 1, 2`),
    db.execute<{ month: string; granted: number; spent: number }>(sql`
      select ${month('created_at')} as month,
        coalesce(sum(credits) filter (where kind = 'grant' and source not in ('plan', 'pack')), 0)::float as granted,
        coalesce(-sum(credits) filter (where kind = 'charge'), 0)::float as spent
      from credit_entries where created_at >= ${first}::timestamptz group by 1`),
    db.execute<{ plan: string; active: number; past_due: number }>(sql`
      select item as plan, count(*)::int as active, count(*) filter (where status = 'past_due')::int as past_due
      from subscriptions where kind = 'plan' and status <> 'cancelled' group by 1 order by 2 desc, 1`),
    db
      .select()
      .from(purchases)
      .where(
        or(
          and(eq(purchases.status, 'pending'), lt(purchases.expiresAt, new Date(now.getTime() - HOUR))),
          and(
            inArray(purchases.status, ['pending', 'paid']),
            eq(purchases.kind, 'top_up'),
            lt(purchases.createdAt, new Date(now.getTime() - HOUR)),
          ),
        ),
      )
      .orderBy(purchases.createdAt)
      .limit(MOST),
    db.execute<{ count: number }>(sql`
      select count(*)::int as count from owners o
      left join (select owner_id, sum(credits) as sum from credit_entries group by 1) e on e.owner_id = o.id
      left join (select owner_id, sum(remaining) as sum from credit_lots group by 1) l on l.owner_id = o.id
      where credits_available + credits_held <> coalesce(e.sum, 0)
        or credits_available + credits_held <> coalesce(l.sum, 0)`),
  ])
  const months = Array.from({ length: MONTHS }, (_, at) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - at)).toISOString().slice(0, 7),
  )
  return {
    months: months.map((name) => {
      const sold = paid.rows.filter((row) => row.month === name)
      const moved = credits.rows.find((row) => row.month === name)
      return {
        month: name,
        revenue: sold.map(({ amount, currency }) => ({ amount, currency })),
        refunded: sold
          .filter(({ refunded }) => refunded > 0)
          .map(({ refunded: amount, currency }) => ({ amount, currency })),
        purchases: sold.reduce((sum, { count }) => sum + count, 0),
        credits_sold: sold.reduce((sum, row) => sum + row.credits, 0),
        credits_granted: moved?.granted ?? 0,
        credits_spent: moved?.spent ?? 0,
      }
    }),
    subscriptions: plans.rows.map(({ plan, active, past_due }) => ({ plan, active, past_due })),
    unsettled: await presentPurchases(db, unsettled),
    disagreeing: books.rows[0]?.count ?? 0,
  }
}
