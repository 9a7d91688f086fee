import { eq } from 'drizzle-orm'
import type { Context } from '../../core/context.ts'
import { sessions } from '../../core/schema.ts'

/** Ends the session on the server and takes the cookie away; being signed out already is fine. */
export async function logOut(ctx: Context): Promise<void> {
  if (ctx.actor.kind === 'user') {
    await ctx.platform.db.delete(sessions).where(eq(sessions.id, ctx.actor.sessionId))
  }
  ctx.issued.session = null
}
