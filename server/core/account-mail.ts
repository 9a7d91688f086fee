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

/** Sends a link that verifies the e-mail address. */
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

/** Sends a link to reset the password. `because` names who requested it. */
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
 * Links in mail use the operator's URL, never the request's host; the token is in the fragment, so
 * that it stays out of logs.
 */
export const linkTo = (ctx: QueryContext, path: string, token: string) =>
  `${ctx.platform.settings.mailUrl()}${path}#token=${token}`

/** Notifies a user of a security change, and what to do if it was not theirs. */
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
