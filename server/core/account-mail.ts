import type { Transaction } from '../platform.ts'
import { deviceOf } from './device-name.ts'
import { makeLinkToken } from './link-tokens.ts'
import { mail } from './mail-text.ts'
import { sendMessage } from './send-message.ts'
import type { QueryContext, TransactionContext } from './transaction.ts'

interface Addressee {
  id: string
  username: string
  email: string
}

/** Asks whoever reads the address to open a link, which shows that the address is theirs. */
export async function sendVerificationMail(
  ctx: TransactionContext,
  tx: Transaction,
  user: Addressee,
  purpose: 'verify_email' | 'change_email',
): Promise<void> {
  const token = await makeLinkToken(ctx, tx, { purpose, userId: user.id, email: user.email })
  await sendMessage(ctx.platform, tx, {
    userId: user.id,
    message: {
      kind: 'mail',
      to: user.email,
      ...mail({
        subject: 'Confirm your e-mail address',
        lines: [
          `This e-mail address was entered for the Filewright account “${user.username}”. If it was you, open the link.`,
          'If it wasn’t you, ignore this e-mail. The address is used only after the link is opened.',
        ],
        link: { label: 'Confirm e-mail address', url: linkTo(ctx, '/verify-email', token) },
      }),
    },
  })
}

/** Sends the link with which a person chooses a new password. `because` says who asked for it. */
export async function sendPasswordMail(
  ctx: TransactionContext,
  tx: Transaction,
  user: Addressee,
  because: string[],
): Promise<void> {
  const token = await makeLinkToken(ctx, tx, {
    ...{ purpose: 'reset_password', userId: user.id, email: user.email },
  })
  await sendMessage(ctx.platform, tx, {
    userId: user.id,
    message: {
      kind: 'mail',
      to: user.email,
      ...mail({
        subject: 'Reset your password',
        lines: because,
        link: { label: 'Choose a new password', url: linkTo(ctx, '/reset-password', token) },
      }),
    },
  })
}

/**
 * A link in mail leads to the address that the operator set, never to one that a request named; its
 * token stays out of logs.
 */
export const linkTo = (ctx: QueryContext, path: string, token: string) =>
  `${ctx.platform.settings.mailUrl()}${path}#token=${token}`

/**
 * Tells an account's owner of something that they may not have done themselves, and what to do
 * then.
 */
export async function sendNotice(
  ctx: TransactionContext,
  tx: Transaction,
  user: Addressee,
  { subject, lines }: { subject: string; lines: string[] },
): Promise<void> {
  await sendMessage(ctx.platform, tx, {
    userId: user.id,
    message: {
      kind: 'mail',
      to: user.email,
      ...mail({
        subject,
        lines: [
          ...lines,
          `It came from ${deviceOf(ctx.userAgent).name}, network address ${ctx.address}, at ${ctx.platform.clock().toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
          'If it wasn’t you, change your password and review Security in the dashboard.',
        ],
        link: { label: 'Open Security', url: `${ctx.platform.settings.mailUrl()}/security` },
      }),
    },
  })
}
