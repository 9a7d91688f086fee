import type { PublicShare } from '../../../api/public-share.ts'

const CLOSED = ['share_expired', 'share_revoked', 'share_used_up', 'share_unavailable', 'not_found'] as const
export type ClosedCode = (typeof CLOSED)[number]
export const isClosedCode = (code: string): code is ClosedCode => (CLOSED as readonly string[]).includes(code)

/** What a link's page shows. The server writes the first one into the page itself (server/http/share-page.ts). */
export type View =
  | { status: 'open' | 'locked'; share: PublicShare }
  | { status: 'closed'; code: ClosedCode }
  /** The page came without what it shows: it is asked for now, or that has failed. */
  | { status: 'asking' }
  | { status: 'failed'; error: unknown }

export const viewOf = (share: PublicShare): View => ({ status: share.locked ? 'locked' : 'open', share })

export function firstView(): View {
  const text = document.getElementById('share')?.textContent
  return (text && (JSON.parse(text) as View | null)) || { status: 'asking' }
}
