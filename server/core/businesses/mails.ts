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

/** A mail line with the given reason; empty without one. */
export const reasonLine = (reason: string | null | undefined): string[] =>
  reason ? [`The reason: “${reason}”`] : []

/** Mails all active owners of a business, in the caller's transaction. */
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

/** Mails the administrators. */
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

/** Sends a separate mail to each person. */
export async function mailAll(
  ctx: Pick<TransactionContext, 'platform'>,
  tx: Transaction,
  people: { id: string; email: string }[],
  { subject, lines, link }: Words,
) {
  // Links in mail use the operator's URL, never the request's host.
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
