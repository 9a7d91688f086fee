import type { ErrorCode } from '../../../../api/errors.ts'
import type { ScanPageSettings } from '../../../../api/public-scan.ts'

/** The next request for a page. The photo is kept until the session lists it as `ready`. */
export type Step = 'preview' | 'photo' | 'settings' | 'listed'

/** A photo on this phone, as stored in the database. */
export interface QueuedPage {
  page_id: string
  /**
   * The pairing token of its session: after a new pairing, the phone still sends photos of the
   * previous session.
   */
  token: string
  /** The capture time, in milliseconds: pages are sent in this order. */
  taken_at: number
  photo: Blob
  /** A thumbnail that is sent first; null if none could be created. */
  preview: Blob | null
  sha256: string
  /** Pixels of the upright photo; null if this browser cannot decode it. */
  width: number | null
  height: number | null
  settings: ScanPageSettings
  /** The server's settings; null before the first request. */
  sent_settings: ScanPageSettings | null
  /** The version in the server's response, for changes after the photo. */
  version: number | null
  /** A retake: the photo replaces the page's current one. */
  replace: boolean
  step: Step
  tries: number
  /** Why it isn't retried automatically. */
  failure: ErrorCode | null
  /** When the server responded to the photo, or to its deletion, in milliseconds. */
  answered_at: number | null
  /**
   * Deleted here: `wanted` until the server knows, `done` while it can be undone, `undone` until
   * the server knows that.
   */
  removal: 'wanted' | 'done' | 'undone' | null
}

/** A page from the camera. */
export type NewPage = Pick<
  QueuedPage,
  'page_id' | 'token' | 'photo' | 'preview' | 'sha256' | 'width' | 'height' | 'settings' | 'replace'
>

const isSame = (a: ScanPageSettings | null, b: ScanPageSettings) => JSON.stringify(a) === JSON.stringify(b)

/** Whether the settings were changed since they were sent. */
export const isChanged = ({ settings, sent_settings }: QueuedPage) => !isSame(sent_settings, settings)

/** Whether the photo is still to be sent. */
export const isUnsent = ({ step, removal }: QueuedPage) =>
  removal === null && (step === 'preview' || step === 'photo')

/**
 * The next page to send: deletions, then previews, so that the desk sees each sheet early, then
 * photos; each in capture order. Undefined if there is nothing to do.
 */
export function nextPage(
  pages: readonly QueuedPage[],
  isClosed: (token: string) => boolean,
): QueuedPage | undefined {
  const open = pages.filter(({ token, failure }) => failure === null && !isClosed(token))
  const live = open.filter(({ removal }) => removal === null)
  return (
    open.find(({ removal }) => removal === 'wanted' || removal === 'undone') ??
    live.find(({ step }) => step === 'preview') ??
    live.find(({ step }) => step === 'settings') ??
    live.find(({ step }) => step === 'photo')
  )
}
