import { and, eq } from 'drizzle-orm'
import type { Platform, Transaction } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { idempotencyKeys } from './schema.ts'

/**
 * The fingerprint of a request. A MAC with the instance's key: requests contain passwords, which
 * must not be guessable offline.
 */
export const fingerprint = ({ secrets }: Pick<Platform, 'secrets'>, request: unknown) =>
  secrets.mac(JSON.stringify(request), 'idempotent request').toString('hex')

interface Once {
  /** The key's owner; two owners may use the same key. */
  scope: string
  key: string | undefined
  fingerprint: string
}

/**
 * Runs `work` once per key, in the caller's transaction: a repeated request gets the first result,
 * and a concurrent one waits for it (on the unique row that both insert). Without a key it just
 * runs `work`.
 */
export async function once<T extends object>(
  tx: Transaction,
  { scope, key, fingerprint }: Once,
  work: () => Promise<T>,
): Promise<{ answer: T; repeated: boolean }> {
  if (key === undefined) return { answer: await work(), repeated: false }
  const mine = { scope, key, fingerprint, answer: {} }
  const inserted = await tx
    .insert(idempotencyKeys)
    .values(mine)
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  const here = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
  if (inserted.length === 0) {
    const [first] = await tx.select().from(idempotencyKeys).where(here)
    if (first?.fingerprint !== fingerprint) {
      throw new ApiProblem(
        'idempotency_conflict',
        'This Idempotency-Key was used for another request. Use a new key for a new request.',
      )
    }
    return { answer: first.answer as T, repeated: true }
  }
  const answer = await work()
  await tx.update(idempotencyKeys).set({ answer }).where(here)
  return { answer, repeated: false }
}
