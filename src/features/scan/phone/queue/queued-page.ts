import type { ErrorCode } from '../../../../api/errors.ts'
import type { ScanPageSettings } from '../../../../api/public-scan.ts'

/** What is to be done for a page next. The photo is kept until the session lists it as `ready`. */
export type Step = 'preview' | 'photo' | 'settings' | 'listed'

/** A photo on this phone, as the database keeps it. */
export interface QueuedPage {
  page_id: string
  /**
   * The pairing token of its session: a phone that is paired anew still sends what it took for the
   * one before.
   */
  token: string
  /** When it was taken, in milliseconds: pages are sent in this order. */
  taken_at: number
  photo: Blob
  /** A thumbnail that is sent first; null where none could be made. */
  preview: Blob | null
  sha256: string
  /** Pixels of the upright photo; null where this browser cannot read it. */
  width: number | null
  height: number | null
  settings: ScanPageSettings
  /** The settings that the server has; null before the first request. */
  sent_settings: ScanPageSettings | null
  /** The version that the server answered with, for changes after the photo. */
  version: number | null
  /** A retake: the photo takes the place of the one that the page has. */
  replace: boolean
  step: Step
  tries: number
  /** Why it isn't retried automatically. */
  failure: ErrorCode | null
  /** When the server answered to the photo, or to its deletion, in milliseconds. */
  answered_at: number | null
  /**
   * Deleted here: `wanted` until the server knows, `done` while it can be undone, `undone` until
   * the server knows that.
   */
  removal: 'wanted' | 'done' | 'undone' | null
}

/** A page as it comes from the camera. */
export type NewPage = Pick<
  QueuedPage,
  'page_id' | 'token' | 'photo' | 'preview' | 'sha256' | 'width' | 'height' | 'settings' | 'replace'
>

const isSame = (a: ScanPageSettings | null, b: ScanPageSettings) => JSON.stringify(a) === JSON.stringify(b)

/** Whether the settings were changed since the server was told of them. */
export const isChanged = ({ settings, sent_settings }: QueuedPage) => !isSame(sent_settings, settings)

/** Whether the photo itself is still to be sent. */
export const isUnsent = ({ step, removal }: QueuedPage) =>
  removal === null && (step === 'preview' || step === 'photo')

/**
 * The page whose turn it is: deletions, then previews, so that the desk sees each sheet at once,
 * then photos; each in the order in which they were taken. Undefined where there is nothing to do.
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
