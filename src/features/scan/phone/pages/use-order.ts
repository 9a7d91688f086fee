import { useEffect, useRef, useState } from 'react'
import { type ScanSession, updatePairedSession } from '../../../../api/public-scan.ts'
import { useLatest } from '../../../../lib/use-latest.ts'
import { phoneId } from '../session/phone-id.ts'

/** Ids that the session contains, in the requested order. */
const listedIn = (order: readonly string[], session: ScanSession | null) =>
  order.filter((id) => session?.pages.some(({ page_id }) => page_id === id))

/**
 * A local order. It is shown immediately and sent; pages that are still queued are sorted when they
 * arrive.
 */
export function useOrder(
  token: string,
  session: ScanSession | null,
  put: (session: ScanSession) => void,
  onError: (error: unknown) => void,
) {
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const sent = useRef('')
  const latest = useLatest({ put, onError })
  useEffect(() => {
    if (!order || !session) return
    const listed = listedIn(order, session)
    const isThere = listed.every((id, at) => session.pages[at]?.page_id === id)
    // Once all pages have arrived in order, the session has the same order.
    if (isThere && listed.length === order.length) return setOrder(null)
    if (isThere || listed.join() === sent.current) return
    sent.current = listed.join()
    updatePairedSession(token, { phone_id: phoneId(), page_order: listed }).then(
      (answer) => latest.current.put(answer),
      (error) => {
        setOrder(null)
        latest.current.onError(error)
      },
    )
  }, [order, session, token])
  const wantOrder = (ids: readonly string[]) => {
    sent.current = ''
    setOrder(ids)
  }
  return { order, wantOrder }
}
