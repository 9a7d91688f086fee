import { randomInt } from 'node:crypto'
import { CODE_SECONDS } from '../../../contract/mfa.ts'
import type { Context } from '../../core/context.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { mail } from '../../core/mail-text.ts'
import { sendMessage } from '../../core/send-message.ts'
import type { QueryContext, TransactionContext } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'

const PURPOSE = 'sent code'

/** What is stored of a code: bound to what it is for, so that it fits nothing else (ASVS 6.6.2). */
export const macOfCode = ({ platform }: QueryContext, boundTo: string, code: string) =>
  platform.secrets.mac(`${boundTo} ${code.replace(/\s/g, '')}`, PURPOSE)

/** Takes one of the codes that may be sent to an account. @throws ApiProblem too_many_requests */
export const takeSending = (ctx: Context, userId: string) =>
  consumeOrThrow(ctx, LIMIT_RULES.sendAccount, userId)

/**
 * Makes a code of six digits and sends it; an earlier one for the same is replaced by the caller,
 * who stores the MAC. Call `takeSending` before the transaction. @returns the code's MAC and expiry
 */
export async function sendCode(
  ctx: TransactionContext,
  tx: Transaction,
  to: { userId: string; boundTo: string; doing: string } & ({ email: string } | { phone: string }),
): Promise<{ codeMac: Buffer; codeExpiresAt: Date }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const minutes = CODE_SECONDS / 60
  await sendMessage(ctx.platform, tx, {
    userId: to.userId,
    message:
      'email' in to
        ? {
            kind: 'mail',
            to: to.email,
            ...mail({
              subject: `${code} is your Filewright code`,
              code,
              lines: [
                `Use this code to ${to.doing}. It works once and expires in ${minutes} minutes.`,
                'Don’t share it: we never ask for it by e-mail, phone or chat. If you didn’t request it, change your password.',
              ],
            }),
          }
        : {
            kind: 'sms',
            to: to.phone,
            text: `${code} is your Filewright code to ${to.doing}. It expires in ${minutes} minutes. Don’t share it.`,
          },
  })
  return {
    codeMac: macOfCode(ctx, to.boundTo, code),
    codeExpiresAt: new Date(ctx.platform.clock().getTime() + CODE_SECONDS * 1000),
  }
}

const DOTS = '•••••'

/** Enough of an address to know one's own by. */
export const maskEmail = (email: string) => {
  const [name = '', host = ''] = email.split('@', 2)
  return `${name.slice(0, 1)}${DOTS}@${host}`
}
export const maskPhone = (phone: string) => `${phone.slice(0, 3)} ${DOTS}${phone.slice(-2)}`
