import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../../api/errors.ts'
import {
  type Given,
  getPublicShare,
  openPublicShare,
  type Purpose,
  redeemPublicShare,
} from '../../../api/public-share.ts'
import { isClosedCode, type View, viewOf } from './view.ts'

export interface ShareActions {
  /** Asks how the link stands. What is shown stays where there is no answer. */
  refresh: () => Promise<void>
  unlock: (given: Given) => Promise<void>
  /** Takes one download, or begins to read, and answers with its address; null where the page shows by now why there is none. */
  redeem: (to: Purpose) => Promise<string | null>
}

/** How a link stands, beginning with what the page already says. Whatever closes it meanwhile closes the page. */
export function useShare(token: string, first: View): [View, ShareActions] {
  const [view, setView] = useState(first)

  /** Throws what is not about the link itself. */
  const orClose = useCallback(async <T>(asked: Promise<T>): Promise<T | null> => {
    try {
      return await asked
    } catch (error) {
      if (!(error instanceof ApiError) || !isClosedCode(error.code)) throw error
      setView({ status: 'closed', code: error.code })
      return null
    }
  }, [])

  const refresh = useCallback(async () => {
    try {
      const share = await orClose(getPublicShare(token))
      if (share) setView(viewOf(share))
    } catch (error) {
      setView((now) =>
        now.status === 'asking' || now.status === 'failed' ? { status: 'failed', error } : now,
      )
    }
  }, [token, orClose])

  // A look is counted by this, and a browser that has opened a locked link before finds it open.
  useEffect(() => {
    void refresh()
  }, [refresh])

  /** Where the lock is another than the page has shown, the page shows it anew. */
  const orLookAgain = useCallback(
    async <T>(asked: Promise<T>): Promise<T | null> => {
      try {
        return await orClose(asked)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'share_locked') throw error
        await refresh()
        return null
      }
    },
    [orClose, refresh],
  )

  const unlock = useCallback(
    async (given: Given) => {
      const share = await orLookAgain(openPublicShare(token, given))
      if (share) setView(viewOf(share))
    },
    [token, orLookAgain],
  )

  const redeem = useCallback(
    async (to: Purpose) => {
      const granted = await orLookAgain(redeemPublicShare(token, to))
      if (!granted) return null
      const { downloads_left, expires_at } = granted
      setView((now) => {
        if (now.status !== 'open') return now
        const reading_until = to === 'read' ? expires_at : now.share.reading_until
        return { ...now, share: { ...now.share, downloads_left, reading_until } }
      })
      return granted.download_url
    },
    [token, orLookAgain],
  )

  return [view, { refresh, unlock, redeem }]
}
