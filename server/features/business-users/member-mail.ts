import { INVITATION_DAYS } from '../../../contract/business-users.ts'
import { ROLE_TABLE, type Role } from '../../../contract/permissions.ts'
import { linkTo } from '../../core/account-mail.ts'
import { mail } from '../../core/mail-text.ts'
import type { BusinessRow } from '../../core/schema.ts'
import { sendMessage } from '../../core/send-message.ts'
import type { TransactionContext } from '../../core/transaction.ts'
import type { Message, Transaction } from '../../platform.ts'

interface To {
  userId: string | null
  email: string
}
type Words = Parameters<typeof mail>[0]

const titleOf = (role: Role) => ROLE_TABLE[role].title

const letter = ({ email }: To, words: Words): Message => ({ kind: 'mail', to: email, ...mail(words) })

/** The mail with an invitation's link. The token is in it and nowhere else. */
export const invitationMail = (
  ctx: TransactionContext,
  business: BusinessRow,
  by: string,
  to: To & { role: Role; token: string },
): Message =>
  letter(to, {
    subject: `${by} invites you to “${business.name}”`,
    lines: [
      `${by} invites you to join “${business.name}” on Filewright as ${titleOf(to.role)}. The link works for ${INVITATION_DAYS} days and once.`,
      `${ROLE_TABLE[to.role].description} You can accept with an account that you have, or create one.`,
      'If you do not know the sender, ignore this mail or decline the invitation.',
    ],
    link: { label: 'Open the invitation', url: linkTo(ctx, '/invitation', to.token) },
  })

export const roleMail = (
  ctx: TransactionContext,
  business: BusinessRow,
  by: string,
  to: To,
  { before, after }: { before: Role; after: Role },
): Message =>
  letter(to, {
    subject: `Your role in “${business.name}” changed to ${titleOf(after)}`,
    lines: [
      `${by} changed your role in “${business.name}” from ${titleOf(before)} to ${titleOf(after)}.`,
      ROLE_TABLE[after].description,
    ],
    link: dashboard(ctx),
  })

const dashboard = (ctx: TransactionContext) => ({
  label: 'Open Filewright',
  url: `${ctx.platform.settings.mailUrl()}/`,
})

/** Tells somebody what happened to their membership, with a link to the dashboard. */
export async function mailMember(
  ctx: TransactionContext,
  tx: Transaction,
  to: To,
  words: Omit<Words, 'link' | 'code'>,
): Promise<void> {
  const message = letter(to, { ...words, link: dashboard(ctx) })
  await sendMessage(ctx.platform, tx, { userId: to.userId, message })
}

export async function mailAdded(
  ctx: TransactionContext,
  tx: Transaction,
  { business, name }: { business: BusinessRow; name: string },
  to: To & { role: Role },
): Promise<void> {
  await mailMember(ctx, tx, to, {
    subject: `You are now a member of “${business.name}”`,
    lines: [
      `${name} added you to “${business.name}” on Filewright as ${titleOf(to.role)}. ${ROLE_TABLE[to.role].description}`,
      'You can leave the business at any time.',
    ],
  })
}

/** The first password is told by the person who chose it; no mail holds one. */
export async function mailCreated(
  ctx: TransactionContext,
  tx: Transaction,
  { business, name }: { business: BusinessRow; name: string },
  to: To & { role: Role; username: string },
): Promise<void> {
  await mailMember(ctx, tx, to, {
    subject: `An account was created for you in “${business.name}”`,
    lines: [
      `${name} created the Filewright account “${to.username}” for you and added it to “${business.name}” as ${titleOf(to.role)}.`,
      'Ask them for your first password, sign in with it, and change it.',
    ],
  })
}
