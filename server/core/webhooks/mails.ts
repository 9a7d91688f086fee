import { eq } from 'drizzle-orm'
import type { Transaction } from '../../platform.ts'
import { mailAll, mailOwners } from '../businesses/mails.ts'
import { owners, users, type WebhookRow } from '../schema.ts'
import type { TransactionPlatform } from '../transaction.ts'

const moment = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Mails the owner that a webhook is failing and will be disabled. */
export const mailFailing = (
  platform: TransactionPlatform,
  tx: Transaction,
  webhook: WebhookRow,
  facts: { since: Date; disabledFrom: Date; error: string },
) =>
  mailOwner(platform, tx, webhook, {
    subject: 'A webhook cannot be delivered',
    lines: [
      `Since ${moment(facts.since)} no event could be delivered to the webhook ${hostOf(webhook)}. The last error: ${facts.error}`,
      `If nothing succeeds until ${moment(facts.disabledFrom)}, the webhook is disabled. Events are kept for 30 days and can be sent again.`,
    ],
  })

/** Mails the owner that a webhook was disabled, and why. */
export const mailDisabled = (
  platform: TransactionPlatform,
  tx: Transaction,
  webhook: WebhookRow,
  error: string,
) =>
  mailOwner(platform, tx, webhook, {
    subject: 'A webhook was disabled',
    lines: [
      `The webhook ${hostOf(webhook)} was disabled. The last error: ${error}`,
      'Correct the receiver, enable the webhook, then send the missed events again. Events are kept for 30 days.',
    ],
  })

/** Only the host: the rest of the URL may contain a key, which must not be in mail. */
const hostOf = ({ url, description }: WebhookRow) =>
  description ? `“${description}” at ${new URL(url).host}` : `at ${new URL(url).host}`

async function mailOwner(
  platform: TransactionPlatform,
  tx: Transaction,
  { id, ownerId }: WebhookRow,
  words: { subject: string; lines: string[] },
) {
  const link = { label: 'Open the webhook', path: `/webhooks/${id}` }
  const [owner] = await tx.select().from(owners).where(eq(owners.id, ownerId))
  if (owner?.kind === 'business') return mailOwners({ platform }, tx, { id: ownerId }, { ...words, link })
  const people = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.id, ownerId))
  return mailAll({ platform }, tx, people, { ...words, link })
}
