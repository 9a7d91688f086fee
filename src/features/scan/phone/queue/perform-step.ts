import { ApiError } from '../../../../api/errors.ts'
import type { PageChange, ScanPage } from '../../../../api/public-scan.ts'
import type { QueuePages } from './queue-pages.ts'
import type { QueueStore } from './queue-store.ts'
import { isChanged, type QueuedPage } from './queued-page.ts'
import type { Part } from './send-part.ts'

/** The environment of the queue. */
export interface QueueWorld {
  store: QueueStore
  phoneId: () => string
  send: (part: Part, onProgress: (share: number) => void, signal: AbortSignal) => Promise<ScanPage>
  change: (token: string, page_id: string, change: PageChange) => Promise<ScanPage>
  remove: (token: string, page_id: string) => Promise<unknown>
  restore: (token: string, page_id: string) => Promise<unknown>
  /** Resolves after some seconds, or when the network or the user is back. */
  rest: (seconds: number, signal: AbortSignal) => Promise<void>
  /** Notifies other tabs that the store has changed. */
  tell: () => void
  /** The desk has changed a page meanwhile: the local change is discarded. */
  onOverruled: (page_id: string) => void
}

const isMissing = (error: unknown) => error instanceof ApiError && error.code === 'not_found'

/** Resets the page, as if the server did not know it. */
export const withoutPreview = ({ preview }: Pick<QueuedPage, 'preview'>) =>
  ({ step: preview ? 'preview' : 'photo', ...{ sent_settings: null, version: null, tries: 0 } }) as const

/** Whether the server may know a page. */
export const hasLeft = ({ sent_settings, tries, replace }: QueuedPage) =>
  sent_settings !== null || tries > 0 || replace

/**
 * Sends one request for a page, and applies its response. @throws ApiError, or the signal’s reason
 */
export type PerformStep = (page: QueuedPage, signal: AbortSignal) => Promise<void>

export function createPerformStep(world: QueueWorld, { find, save, patch, put }: QueuePages): PerformStep {
  async function sendFile(
    page: QueuedPage,
    kind: 'preview' | 'page',
    signal: AbortSignal,
  ): Promise<ScanPage> {
    const { token, page_id, settings, replace, tries } = page
    const isPhoto = kind === 'page'
    await patch(page_id, { tries: tries + 1 })
    put({ sending: { page_id, share: 0 } })
    const part: Part = {
      ...{ token, page_id, kind, replace, phone_id: world.phoneId() },
      file: isPhoto ? page.photo : (page.preview ?? page.photo),
      sha256: isPhoto ? page.sha256 : null,
      settings: isChanged(page) ? settings : null,
    }
    const renew = setInterval(() => void world.store.lease.hold(), 3000)
    try {
      return await world.send(part, (share) => put({ sending: { page_id, share } }), signal)
    } finally {
      clearInterval(renew)
      put({ sending: null })
    }
  }

  async function remove({ page_id, token }: QueuedPage): Promise<void> {
    await world.remove(token, page_id).catch((error) => {
      // It never arrived, or the desk has deleted it too.
      if (!isMissing(error)) throw error
    })
    if (find(page_id)?.removal === 'wanted')
      await patch(page_id, { removal: 'done', answered_at: Date.now() })
  }
  async function restore(page: QueuedPage): Promise<void> {
    const isBack = await world.restore(page.token, page.page_id).then(
      () => true,
      (error) => {
        if (!isMissing(error)) throw error
        return false
      },
    )
    await patch(page.page_id, { removal: null, ...(!isBack && withoutPreview(page)) })
  }

  async function perform(page: QueuedPage, signal: AbortSignal): Promise<void> {
    const { page_id, token, settings } = page
    if (page.removal === 'wanted') return remove(page)
    if (page.removal === 'undone') return restore(page)
    if (page.step === 'settings') {
      const version = page.version ?? 1
      const answer = await world.change(token, page_id, { settings, version, phone_id: world.phoneId() })
      const now = find(page_id)
      if (!now) return
      const sent = { ...now, sent_settings: settings, version: answer.version }
      return save({ ...sent, step: isChanged(sent) ? 'settings' : 'listed' })
    }
    const isPhoto = page.step === 'photo'
    const { version } = await sendFile(page, isPhoto ? 'page' : 'preview', signal)
    const now = find(page_id)
    // Retaken or deleted meanwhile: this response is for another photo.
    if (!now || signal.aborted) return
    const sent = { ...now, sent_settings: settings, version, tries: 0 }
    const isBehind = isPhoto && isChanged(sent)
    await save({
      ...sent,
      step: isPhoto ? (isBehind ? 'settings' : 'listed') : 'photo',
      answered_at: isPhoto ? Date.now() : null,
    })
  }
  return perform
}
