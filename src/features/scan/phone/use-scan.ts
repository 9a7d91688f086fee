import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../../../api/errors.ts'
import {
  deletePairedPage,
  restorePairedPage,
  type ScanPage,
  type ScanPageSettings,
  updatePairedPage,
  updatePairedSession,
} from '../../../api/public-scan.ts'
import { moved, type PhonePage, phonePages } from './pages/phone-page.ts'
import { useOrder } from './pages/use-order.ts'
import type { PhoneQueue } from './queue/phone-queue.ts'
import type { NewPage } from './queue/queued-page.ts'
import { phoneId } from './session/phone-id.ts'
import { useSession } from './session/use-session.ts'

/** A temporary message at the bottom of the page. */
export type Notice =
  | { kind: 'deleted'; number: number; undo: () => void }
  | { kind: 'overruled' }
  | { kind: 'error'; error: unknown }

export type Scan = ReturnType<typeof useScan>

/** A session as this phone knows it, with the actions for its pages. */
export function useScan(token: string, queue: PhoneQueue) {
  const { session, isOver, isReachable, put } = useSession(token, queue)
  const queued = useSyncExternalStore(queue.subscribe, queue.state)
  const [notice, setNotice] = useState<(Notice & { id: number }) | null>(null)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const say = useCallback(
    (next: Notice | null) => setNotice((previous) => next && { ...next, id: (previous?.id ?? 0) + 1 }),
    [],
  )
  const onError = useCallback((error: unknown) => say({ kind: 'error', error }), [say])
  const { order, wantOrder } = useOrder(token, session, put, onError)
  const pages = useMemo(
    () => phonePages(session, queued, token, order, hidden, phoneId()),
    [session, queued, token, order, hidden],
  )
  useEffect(() => queue.onOverruled(() => say({ kind: 'overruled' })), [queue, say])

  const hide = (page_id: string, isHidden: boolean) =>
    setHidden((previous) => {
      const next = new Set(previous)
      if (isHidden) next.add(page_id)
      else next.delete(page_id)
      return next
    })
  const isWaiting = ({ page_id }: PhonePage) => queue.state().pages.some((page) => page.page_id === page_id)

  async function remove(page: PhonePage): Promise<void> {
    const { page_id, number } = page
    if (isWaiting(page)) {
      await queue.remove(page_id)
      say({ kind: 'deleted', number, undo: () => void queue.undoRemoval(page_id) })
      return
    }
    hide(page_id, true)
    try {
      await deletePairedPage(token, page_id)
      const undo = () => {
        hide(page_id, false)
        restorePairedPage(token, page_id).catch(onError)
      }
      say({ kind: 'deleted', number, undo })
    } catch (error) {
      hide(page_id, false)
      onError(error)
    }
  }
  /**
   * Saves settings. @throws ApiError if the server refused for another reason than a change at the
   * desk
   */
  async function save(page: PhonePage, settings: ScanPageSettings): Promise<void> {
    const { page_id, listed } = page
    if (await queue.changeSettings(page_id, settings)) return
    if (!listed) return
    try {
      const change = { settings, version: listed.version, phone_id: phoneId() }
      takeAnswer(await updatePairedPage(token, page_id, change))
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'scan_page_changed')) throw error
      say({ kind: 'overruled' })
    }
  }
  async function declineRetake({ page_id, listed }: PhonePage): Promise<void> {
    if (!listed) return
    const { settings, version } = listed
    const change = { settings, version, is_retake_requested: false, phone_id: phoneId() }
    try {
      takeAnswer(await updatePairedPage(token, page_id, change))
    } catch (error) {
      onError(error)
    }
  }
  function takeAnswer(answer: ScanPage): void {
    if (!session) return
    put({ ...session, pages: session.pages.map((one) => (one.page_id === answer.page_id ? answer : one)) })
  }
  return {
    ...{ token, session, isReachable, pages, queued, notice, say, remove, save, declineRetake },
    isOver: isOver || queued.closed.includes(token),
    add: (page: Omit<NewPage, 'token'>) => queue.add({ ...page, token }),
    retry: (page_id: string) => queue.retry(page_id),
    /** Drops deleted pages: the toast that could undo it is closed. */
    forget: () => {
      say(null)
      for (const { page_id, removal } of queue.state().pages)
        if (removal === 'done') void queue.forgetRemoved(page_id)
    },
    move: (page_id: string, to: number) =>
      wantOrder(
        moved(
          pages.map((page) => page.page_id),
          page_id,
          to,
        ),
      ),
    rename: async (name: string) => put(await updatePairedSession(token, { phone_id: phoneId(), name })),
  }
}
