import { useCallback, useEffect, useState } from 'react'
import type { ScanSession } from '../../../../api/public-scan.ts'
import type { UploadQueue } from '../queue/upload-queue.ts'
import { isOver, pollSession } from './poll-session.ts'

interface Followed {
  /** Null until the first answer. */
  session: ScanSession | null
  /** Nothing more comes of it: it has ended, or the token opens nothing. */
  isOver: boolean
  isReachable: boolean
}

/** Follows the session of a token. `put` takes a newer state that came as the answer to a change. */
export function useSession(token: string, queue: UploadQueue) {
  const [followed, setFollowed] = useState<Followed>({ session: null, isOver: false, isReachable: true })
  const put = useCallback((session: ScanSession) => {
    setFollowed((now) =>
      now.session && now.session.revision > session.revision
        ? now
        : { ...now, session, isOver: isOver(session) },
    )
  }, [])
  useEffect(() => {
    const life = new AbortController()
    const onSession = (session: ScanSession, askedAt: number) => {
      put(session)
      void queue.confirm(token, session, askedAt)
    }
    const onReachable = (isReachable: boolean) =>
      setFollowed((now) => (now.isReachable === isReachable ? now : { ...now, isReachable }))
    pollSession(token, { onSession, onReachable }, life.signal).then(
      () => {
        queue.close(token)
        setFollowed((now) => ({ ...now, isOver: true }))
      },
      (error) => {
        if (!life.signal.aborted) throw error
      },
    )
    return () => life.abort()
  }, [token, queue, put])
  return { ...followed, put }
}
