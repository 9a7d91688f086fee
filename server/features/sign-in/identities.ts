import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Identity as IdentityOnTheWire } from '../../../contract/sign-in.ts'
import { sendNotice } from '../../core/account-mail.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requirePerson } from '../../core/context.ts'
import { identities, users } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { withTransaction } from '../../core/transaction.ts'
import { type ProviderAnswer, redeemAnswer } from './provider-flow.ts'

type Row = typeof identities.$inferSelect
const LABELS = { google: 'Google', github: 'GitHub' } as const

const present = (row: Row): z.input<typeof IdentityOnTheWire> => ({
  id: row.id,
  provider: row.provider,
  label: LABELS[row.provider],
  email: row.email,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
})

/** The sign-ins at providers that open the caller's account. */
export async function listIdentities(ctx: Context) {
  const rows = await ctx.platform.db
    .select()
    .from(identities)
    .where(eq(identities.userId, requirePerson(ctx).userId))
    .orderBy(asc(identities.createdAt))
  return { results: rows.map(present) }
}

/**
 * Connects a sign-in at a provider. Connecting the same one again is fine. @throws ApiProblem
 * provider_failed, identity_taken
 */
export async function linkIdentity(ctx: Context, answer: ProviderAnswer) {
  const { userId } = requirePerson(ctx)
  const identity = await redeemAnswer(ctx, answer)
  return withTransaction(ctx, async (ctx, tx) => {
    const { issuer, subject, email } = identity
    const [made] = await tx
      .insert(identities)
      .values({ id: randomUUID(), userId, provider: answer.provider, issuer, subject, email })
      .onConflictDoNothing()
      .returning()
    if (!made) {
      const [known] = await tx
        .select()
        .from(identities)
        .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
      if (known?.userId === userId) return present(known)
      throw new ApiProblem(
        'identity_taken',
        'This sign-in is connected to another account. Disconnect it there first, or use another one.',
      )
    }
    await recordEvent(ctx, tx, userId, 'identity_linked', { provider: answer.provider })
    const [user] = await tx.select().from(users).where(eq(users.id, userId))
    const label = LABELS[answer.provider]
    if (user)
      await sendNotice(ctx, tx, user, {
        subject: `${label} was connected to your account`,
        lines: [`Anyone who signs in to that ${label} account can now sign in to “${user.username}”.`],
      })
    return present(made)
  })
}

/** Disconnects one. @throws ApiProblem not_found, last_sign_in */
export async function unlinkIdentity(ctx: Context, id: string): Promise<void> {
  const { userId } = requirePerson(ctx)
  await withTransaction(ctx, async (ctx, tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const mine = await tx.select().from(identities).where(eq(identities.userId, userId))
    const one = mine.find((row) => row.id === id)
    if (!one) throw new ApiProblem('not_found', 'Connection not found.')
    if (mine.length === 1 && !user?.passwordHash) {
      throw new ApiProblem(
        'last_sign_in',
        'This is the only way to sign in to this account. Set a password first.',
      )
    }
    await tx.delete(identities).where(eq(identities.id, id))
    await recordEvent(ctx, tx, userId, 'identity_unlinked', { provider: one.provider })
  })
}
