import type { PublicShare } from '../../../api/public-share.ts'
import type { PublicLink } from '../../public-page/index.ts'

/** Problem codes of links that do not open. */
export const CLOSED = [
  'share_expired',
  'share_revoked',
  'share_used_up',
  'share_unavailable',
  'not_found',
] as const
export type ClosedCode = (typeof CLOSED)[number]

/** The state of a link's page. The server renders the first one (server/http/share-page.ts). */
export type View = PublicLink<PublicShare, ClosedCode>

export function firstView(): View {
  const text = document.getElementById('share')?.textContent
  return (text && (JSON.parse(text) as View | null)) || { status: 'asking' }
}
