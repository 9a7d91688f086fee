import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../platform.ts'
import { mail } from '../mail-text.ts'
import { type BusinessRow, businessUsers, users } from '../schema.ts'
import { sendMessage } from '../send-message.ts'
import type { TransactionContext } from '../transaction.ts'

interface Words {
  subject: string
  lines: string[]
  link: { label: string; path: string }
}

/** A sentence with the reason that somebody gave, for a mail; nothing where none was given. */
export const reasonLine = (reason: string | null | undefined): string[] =>
  reason ? [`The reason: “${reason}”`] : []

/** Mails all active owners of a business, as a part of the caller's transaction. */
export async function mailOwners(
  ctx: Pick<TransactionContext, 'platform'>,
  tx: Transaction,
  business: Pick<BusinessRow, 'id'>,
  words: Words,
): Promise<void> {
  const owners = await tx
    .select({ id: users.id, email: users.email })
    .from(businessUsers)
    .innerJoin(users, eq(users.id, businessUsers.userId))
    .where(
      and(
        eq(businessUsers.businessId, business.id),
        eq(businessUsers.role, 'owner'),
        eq(businessUsers.status, 'active'),
      ),
    )
  await mailAll(ctx, tx, owners, words)
}

/** Mails who runs the instance. */
export async function mailAdministrators(
  ctx: TransactionContext,
  tx: Transaction,
  words: Words,
): Promise<void> {
  const admins = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.isAdmin, true))
  await mailAll(ctx, tx, admins, words)
}

/** Mails people, each on their own. */
export async function mailAll(
  ctx: Pick<TransactionContext, 'platform'>,
  tx: Transaction,
  people: { id: string; email: string }[],
  { subject, lines, link }: Words,
) {
  // A link in mail leads to the address that the operator set, never to one that a request named.
  const url = `${ctx.platform.settings.mailUrl()}${link.path}`
  for (const { id, email } of people)
    await sendMessage(ctx.platform, tx, {
      userId: id,
      message: { kind: 'mail', to: email, ...mail({ subject, lines, link: { label: link.label, url } }) },
    })
}

export const verificationLink = ({ publicId }: Pick<BusinessRow, 'publicId'>) => ({
  label: 'Open the verification',
  path: `/businesses/${publicId}/verification`,
})
export const businessLink = ({ publicId }: Pick<BusinessRow, 'publicId'>) => ({
  label: 'Open the business',
  path: `/businesses/${publicId}`,
})
