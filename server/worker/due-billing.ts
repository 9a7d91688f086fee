import { and, eq, isNotNull, lt, lte, ne } from 'drizzle-orm'
import { mailDunning, mailPlanEnded } from '../core/billing/billing-mails.ts'
import { endSubscriptionRow, grantNextMonth } from '../core/billing/fulfil.ts'
import { planTerms } from '../core/billing/offers.ts'
import { businesses, type SubscriptionRow, subscriptions } from '../core/schema.ts'
import { withPlatformTransaction } from '../core/transaction.ts'
import type { Log, Platform, Queries } from '../platform.ts'

const DAY = 86_400_000
/**
 * Days before the end of a plan whose renewal failed, on which mail is sent: at once, then twice.
 */
const MAILED_BEFORE = [7, 4, 1]

/**
 * Grants the monthly credits of yearly plans, sends mail about failed renewals, and ends plans
 * whose renewal was not paid in time.
 */
export async function doDueBilling(platform: Platform): Promise<void> {
  const { db, clock, payments, log } = platform
  const months = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(isNotNull(subscriptions.creditsAt), lte(subscriptions.creditsAt, clock())))
  await eachOf(log, months, async ({ id }) => {
    for (;;) {
      const wasDue = await withPlatformTransaction(platform, (platform, tx) =>
        grantNextMonth(platform, tx, id),
      )
      if (!wasDue) break
    }
  })
  await cancelForClosed(platform)
  await sendDunning(platform)
  const unpaid = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        isNotNull(subscriptions.graceUntil),
        lte(subscriptions.graceUntil, clock()),
        ne(subscriptions.status, 'cancelled'),
      ),
    )
  await eachOf(log, unpaid, async (row) => {
    await payments.endSubscription(row.providerSubscription)
    await withPlatformTransaction(platform, async (platform, tx) => {
      await endSubscriptionRow(platform, tx, row)
      if (row.kind === 'plan') await mailPlanEnded(platform, tx, row.ownerId, await nameOf(tx, row))
    })
    log.info({ subscription: row.id }, 'a plan ended, since its renewal was not paid')
  })
}

/**
 * A failing row (the payment provider is unavailable) does not delay the others; the next run
 * retries it.
 */
async function eachOf<T extends { id: string }>(
  log: Log,
  rows: readonly T[],
  work: (row: T) => Promise<void>,
) {
  for (const row of rows)
    await work(row).catch((error: unknown) =>
      log.warn({ err: error, subscription: row.id }, 'what is due of a subscription was not done'),
    )
}

const nameOf = async (db: Queries, { item, interval }: SubscriptionRow): Promise<string> =>
  (await planTerms(db, item, interval)).terms.name ?? item

/** At most one mail per run: after an outage, a user does not get several at once. */
async function sendDunning(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  const late = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.kind, 'plan'),
        eq(subscriptions.status, 'past_due'),
        lt(subscriptions.dunningMails, MAILED_BEFORE.length),
      ),
    )
  await eachOf(log, late, async ({ id, graceUntil: ends }) => {
    if (!ends) return
    const daysLeft = (ends.getTime() - clock().getTime()) / DAY
    const due = MAILED_BEFORE.filter((days) => daysLeft <= days).length
    await withPlatformTransaction(platform, async (platform, tx) => {
      const [row] = await tx
        .update(subscriptions)
        .set({ dunningMails: due })
        .where(
          and(
            eq(subscriptions.id, id),
            eq(subscriptions.status, 'past_due'),
            lt(subscriptions.dunningMails, due),
          ),
        )
        .returning()
      if (row)
        await mailDunning(platform, tx, row.ownerId, { plan: await nameOf(tx, row), ends, number: due })
    })
  })
}

/** A closed business is not charged for another period. */
async function cancelForClosed({ db, payments, log }: Platform): Promise<void> {
  const rows = await db
    .select({ id: subscriptions.id, subscription: subscriptions.providerSubscription })
    .from(subscriptions)
    .innerJoin(businesses, eq(businesses.id, subscriptions.ownerId))
    .where(
      and(
        eq(businesses.status, 'closed'),
        ne(subscriptions.status, 'cancelled'),
        eq(subscriptions.cancelAtPeriodEnd, false),
      ),
    )
  await eachOf(log, rows, async ({ id, subscription }) => {
    await payments.cancelAtPeriodEnd(subscription, true)
    await db.update(subscriptions).set({ cancelAtPeriodEnd: true }).where(eq(subscriptions.id, id))
  })
}
