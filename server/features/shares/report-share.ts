import { eq } from 'drizzle-orm'
import type { Context } from '../../core/context.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { mail } from '../../core/mail-text.ts'
import { users } from '../../core/schema.ts'
import { sendMessage } from '../../core/send-message.ts'
import { withTransaction } from '../../core/transaction.ts'
import { findOpen } from './find-public.ts'

/**
 * Tells who runs the instance of a link that somebody takes offence at. @throws ApiProblem
 * too_many_requests, and as `findOpen`
 */
export async function reportShare(
  ctx: Context,
  token: string,
  { reason, email }: { reason: string; email?: string | undefined },
): Promise<void> {
  const { platform } = ctx
  const { share, sender, business } = await findOpen(ctx, token)
  // By what tells accounts apart; a person's name is theirs to choose.
  const owner = business ? `the business “${business}”` : `the account “${sender?.username ?? 'unknown'}”`
  await consumeOrThrow(ctx, LIMIT_RULES.shareReport, ctx.address)
  await withTransaction(ctx, async (_ctx, tx) => {
    const admins = await tx.select().from(users).where(eq(users.isAdmin, true))
    for (const admin of admins)
      await sendMessage(platform, tx, {
        userId: admin.id,
        message: {
          kind: 'mail',
          to: admin.email,
          ...mail({
            subject: 'A shared file was reported',
            lines: [
              `The link “${share.name}” of ${owner} (link ${share.id}) was reported.`,
              `Reason: ${reason}`,
              email ? `Contact (not confirmed): ${email}` : 'No contact was given.',
            ],
            link: { label: 'Open the link', url: `${platform.settings.mailUrl()}/s/${token}` },
          }),
        },
      })
  })
}
