import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Credits } from '../../../contract/convert.ts'
import { type Context, newToken, ownerOf } from '../../core/context.ts'
import { presentCredits } from '../../core/credits/present-credits.ts'
import { owners } from '../../core/schema.ts'
import { visitorCookie } from '../../core/visitors.ts'

/**
 * What the caller has left. Somebody we have not met yet has the whole free quota, and is given the
 * token under which a first upload will make them a visitor: so several first uploads at once
 * belong together.
 */
export async function getCredits(ctx: Context): Promise<z.input<typeof Credits>> {
  const owner = ownerOf(ctx)
  const [row] = owner ? await ctx.platform.db.select().from(owners).where(eq(owners.id, owner)) : []
  const { principal } = ctx.actor
  if (principal.kind === 'anonymous' && !principal.token) ctx.issued.visitor = visitorCookie(ctx, newToken())
  const quota = ctx.platform.settings.visitorCredits
  if (!row) return { remaining: quota, held: 0, granted: quota, anonymous: true }
  return presentCredits(row, row.kind === 'visitor')
}
