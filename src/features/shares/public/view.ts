import type { PublicShare } from '../../../api/public-share.ts'
import type { PublicLink } from '../../public-page/index.ts'

/** Codes of problems after which a link opens nothing. */
export const CLOSED = [
  'share_expired',
  'share_revoked',
  'share_used_up',
  'share_unavailable',
  'not_found',
] as const
export type ClosedCode = (typeof CLOSED)[number]

/**
 * What a link's page shows. The server writes the first one into the page itself
 * (server/http/share-page.ts).
 */
export type View = PublicLink<PublicShare, ClosedCode>

export function firstView(): View {
  const text = document.getElementById('share')?.textContent
  return (text && (JSON.parse(text) as View | null)) || { status: 'asking' }
}
