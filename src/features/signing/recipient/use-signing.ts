import { useCallback, useEffect } from 'react'
import {
  type Delegation,
  declineSigning,
  delegateSigning,
  openSigning,
  type Signed,
  type SigningView,
  sign,
  viewSigning,
} from '../../../api/public-signing.ts'
import { type LinkRules, usePublicLink } from '../../public-page/index.ts'

const RULES: LinkRules<SigningView, 'not_found'> = {
  closing: ['not_found'],
  stale: ['signing_closed', 'signing_locked', 'signing_misfit'],
  isLocked: ({ locked }) => locked !== null,
  stateOf: ({ state }) => state,
}

/** A recipient's link, with its actions. Changes by others are shown with the next response. */
export function useSigning(token: string) {
  const ask = useCallback(() => viewSigning(token), [token])
  const { link, isReplaced, refresh, show, request } = usePublicLink(RULES, ask)
  useRefreshing(refresh, link.status === 'open' && WAITS.has(link.view.state))

  const act = useCallback(
    async (answer: Promise<SigningView>) => {
      const view = await request(answer)
      if (view) show(view)
    },
    [request, show],
  )
  return {
    ...{ link, isReplaced, refresh },
    open: useCallback((code: string) => act(openSigning(token, code)), [act, token]),
    sign: useCallback((signed: Signed) => act(sign(token, signed)), [act, token]),
    decline: useCallback((reason: string) => act(declineSigning(token, reason)), [act, token]),
    delegate: useCallback((delegate: Delegation) => act(delegateSigning(token, delegate)), [act, token]),
  }
}

/** States that others end: the page polls for the next one. */
const WAITS: ReadonlySet<string> = new Set(['waiting', 'done', 'sealing'])
const EVERY_MS = 10_000

/** Polls while the page is visible, and immediately when it becomes visible. */
function useRefreshing(refresh: () => Promise<void>, waits: boolean): void {
  useEffect(() => {
    if (!waits) return
    const ask = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    const timer = setInterval(ask, EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [refresh, waits])
}
