import { randomUUID } from 'node:crypto'
import { grantCredits } from '../../server/core/credits/ledger.ts'
import { owners } from '../../server/core/schema.ts'
import type { TestServer } from './harness.ts'

/** An owner with credits, as rows. @returns the owner's id */
export async function makeOwner(
  { platform }: Pick<TestServer, 'platform'>,
  kind: 'user' | 'business',
  credits: number,
): Promise<string> {
  const id = randomUUID()
  await platform.db.transaction(async (tx) => {
    await tx.insert(owners).values({ id, kind })
    await grantCredits(platform, tx, id, { source: 'signup', reference: id, credits })
  })
  return id
}
