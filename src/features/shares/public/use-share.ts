import { useCallback } from 'react'
import { ApiError } from '../../../api/errors.ts'
import {
  getPublicShare,
  openPublicShare,
  type PublicShare,
  type Purpose,
  redeemPublicShare,
  type ShareCredentials,
} from '../../../api/public-share.ts'
import { type LinkRules, usePublicLink } from '../../public-page/index.ts'
import { CLOSED, type ClosedCode, type View } from './view.ts'

export interface ShareActions {
  refresh: () => Promise<void>
  unlock: (given: ShareCredentials) => Promise<void>
  /**
   * Takes one download, or begins to read, and answers with its address; null where the page shows
   * by now why there is none.
   */
  redeem: (to: Purpose) => Promise<string | null>
}

const RULES: LinkRules<PublicShare, ClosedCode> = {
  closing: CLOSED,
  stale: ['share_locked'],
  isLocked: ({ locked }) => locked,
}

/** A share link, beginning with what the page already says. */
export function useShare(token: string, first: View) {
  const ask = useCallback(() => getPublicShare(token), [token])
  const { link, isReplaced, refresh, show, request } = usePublicLink(RULES, ask, first)

  /** Null where the page shows by now a lock or why the link has closed. */
  const orNull = useCallback(
    async <T>(answer: Promise<T>): Promise<T | null> => {
      try {
        return await request(answer)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'share_locked') return null
        throw error
      }
    },
    [request],
  )

  const unlock = useCallback(
    async (given: ShareCredentials) => {
      const share = await orNull(openPublicShare(token, given))
      if (share) show(share)
    },
    [token, orNull, show],
  )

  const redeem = useCallback(
    async (to: Purpose) => {
      const granted = await orNull(redeemPublicShare(token, to))
      if (!granted) return null
      const { downloads_left, expires_at } = granted
      show(
        (share) => share && { ...share, downloads_left, ...(to === 'read' && { reading_until: expires_at }) },
      )
      return granted.download_url
    },
    [token, orNull, show],
  )
  const actions: ShareActions = { refresh, unlock, redeem }
  return { link, isReplaced, actions }
}
