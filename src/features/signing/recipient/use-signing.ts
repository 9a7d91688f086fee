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

/**
 * A recipient's link, and what can be done. What others do meanwhile is shown with the next answer.
 */
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

/** States that others end: the page shows the next one when it comes. */
const WAITS: ReadonlySet<string> = new Set(['waiting', 'done', 'sealing'])
const EVERY_MS = 10_000

/** Asks again while the page is seen, and at once when it is seen again. */
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
