import { deletePairedPage, restorePairedPage, updatePairedPage } from '../../../../api/public-scan.ts'
import { randomId } from '../../../../lib/random-id.ts'
import { rest } from '../rest.ts'
import { phoneId } from '../session/phone-id.ts'
import { openQueueStore } from './queue-store.ts'
import { sendPart } from './send-part.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'

/** The queue of this tab, with the browser's database and network. */
export interface PhoneQueue extends UploadQueue {
  /** Sends until the returned function is called. */
  start: () => () => void
  /**
   * Called with a page that the desk has changed meanwhile. Returns the function that unsubscribes.
   */
  onOverruled: (listener: (page_id: string) => void) => () => void
}

const CHANNEL = 'filewright-scan-queue'

export function openPhoneQueue(): PhoneQueue {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
  const overruled = new Set<(page_id: string) => void>()
  const queue = createUploadQueue({
    store: openQueueStore(randomId()),
    phoneId,
    send: sendPart,
    change: updatePairedPage,
    remove: deletePairedPage,
    restore: restorePairedPage,
    rest,
    tell: () => channel?.postMessage('changed'),
    onOverruled: (page_id) => {
      for (const listener of overruled) listener(page_id)
    },
  })
  return {
    ...queue,
    start: () => {
      const life = new AbortController()
      const reload = () => void queue.reload()
      channel?.addEventListener('message', reload)
      void queue.run(life.signal)
      return () => {
        channel?.removeEventListener('message', reload)
        life.abort()
      }
    },
    onOverruled: (listener) => {
      overruled.add(listener)
      return () => void overruled.delete(listener)
    },
  }
}
