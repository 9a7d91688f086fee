import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../platform.ts'
import { mail } from '../mail-text.ts'
import { billingSettings, businesses, businessUsers, users } from '../schema.ts'
import { sendMessages } from '../send-message.ts'
import type { TransactionPlatform } from '../transaction.ts'

const count = new Intl.NumberFormat('en')
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

interface Payers {
  /** Null for a personal account. */
  business: string | null
  to: { userId: string; email: string }[]
}

/**
 * Recipients of billing mail: the user, or the owners and admins of a business. Guests have no
 * address.
 */
async function payersOf(tx: Transaction, ownerId: string): Promise<Payers> {
  const [business] = await tx
    .select({ name: businesses.name })
    .from(businesses)
    .where(eq(businesses.id, ownerId))
  if (!business) {
    const [person] = await tx
      .select({ userId: users.id, email: users.email })
      .from(users)
      .where(eq(users.id, ownerId))
    return { business: null, to: person ? [person] : [] }
  }
  const to = await tx
    .select({ userId: users.id, email: users.email })
    .from(businessUsers)
    .innerJoin(users, eq(users.id, businessUsers.userId))
    .where(
      and(
        eq(businessUsers.businessId, ownerId),
        eq(businessUsers.status, 'active'),
        inArray(businessUsers.role, ['owner', 'admin']),
      ),
    )
  return { business: business.name, to }
}

interface Words {
  subject: string
  lines: string[]
  label: string
  path: string
}

async function tell(platform: TransactionPlatform, tx: Transaction, ownerId: string, words: Words) {
  const { business, to } = await payersOf(tx, ownerId)
  const { subject, lines, label, path } = words
  const of = business === null ? 'your Filewright account' : `the business “${business}” on Filewright`
  const letter = mail({
    subject: business === null ? subject : `${subject}: ${business}`,
    lines: [`This is about ${of}. ${lines[0] ?? ''}`, ...lines.slice(1)],
    link: { label, url: `${platform.settings.mailUrl()}${path}` },
  })
  await sendMessages(
    platform,
    tx,
    to.map(({ userId, email }) => ({ userId, message: { kind: 'mail', to: email, ...letter } })),
  )
}

/** Mail: credits are low or used up. */
export const mailLowBalance = (
  platform: TransactionPlatform,
  tx: Transaction,
  ownerId: string,
  left: number,
): Promise<void> =>
  tell(platform, tx, ownerId, {
    subject: left < 1 ? 'Your credits are used up' : `${count.format(left)} credits are left`,
    lines: [
      left < 1
        ? 'No credits are left. New conversions are refused until credits are added.'
        : `${count.format(left)} credits are left. Conversions continue until they are used up.`,
      'You can change this alert, or buy credits automatically, in the settings of Billing.',
    ],
    ...{ label: 'Buy credits', path: '/billing/plans' },
  })

/** Mail: the monthly spend limit is near or reached. */
export async function mailSpending(
  platform: TransactionPlatform,
  tx: Transaction,
  ownerId: string,
  { spent, limit }: { spent: number; limit: number },
): Promise<void> {
  const [settings] = await tx.select().from(billingSettings).where(eq(billingSettings.ownerId, ownerId))
  const isReached = spent >= limit
  const refuses = settings?.spendLimitRefuses ?? false
  await tell(platform, tx, ownerId, {
    subject: isReached ? 'The monthly spend limit is reached' : 'The monthly spend limit is near',
    lines: [
      `${count.format(spent)} of ${count.format(limit)} credits of this month are spent.`,
      refuses
        ? 'At the limit new work is refused until the month ends or the limit is changed.'
        : 'Work continues: the limit only notifies.',
    ],
    ...{ label: 'Change the limit', path: '/billing/settings' },
  })
}

/** Mail: a renewal failed; the first, a further and the last reminder before the plan ends. */
export const mailDunning = (
  platform: TransactionPlatform,
  tx: Transaction,
  ownerId: string,
  { plan, ends, number }: { plan: string; ends: Date; number: number },
): Promise<void> =>
  tell(platform, tx, ownerId, {
    subject: number === 3 ? `Your plan ends on ${dayOf(ends)}` : 'The payment for your plan failed',
    lines: [
      `The payment for the plan ${plan} failed and will be retried. If it isn’t paid, the plan ends on ${dayOf(ends)} and the account moves to the free plan.`,
      'Nothing is deleted. Credits from packs stay; credits from the plan expire with it.',
    ],
    ...{ label: 'Update the card', path: '/billing' },
  })

export const mailPlanEnded = (
  platform: TransactionPlatform,
  tx: Transaction,
  ownerId: string,
  plan: string,
): Promise<void> =>
  tell(platform, tx, ownerId, {
    subject: `The plan ${plan} has ended`,
    lines: [
      `The plan ${plan} has ended because its renewal wasn’t paid. The account is on the free plan now.`,
      'Nothing was deleted. Stored files stay; new files are refused while storage exceeds the quota.',
    ],
    ...{ label: 'Choose a plan', path: '/billing/plans' },
  })

/** Mail: an automatic top-up succeeded, or was stopped. */
export const mailTopUp = (
  platform: TransactionPlatform,
  tx: Transaction,
  ownerId: string,
  { name, failure }: { name: string; failure: string | null },
): Promise<void> =>
  tell(platform, tx, ownerId, {
    subject: failure === null ? `${name} were bought automatically` : 'Automatic top-up has stopped',
    lines:
      failure === null
        ? [`${name} were bought automatically because the balance was low. The invoice is in Billing.`]
        : [`${name} could not be bought: ${failure} Automatic top-up has stopped. Nothing was charged.`],
    ...{ label: 'Open Billing', path: failure === null ? '/billing/purchases' : '/billing/settings' },
  })
