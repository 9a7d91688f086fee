import { useEffect, useSyncExternalStore } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { getPairedSession } from '../../../api/public-scan.ts'
import { isUnsent, type QueuedPage } from './queue/queued-page.ts'
import type { UploadQueue } from './queue/upload-queue.ts'
import { phoneId } from './session/phone-id.ts'

/**
 * Photos of sessions that have ended. Those of an earlier session that is still open are sent by the queue; nobody follows that
 * session, so it is asked once whether they have arrived.
 */
export function useLeftovers(queue: UploadQueue, token: string | null): readonly QueuedPage[] {
  const { pages, closed } = useSyncExternalStore(queue.subscribe, queue.state)
  const arrived = pages.filter(
    (page) => page.token !== token && page.step === 'listed' && !closed.includes(page.token),
  )
  const asked = [...new Set(arrived.map((page) => page.token))].join()
  useEffect(() => {
    for (const other of asked === '' ? [] : asked.split(',')) {
      const askedAt = Date.now()
      getPairedSession(other, { phone_id: phoneId() }).then(
        (session) => queue.confirm(other, session, askedAt),
        (error) => {
          if (error instanceof ApiError && error.code === 'not_found') queue.close(other)
        },
      )
    }
  }, [asked, queue])
  return pages.filter((page) => closed.includes(page.token) && isUnsent(page))
}
