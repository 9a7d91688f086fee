import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { hashToken, newToken } from './context.ts'
import { linkTokens } from './schema.ts'
import type { TransactionContext } from './transaction.ts'

const HOUR = 3_600_000
/** Hours that a link of each kind works. */
const LIVES = { verify_email: 72, change_email: 24, reset_password: 1 } as const
type Purpose = keyof typeof LIVES

/**
 * A token for a link that goes to an address. An earlier one for the same ends. @returns the token,
 * which nothing else keeps
 */
export async function makeLinkToken(
  ctx: TransactionContext,
  tx: Transaction,
  of: { purpose: Purpose; userId: string | null; email: string },
): Promise<string> {
  const token = newToken()
  const now = ctx.platform.clock()
  // Also where there is nobody: both take the same steps, so that the time of an answer tells
  // nothing.
  await forgetLinks(tx, of.userId ?? randomUUID(), of.purpose)
  await tx.insert(linkTokens).values({
    ...of,
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIVES[of.purpose] * HOUR),
  })
  return token
}

/**
 * Takes a link's token, which works once. @throws ApiProblem link_expired for any that does not
 * work now
 */
export async function takeLinkToken(
  ctx: TransactionContext,
  tx: Transaction,
  token: string,
  purposes: readonly Purpose[],
) {
  const [found] = await tx
    .delete(linkTokens)
    .where(and(eq(linkTokens.tokenHash, hashToken(token)), gt(linkTokens.expiresAt, ctx.platform.clock())))
    .returning()
  if (!found?.userId || !purposes.includes(found.purpose)) {
    throw new ApiProblem(
      'link_expired',
      'This link was used, has expired or is incomplete. Request a new one.',
    )
  }
  return { userId: found.userId, email: found.email, purpose: found.purpose }
}

/** Links of a kind that were sent to a user open nothing any more. */
export const forgetLinks = (tx: Transaction, userId: string, purpose: Purpose) =>
  tx.delete(linkTokens).where(and(eq(linkTokens.userId, userId), eq(linkTokens.purpose, purpose)))
