import type { PublicShare } from '../../../contract/shares.ts'
import type { Context } from '../../core/context.ts'
import { nameOf } from '../../core/person-name.ts'
import { type ShareFacts, sharedFile } from '../../core/present-share.ts'
import { serviceOperation } from '../../core/service-runs.ts'
import type { OpenShare } from './find-public.ts'
import { isReadable, type Reading } from './reading.ts'

/** Who shares: a person, a business, or both; a name as people write it, and never an address. */
export function fromOf({ sender, business }: Pick<ShareFacts, 'sender' | 'business'>) {
  const name = [sender && nameOf(sender), business].filter(Boolean).join(', ') || 'Unknown sender'
  return { name, initial: [...name][0]?.toUpperCase() ?? 'F' }
}

/**
 * What the public page shows of a link. While it is locked, nothing of the file: not its name, not
 * its size, not its kind.
 */
export function publicView(
  ctx: Context,
  token: string,
  found: OpenShare,
  unlocked: boolean,
  reading: Reading | null,
): PublicShare {
  const { share } = found
  const asks = {
    requires_password: share.passwordHash !== null,
    email_gate: share.emailGate,
    from: fromOf(found),
  }
  if (!unlocked)
    return {
      locked: true,
      ...asks,
      title: null,
      message: null,
      file: null,
      preview: null,
      entries: null,
      entry_count: null,
      readable: false,
      reading_until: null,
      expires_at: null,
      downloads_left: null,
      created_at: null,
    }
  return {
    locked: false,
    ...asks,
    title: share.name,
    message: share.message,
    file: sharedFile(found),
    preview: share.allowPreview ? previewOf(ctx, token, found) : null,
    entries: share.allowPreview ? (share.entries?.first ?? null) : null,
    entry_count: share.entries?.count ?? null,
    readable: isReadable(share),
    reading_until: reading?.expiresAt.toISOString() ?? null,
    expires_at: endOf(found)?.toISOString() ?? null,
    downloads_left: share.maxDownloads === null ? null : share.maxDownloads - share.downloads,
    created_at: share.createdAt.toISOString(),
  }
}

/** A shared output goes when its conversion does, whatever the link says. */
function endOf({ share, outputExpiresAt }: OpenShare): Date | null {
  const ends = [share.expiresAt, outputExpiresAt].filter((at) => at !== null)
  return ends.length === 0 ? null : new Date(Math.min(...ends.map((at) => at.getTime())))
}

function previewOf(
  { platform, origin }: Context,
  token: string,
  { share }: OpenShare,
): PublicShare['preview'] {
  const at = `${origin}/api/v1/user/shares/public/${token}/preview/`
  const image = serviceOperation(platform, share.format, 'thumbnail') ? `${at}picture/` : null
  const sample = serviceOperation(platform, share.format, 'sample') ? `${at}sample/` : null
  if (!image && !sample) return null
  const kind = !sample ? 'picture' : share.family === 'audio' ? 'audio' : 'video'
  return { kind, picture_url: image, sample_url: sample }
}
