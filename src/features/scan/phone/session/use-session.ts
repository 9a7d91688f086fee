import { useCallback, useEffect, useState } from 'react'
import type { ScanSession } from '../../../../api/public-scan.ts'
import { type LinkRules, usePublicLink } from '../../../public-page/index.ts'
import type { UploadQueue } from '../queue/upload-queue.ts'
import { isOver, pollSession } from './poll-session.ts'

const RULES: LinkRules<ScanSession, 'scan_closed'> = { closing: ['scan_closed'] }

/** Polls the session of a token. `put` takes a newer state from the response to a change. */
export function useSession(token: string, queue: UploadQueue) {
  const { link, show, close } = usePublicLink(RULES, null)
  const [isReachable, setReachable] = useState(true)
  const put = useCallback(
    (session: ScanSession) => show((last) => (last && last.revision > session.revision ? last : session)),
    [show],
  )
  useEffect(() => {
    const life = new AbortController()
    const onSession = (session: ScanSession, requestedAt: number) => {
      put(session)
      void queue.confirm(token, session, requestedAt)
    }
    pollSession(token, { onSession, onReachable: setReachable }, life.signal).then(
      () => {
        queue.close(token)
        close('scan_closed')
      },
      (error) => {
        if (!life.signal.aborted) throw error
      },
    )
    return () => life.abort()
  }, [token, queue, put, close])
  const session = link.status === 'open' ? link.view : (link.status === 'closed' && link.last) || null
  return {
    /** Null until the first response. */
    session,
    /** It is final: the session has ended, or the token is invalid. */
    isOver: link.status === 'closed' || (session !== null && isOver(session)),
    ...{ isReachable, put },
  }
}
