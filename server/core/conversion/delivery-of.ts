import { and, eq, isNull } from 'drizzle-orm'
import type { Destination } from '../../../contract/pdf.ts'
import { futureOf } from '../add-share.ts'
import { ApiProblem } from '../api-problem.ts'
import { requireLinkRules } from '../businesses/link-rules.ts'
import { type Context, requireOwner } from '../context.ts'
import { type Delivery, userFiles } from '../schema.ts'

/**
 * The delivery of a conversion's result, in stored form: hashes a password, and checks that the
 * file to replace exists.
 * @throws ApiProblem unauthenticated, not_found, invalid_request, share_rule
 */
export async function deliveryOf(ctx: Context, destination: Destination): Promise<Delivery | null> {
  if (destination.kind === 'download') return null
  const ownerId = requireOwner(ctx)
  const waiting = { state: 'waiting', file_id: null, link_id: null, session_id: null, problem: null } as const
  if (destination.kind === 'storage' || destination.kind === 'sign')
    return { ...waiting, kind: destination.kind }
  if (destination.kind === 'replace') {
    const mine = and(
      eq(userFiles.id, destination.file_id),
      eq(userFiles.ownerId, ownerId),
      isNull(userFiles.deletedAt),
      isNull(userFiles.versionOf),
    )
    const [file] = await ctx.platform.db.select({ id: userFiles.id }).from(userFiles).where(mine)
    if (!file) throw new ApiProblem('not_found', 'The file to replace was not found, or it isn’t yours.')
    return { ...waiting, kind: 'replace', file_id: destination.file_id }
  }
  const { kind, password, name, expires_at, ...settings } = destination
  futureOf(ctx.platform, expires_at)
  // Checked before the charge; the rules are checked again when the link is created.
  await requireLinkRules(ctx.platform, ctx.platform.db, ownerId, {
    expiresAt: expires_at === null ? null : new Date(expires_at),
    hasPassword: password !== null,
  })
  const share = {
    ...settings,
    name: name ?? null,
    expires_at,
    password_hash: password === null ? null : await ctx.platform.passwords.hash(password),
  }
  return { ...waiting, kind, share }
}
