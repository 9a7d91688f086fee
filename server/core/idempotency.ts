import { and, eq } from 'drizzle-orm'
import type { Platform, Transaction } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { idempotencyKeys } from './schema.ts'

/**
 * What makes two requests the same. A MAC by the instance's key: requests hold passwords, which
 * nobody can try against what is stored.
 */
export const fingerprint = ({ secrets }: Pick<Platform, 'secrets'>, request: unknown) =>
  secrets.mac(JSON.stringify(request), 'idempotent request').toString('hex')

interface Once {
  /** Whose key it is; two people may use the same one. */
  scope: string
  key: string | undefined
  fingerprint: string
}

/**
 * Does `work` once for a key, inside the caller's transaction: a repeated request gets the first
 * one's answer, and one that comes while the first still runs waits for it (the row that both want
 * to insert makes it wait). Without a key it simply does the work.
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
