import type { z } from 'zod'
import type { OpenShareJson, PublicShare } from '../../../contract/shares.ts'
import type { Context } from '../../core/context.ts'
import { findOpen } from './find-public.ts'
import { givePass, isLocked, requireUnlocked, shownPass } from './locks.ts'
import { publicView } from './public-view.ts'
import { readingOf } from './reading.ts'
import { countView } from './share-events.ts'

/**
 * What a link's page shows. A look at what is shared is counted. @throws ApiProblem not_found,
 * share_expired, …
 */
export async function getPublicShare(ctx: Context, token: string): Promise<PublicShare> {
  const found = await findOpen(ctx, token)
  const visitor = shownPass(ctx, found)
  if (visitor) await countView(ctx, found.share, visitor)
  return publicView(ctx, token, found, visitor !== null, await readingOf(ctx, found.share))
}

/**
 * What the page says before anybody looks: nobody is counted, since most who ask for it are
 * programs that draw a link's card.
 */
export async function peekPublicShare(ctx: Context, token: string): Promise<PublicShare> {
  const found = await findOpen(ctx, token)
  return publicView(ctx, token, found, !isLocked(found.share), null)
}

/**
 * Opens a locked link for this browser. @throws ApiProblem share_locked, share_password_wrong,
 * invalid_code, and as `findOpen`
 */
export async function openPublicShare(
  ctx: Context,
  token: string,
  given: z.output<typeof OpenShareJson>,
): Promise<PublicShare> {
  const found = await findOpen(ctx, token)
  const visitor = await requireUnlocked(ctx, found, given)
  if (isLocked(found.share)) givePass(ctx, token, found, visitor)
  await countView(ctx, found.share, visitor)
  return publicView(ctx, token, found, true, await readingOf(ctx, found.share))
}
