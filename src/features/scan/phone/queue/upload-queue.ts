import { ApiError, type ErrorCode } from '../../../../api/errors.ts'
import type { ScanPageSettings, ScanSession } from '../../../../api/public-scan.ts'
import { randomId } from '../../../../lib/random-id.ts'
import { backOff } from '../rest.ts'
import { createPerformStep, hasLeft, type QueueWorld, withoutPreview } from './perform-step.ts'
import { createQueuePages, type QueueState } from './queue-pages.ts'
import { type NewPage, nextPage, type QueuedPage } from './queued-page.ts'

export interface UploadQueue {
  state: () => QueueState
  subscribe: (listener: () => void) => () => void
  /** Sends until the signal is aborted. */
  run: (signal: AbortSignal) => Promise<void>
  /** Reads the store again after another tab has changed it. */
  reload: () => Promise<void>
  add: (page: NewPage) => Promise<void>
  /** Changes a queued page's settings. False if the page was already sent. */
  changeSettings: (page_id: string, settings: ScanPageSettings) => Promise<boolean>
  retry: (page_id: string) => Promise<void>
  /** Deletes a queued page. False if it is not queued. */
  remove: (page_id: string) => Promise<boolean>
  undoRemoval: (page_id: string) => Promise<void>
  /** Drops deleted pages: they can't be undone anymore. */
  forgetRemoved: (page_id: string) => Promise<void>
  /** Deletes a photo of an ended session from this phone. */
  forget: (page_id: string) => Promise<void>
  /** Deletes photos that the session lists. */
  confirm: (token: string, session: ScanSession, requestedAt: number) => Promise<void>
  /** Marks the session of a token as ended. */
  close: (token: string) => void
}

/** Another tab has the lease: the retry interval in seconds. */
const LEASE_SECONDS = 3
/**
 * Errors that are retried automatically. After any other error, preview, photo and changes of the
 * page are not sent again.
 */
const PASSING: readonly ErrorCode[] = ['offline', 'unreachable', 'too_many_requests', 'storage_full']

/** The session has ended, or does not exist. */
const isOver = ({ code }: ApiError) => code === 'not_found' || code === 'scan_closed'

const isPassing = (error: ApiError) => PASSING.includes(error.code) || error.status >= 500

/**
 * Queued photos and their upload: one request at a time, in order, until each has arrived. A photo
 * is only deleted here after the server has responded and the session lists it, so that nothing is
 * lost whenever the network, the tab or the browser fails.
 */
