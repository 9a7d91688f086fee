import { eq } from 'drizzle-orm'
import { reach } from '../../core/billing/reach.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { providerCustomers } from '../../core/schema.ts'
import { customerOf } from './purchases.ts'

/**
 * A page of the provider for cards, addresses and tax ids. @throws ApiProblem payment_unavailable
 */
export async function openPortal(ctx: Context): Promise<{ url: string }> {
  const { payments } = ctx.platform
  return reach(async () => ({
    url: await payments.openPortal(await customerOf(ctx), `${ctx.origin}/billing/settings`),
  }))
}

/** Whether there is a card that could be charged. @throws ApiProblem payment_unavailable */
export async function hasCard(ctx: Context): Promise<boolean> {
  const { db, payments } = ctx.platform
  const [known] = await db
    .select()
    .from(providerCustomers)
    .where(eq(providerCustomers.ownerId, requireOwner(ctx)))
  return known !== undefined && (await reach(() => payments.cardOf(known.customer))) !== null
}
