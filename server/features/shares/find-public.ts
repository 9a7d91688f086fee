import { eq } from 'drizzle-orm'
import type { ShareState } from '../../../contract/shares.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, hashToken } from '../../core/context.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { type ShareFacts, selectShares } from '../../core/present-share.ts'
import { shares } from '../../core/schema.ts'
import { readingOf } from './reading.ts'

/** A link that opens now, with where its file lies. */
export type OpenShare = ShareFacts & { key: string }

const CLOSED: Record<Exclude<ShareState, 'active'>, () => ApiProblem> = {
  expired: () => new ApiProblem('share_expired', 'This link has expired. Ask the sender for a new one.'),
  revoked: () => new ApiProblem('share_revoked', 'This link was revoked.'),
  used_up: () => new ApiProblem('share_used_up', 'This link has reached its download limit.'),
  unavailable: () =>
    new ApiProblem(
      'share_unavailable',
      'The file of this link is no longer available. Ask the sender for a new link.',
    ),
}

/** Why a link does not open. */
export const closedBecause = (state: Exclude<ShareState, 'active'>): ApiProblem => CLOSED[state]()

/**
 * The link of a token, however it stands: it is looked up at each request, so that what its owner
 * changes holds at the next one. @throws ApiProblem not_found, too_many_requests
 */
export async function findByToken(ctx: Context, token: string): Promise<ShareFacts> {
  await consumeOrThrow(ctx, LIMIT_RULES.shareAddress, ctx.address)
  const [found] = await selectShares(ctx, eq(shares.tokenHash, hashToken(token)))
  if (!found)
    throw new ApiProblem(
      'not_found',
      'Link not found. Check that the URL is complete, or ask for a new link.',
    )
  return found
}

/**
 * The link of a token where it opens; one that is used up still does for who reads it. @throws
 * ApiProblem not_found, share_expired, share_revoked, share_used_up, share_unavailable
 */
export async function findOpen(ctx: Context, token: string): Promise<OpenShare> {
  const found = await findByToken(ctx, token)
  const open = found.state === 'active' || (found.state === 'used_up' && (await readingOf(ctx, found.share)))
  if (!open) throw closedBecause(found.state as Exclude<ShareState, 'active'>)
  return found as OpenShare
}
