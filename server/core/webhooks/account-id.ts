import { eq } from 'drizzle-orm'
import type { Transaction } from '../../platform.ts'
import { businesses } from '../schema.ts'

/** The id that the API has for an account: `biz_…` for a business, and for a person the user's. */
export async function accountId(tx: Transaction, ownerId: string): Promise<string> {
  const [business] = await tx
    .select({ publicId: businesses.publicId })
    .from(businesses)
    .where(eq(businesses.id, ownerId))
  return business?.publicId ?? ownerId
}
