import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import { Refusal } from './refusal.ts'
import { creditEntries, type OwnerRow, owners } from './schema.ts'

/** Gives credits. Run it in a transaction. */
export async function grantCredits(tx: Transaction, ownerId: string, credits: number, note: string) {
  await tx
    .update(owners)
    .set({
      creditsAvailable: sql`credits_available + ${credits}`,
      creditsGranted: sql`credits_granted + ${credits}`,
    })
    .where(eq(owners.id, ownerId))
  await tx.insert(creditEntries).values({ ownerId, kind: 'grant', amount: credits, note })
}

/**
 * Sets credits aside for a conversion, in its own transaction. The owner's row is locked by the update, so of two
 * requests for the last credit one is refused.
 */
export async function holdCredits(tx: Transaction, ownerId: string, conversionId: string, credits: number) {
  const held = await tx
    .update(owners)
    .set({
      creditsAvailable: sql`credits_available - ${credits}`,
      creditsHeld: sql`credits_held + ${credits}`,
    })
    .where(sql`id = ${ownerId} and credits_available >= ${credits}`)
    .returning({ id: owners.id })
  if (held.length === 0) {
    const [owner] = await tx
      .select({ available: owners.creditsAvailable })
      .from(owners)
      .where(eq(owners.id, ownerId))
    const available = owner?.available ?? 0
    throw new Refusal(
      'insufficient_credits',
      `This takes ${credits} credits and ${available} are left. Nothing was started.`,
      {
        credits_required: credits,
        credits_available: available,
      },
    )
  }
  await tx.insert(creditEntries).values({ ownerId, conversionId, kind: 'hold', amount: -credits })
}

/** Credits of an owner. */
export type Balance = Pick<OwnerRow, 'creditsAvailable' | 'creditsHeld' | 'creditsGranted'>

/**
 * Ends a hold: `charged` of the held credits are spent, the rest comes back. The unique index lets it happen once.
 * @returns the balance afterwards
 */
export async function endHold(
  tx: Transaction,
  ownerId: string,
  conversionId: string,
  held: number,
  charged: number,
): Promise<Balance> {
  const kind = charged > 0 ? 'settle' : 'release'
  await tx.insert(creditEntries).values({ ownerId, conversionId, kind, amount: held - charged })
  const { creditsAvailable, creditsHeld, creditsGranted } = owners
  const [balance] = await tx
    .update(owners)
    .set({
      creditsAvailable: sql`credits_available + ${held - charged}`,
      creditsHeld: sql`credits_held - ${held}`,
    })
    .where(eq(owners.id, ownerId))
    .returning({ creditsAvailable, creditsHeld, creditsGranted })
  return balance as Balance
}
