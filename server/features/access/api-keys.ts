import { randomUUID } from 'node:crypto'
import { and, count, desc, eq } from 'drizzle-orm'
import { type ApiKey, MAX_API_KEYS } from '../../../contract/access.ts'
import { isPersonal } from '../../../contract/permissions.ts'
import type { Scope } from '../../../contract/scopes.ts'
import { sendNotice } from '../../core/account-mail.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvent } from '../../core/business-events.ts'
import { type Context, hashToken, newToken, requireOwner, requirePerson } from '../../core/context.ts'
import { lockOwner } from '../../core/lock-owner.ts'
import { apiKeys, users } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { withTransaction } from '../../core/transaction.ts'

const DAY = 86_400_000
/** Letters of a key that stay known, to tell it by. */
const PREFIX = 7

const present = (row: typeof apiKeys.$inferSelect): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  last_used_address: row.lastUsedAddress,
})

/** The API keys of the caller, or of the business that they act for; the newest first. */
export async function listApiKeys(ctx: Context): Promise<{ results: ApiKey[] }> {
  const rows = await ctx.platform.db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.ownerId, requireOwner(ctx)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
  return { results: rows.map(present) }
}

interface NewKey {
  name: string
  scopes: Scope[]
  expires_in_days: number | null
}

/**
 * Makes a key. It is in the answer and nowhere else: the database keeps its hash. A key of a
 * business acts for it, also after the member who created it has left.
 * @throws ApiProblem limit_reached; invalid_request for scopes that only a person can have
 */
export async function createApiKey(ctx: Context, input: NewKey): Promise<ApiKey & { key: string }> {
  const { userId } = requirePerson(ctx)
  const ownerId = requireOwner(ctx)
  const { business } = ctx.actor
  if (business) refusePersonal(input.scopes)
  const now = ctx.platform.clock()
  const key = `fw_${newToken()}`
  return withTransaction(ctx, async (ctx, tx) => {
    await lockOwner(tx, ownerId)
    const [user] = await tx.select().from(users).where(eq(users.id, userId))
    const [there] = await tx.select({ count: count() }).from(apiKeys).where(eq(apiKeys.ownerId, ownerId))
    if (!user || (there?.count ?? 0) >= MAX_API_KEYS) {
      throw new ApiProblem('limit_reached', `An account can have ${MAX_API_KEYS} API keys. Revoke one first.`)
    }
    const [row] = await tx
      .insert(apiKeys)
      .values({
        id: randomUUID(),
        ownerId,
        createdBy: userId,
        name: input.name,
        prefix: key.slice(0, PREFIX),
        tokenHash: hashToken(key),
        scopes: [...new Set(input.scopes)],
        createdAt: now,
        expiresAt:
          input.expires_in_days === null ? null : new Date(now.getTime() + input.expires_in_days * DAY),
      })
      .returning()
    if (!row) throw new Error('the key was not written')
    await recordEvent(ctx, tx, userId, 'api_key_made', { name: input.name })
    if (business)
      await recordBusinessEvent(ctx, tx, ownerId, 'api_key.created', {
        target: row.name,
        targetId: row.id,
        after: { scopes: row.scopes, expires_at: row.expiresAt },
      })
    await sendNotice(ctx, tx, user, {
      subject: 'API key created',
      lines: [
        business
          ? `The API key “${input.name}” can act for the business “${business.name}”.`
          : `The API key “${input.name}” can act for the Filewright account “${user.username}”.`,
      ],
    })
    return { ...present(row), key }
  })
}

function refusePersonal(scopes: readonly Scope[]) {
  const personal = scopes.filter(isPersonal)
  if (personal.length === 0) return
  throw new ApiProblem(
    'invalid_request',
    'A key of a business acts for no person. Leave out the scopes of accounts.',
    { errors: [{ path: 'scopes', message: `Not for a business: ${personal.join(', ')}.` }] },
  )
}

/** Revokes a key, at once: it is looked up at every request. @throws ApiProblem not_found */
export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  const { userId } = requirePerson(ctx)
  const ownerId = requireOwner(ctx)
  await withTransaction(ctx, async (ctx, tx) => {
    const [gone] = await tx
      .delete(apiKeys)
      .where(and(eq(apiKeys.id, id), eq(apiKeys.ownerId, ownerId)))
      .returning({ name: apiKeys.name, scopes: apiKeys.scopes })
    if (!gone) throw new ApiProblem('not_found', 'API key not found.')
    await recordEvent(ctx, tx, userId, 'api_key_revoked', { name: gone.name })
    if (ctx.actor.business)
      await recordBusinessEvent(ctx, tx, ownerId, 'api_key.revoked', {
        target: gone.name,
        targetId: id,
        before: { scopes: gone.scopes },
      })
  })
}