export function createUploadQueue(world: QueueWorld): UploadQueue {
  const { store } = world
  const pages = createQueuePages(store, world.tell)
  const { find, save, patch, drop, put, reload } = pages
  const perform = createPerformStep(world, pages)
  let failures = 0
  let inFlight: { page_id: string; abort: AbortController } | null = null

  function close(token: string): void {
    const { closed } = pages.state()
    if (!closed.includes(token)) put({ closed: [...closed, token] })
  }
  /** Aborts a request whose page was deleted or retaken. */
  function giveUp(page_id: string): void {
    if (inFlight?.page_id === page_id) inFlight.abort.abort()
  }

  /**
   * Handles the failed request of a page. Resolves with the seconds to wait, or null to continue
   * immediately.
   */
  async function fail(page: QueuedPage, error: unknown): Promise<number | null> {
    if (!(error instanceof ApiError)) {
      await patch(page.page_id, { failure: 'internal' })
      return null
    }
    if (page.removal !== null && !isPassing(error)) {
      await patch(page.page_id, { failure: error.code })
      return null
    }
    if (isOver(error) && page.step !== 'settings') {
      close(page.token)
      return null
    }
    if (isPassing(error)) {
      put({ isStalled: true })
      return error.problem?.retry_after ?? backOff(failures++)
    }
    if (page.step === 'preview') await patch(page.page_id, { step: 'photo' })
    else if (page.step === 'settings') {
      await patch(page.page_id, { step: 'listed', sent_settings: page.settings })
      world.onOverruled(page.page_id)
    } else await patch(page.page_id, { failure: error.code })
    return null
  }

  async function run(signal: AbortSignal): Promise<void> {
    await reload()
    for (const { page_id, removal } of pages.state().pages) if (removal === 'done') await drop(page_id)
    while (!signal.aborted) {
      const page = nextPage(pages.state().pages, (token) => pages.state().closed.includes(token))
      if (!page) {
        await store.lease.release()
        if (!signal.aborted) await pages.changed(signal)
        continue
      }
      if (!(await store.lease.hold())) {
        await world.rest(LEASE_SECONDS, signal)
        await reload()
        continue
      }
      const abort = new AbortController()
      const stop = () => abort.abort()
      signal.addEventListener('abort', stop, { once: true })
      inFlight = { page_id: page.page_id, abort }
      try {
        await perform(page, abort.signal)
        failures = 0
        put({ isStalled: false })
      } catch (error) {
        if (signal.aborted) break
        if (abort.signal.aborted) continue
        const seconds = await fail(page, error)
        if (seconds !== null) await world.rest(seconds, signal)
      } finally {
        signal.removeEventListener('abort', stop)
        inFlight = null
      }
    }
  }

  return {
    state: pages.state,
    subscribe: pages.subscribe,
    run: async (signal) => {
      try {
        await run(signal)
      } catch (error) {
        if (!signal.aborted) throw error
      } finally {
        await store.lease.release()
      }
    },
    reload,
    add: async (page) => {
      giveUp(page.page_id)
      const previous = find(page.page_id)
      // A page that the server may have is replaced; one that was never sent is only updated.
      const replace = previous ? hasLeft(previous) : page.replace
      await save({
        ...page,
        replace,
        taken_at: previous?.taken_at ?? Math.max(Date.now(), (pages.state().pages.at(-1)?.taken_at ?? 0) + 1),
        ...withoutPreview({ preview: replace ? null : page.preview }),
        ...{ failure: null, answered_at: null, removal: null },
      })
    },
    changeSettings: async (page_id, settings) => {
      const page = find(page_id)
      if (!page) return false
      await save({ ...page, settings, step: page.step === 'listed' ? 'settings' : page.step })
      return true
    },
    retry: async (page_id) => {
      const page = find(page_id)
      if (page?.failure !== 'scan_page_conflict') return patch(page_id, { failure: null, tries: 0 })
      // Another photo has this id: this one gets a new id.
      await save({ ...page, ...withoutPreview(page), page_id: randomId(), replace: false, failure: null })
      await drop(page_id)
    },
    remove: async (page_id) => {
      const page = find(page_id)
      if (!page) return false
      await save({ ...page, removal: hasLeft(page) ? 'wanted' : 'done', failure: null })
      giveUp(page_id)
      return true
    },
    undoRemoval: async (page_id) => {
      const page = find(page_id)
      if (!page) return
      const isQuiet = page.removal === 'wanted' && inFlight?.page_id !== page_id
      await patch(page_id, { removal: isQuiet || !hasLeft(page) ? null : 'undone' })
    },
    forgetRemoved: async (page_id) => {
      if (find(page_id)?.removal === 'done') await drop(page_id)
    },
    forget: drop,
    confirm: async (token, session, requestedAt) => {
      for (const page of pages.state().pages) {
        if (page.token !== token) continue
        const listed = session.pages.find(({ page_id }) => page_id === page.page_id)
        const isLater = page.answered_at !== null && requestedAt > page.answered_at
        // An aborted request arrived after its page was deleted.
        if (page.removal === 'done' && listed && isLater) await patch(page.page_id, { removal: 'wanted' })
        if (page.removal !== null || page.step !== 'listed') continue
        // A page that a later response does not list was deleted at the desk, which can restore it.
        if (listed?.state === 'ready' || (!listed && isLater)) await drop(page.page_id)
      }
    },
    close,
  }
}
