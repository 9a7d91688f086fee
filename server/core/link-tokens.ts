import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { hashToken, newToken } from './context.ts'
import { linkTokens } from './schema.ts'
import type { TransactionContext } from './transaction.ts'

const HOUR = 3_600_000
/** Lifetime of a link in hours, by kind. */
const LIVES = { verify_email: 72, change_email: 24, reset_password: 1 } as const
type Purpose = keyof typeof LIVES

/**
 * Creates a token for a link in mail. Revokes an earlier one for the same purpose. @returns the
 * token, of which only the hash is stored
 */
export async function makeLinkToken(
  ctx: TransactionContext,
  tx: Transaction,
  of: { purpose: Purpose; userId: string | null; email: string },
): Promise<string> {
  const token = newToken()
  const now = ctx.platform.clock()
  // Runs the same steps for an unknown address, so that response times reveal nothing.
  await forgetLinks(tx, of.userId ?? randomUUID(), of.purpose)
  await tx.insert(linkTokens).values({
    ...of,
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIVES[of.purpose] * HOUR),
  })
  return token
}

/** Uses a link's single-use token. @throws ApiProblem link_expired for any invalid token */
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

/** Revokes a user's links of a kind. */
export const forgetLinks = (tx: Transaction, userId: string, purpose: Purpose) =>
  tx.delete(linkTokens).where(and(eq(linkTokens.userId, userId), eq(linkTokens.purpose, purpose)))
