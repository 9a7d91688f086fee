import { eq } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { users } from './schema.ts'

/**
 * Refuses to sign in to an account that an administrator locked. Asked after the first factor was
 * right, so that strangers do not learn whether an account exists. A session that begins while the
 * account is being locked opens nothing.
 * @throws ApiProblem account_locked
 */
export async function refuseLocked(tx: Transaction, userId: string): Promise<void> {
  const [user] = await tx.select({ lockedAt: users.lockedAt }).from(users).where(eq(users.id, userId))
  if (user?.lockedAt)
    throw new ApiProblem(
      'account_locked',
      'This account is locked. Contact the administrator of this service.',
    )
}
