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
   * Uses one download, or starts reading, and resolves to the URL; null if the page now shows why
   * there is none.
   */
  redeem: (to: Purpose) => Promise<string | null>
}

const RULES: LinkRules<PublicShare, ClosedCode> = {
  closing: CLOSED,
  stale: ['share_locked'],
  isLocked: ({ locked }) => locked,
}

/** A share link, starting with the server-rendered state. */
export function useShare(token: string, first: View) {
  const ask = useCallback(() => getPublicShare(token), [token])
  const { link, isReplaced, refresh, show, request } = usePublicLink(RULES, ask, first)

  /** Null if the page now shows a lock or why the link was closed. */
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
