import { eq } from 'drizzle-orm'
import type { Transaction } from '../../platform.ts'
import { businesses } from '../schema.ts'

/** The account's id in the API: `biz_…` for a business, else the user's id. */
export async function accountId(tx: Transaction, ownerId: string): Promise<string> {
  const [business] = await tx
    .select({ publicId: businesses.publicId })
    .from(businesses)
    .where(eq(businesses.id, ownerId))
  return business?.publicId ?? ownerId
}
