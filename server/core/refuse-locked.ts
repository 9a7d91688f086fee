import { eq } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { users } from './schema.ts'

/**
 * Refuses sign-in to a locked account. Call it after the first factor, so that strangers do not
 * learn whether an account exists. A session that starts during the locking is useless.
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
