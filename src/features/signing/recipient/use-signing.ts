import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../../api/errors.ts'
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

/** What the page shows: how the session stands for whose link it is, or why nobody knows. */
export type Status =
  | { status: 'asking' }
  | { status: 'known'; view: SigningView }
  | { status: 'unknown' }
  | { status: 'failed'; error: unknown }

export interface SigningActions {
  refresh: () => Promise<void>
  open: (code: string) => Promise<void>
  sign: (signed: Signed) => Promise<void>
  decline: (reason: string) => Promise<void>
  delegate: (delegate: Delegation) => Promise<void>
}

/** How it stands, and what can be done. Whatever happens meanwhile elsewhere is shown with the next answer. */
export function useSigning(token: string): [Status, SigningActions] {
  const [stand, setStand] = useState<Status>({ status: 'asking' })

  const refresh = useCallback(async () => {
    try {
      const view = await viewSigning(token)
      setStand({ status: 'known', view })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') setStand({ status: 'unknown' })
      // What is shown stays where there is no answer.
      else setStand((now) => (now.status === 'known' ? now : { status: 'failed', error }))
    }
  }, [token])
  useEffect(() => {
    void refresh()
  }, [refresh])
  useRefreshing(
    refresh,
    stand.status === 'known' && stand.view.locked === null && WAITS.has(stand.view.state),
  )

  /** Shows how it stands then. Where it does not stand as the page thought, the page shows that. */
  const act = useCallback(
    async (asked: Promise<SigningView>) => {
      try {
        setStand({ status: 'known', view: await asked })
      } catch (error) {
        if (error instanceof ApiError && STALE.has(error.code)) await refresh()
        throw error
      }
    },
    [refresh],
  )
  return [
    stand,
    {
      refresh,
      open: useCallback((code) => act(openSigning(token, code)), [act, token]),
      sign: useCallback((signed) => act(sign(token, signed)), [act, token]),
      decline: useCallback((reason) => act(declineSigning(token, reason)), [act, token]),
      delegate: useCallback((delegate) => act(delegateSigning(token, delegate)), [act, token]),
    },
  ]
}

const STALE: ReadonlySet<string> = new Set([
  'not_found',
  'signing_closed',
  'signing_locked',
  'signing_misfit',
])

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
