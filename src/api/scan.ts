import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type {
  FinalizeScanJson,
  ScanPage,
  ScanPageSettings,
  ScanPairing,
  ScanPhone,
  ScanQuote,
  ScanSession,
  ScanSessionItem,
} from '../../contract/scan.ts'
import { call, type Input, urlOf } from './client.ts'
import { toApiError } from './errors.ts'
import { polled } from './polling.ts'
import { keyOf, q, queryClient } from './query-client.ts'
import { scrolled } from './scrolled.ts'

export type { ScanPage, ScanPageSettings, ScanPairing, ScanPhone, ScanQuote, ScanSession, ScanSessionItem }
export type ScanPdf = NonNullable<Input<'finalizeScan'>['body']>
export type ScanPageSize = FinalizeScanJson['page_size']
export type ScanQuality = FinalizeScanJson['quality']
export type ScanColour = FinalizeScanJson['colour']

/** `SCAN_LIMITS.photoBytes` of the contract, whose code is not in page bundles. */
export const MOST_PHOTO_BYTES = 25_000_000
/** Seconds that a request is held. */
const HOLD_S = 25

/** Sessions also change on phones. */
const EVERY = 60_000

export const useScanSessions = () =>
  useInfiniteQuery({
    ...scrolled<ScanSessionItem>(['listScanSessions', 'scroll'], (page, signal) =>
      call('listScanSessions', { query: page }, { signal }),
    ),
    ...polled(() => EVERY),
  })

/** The number of open sessions, for the sidebar. */
export const useOpenScanCount = (enabled: boolean): number =>
  useQuery({
    ...q('listScanSessions', { query: { open: 'true', page_size: 1 } }),
    enabled,
    staleTime: EVERY,
    refetchOnWindowFocus: true,
    throwOnError: false,
    select: ({ count }) => count,
  }).data ?? 0

export const sessionInput = (session_id: string) => ({ params: { session_id } })
const sessionKey = (session_id: string) => keyOf('getScanSession', sessionInput(session_id))

/** A session from the cache. `useFollowScan` writes later revisions to it. */
export const useScanSession = (session_id: string) =>
  useQuery({ ...q('getScanSession', sessionInput(session_id)), staleTime: Number.POSITIVE_INFINITY })

export const knownScan = (session_id: string): ScanSession | undefined =>
  queryClient.getQueryData<ScanSession>(sessionKey(session_id))

/** Writes a session, or a change of the cached one, to the cache. */
export function writeScan(
  session_id: string,
  change: (known: ScanSession | undefined) => ScanSession | undefined,
) {
  queryClient.setQueryData<ScanSession>(sessionKey(session_id), change)
}

/** Refetches the session, for example after its end. */
export const refreshScan = (session_id: string) =>
  queryClient.invalidateQueries({ queryKey: sessionKey(session_id) })

/**
 * The next revision, or the same one after 25 seconds. Without `since` the response is immediate.
 * @throws ApiError
 */
export const pollScan = (session_id: string, since?: number, signal?: AbortSignal): Promise<ScanSession> =>
  call(
    'getScanSession',
    { ...sessionInput(session_id), ...(since !== undefined && { query: { since, wait: HOLD_S } }) },
    { signal },
  )

export const isOpenScan = ({ status }: Pick<ScanSession, 'status'>): boolean =>
  status !== 'ended' && status !== 'expired'

/** Pause after a held request, and after one that was not held, to avoid a request loop. */
const [HELD_PAUSE_MS, EARLY_PAUSE_MS] = [1, 1000]

interface Followed {
  isOpen: boolean
  isEarly: boolean
}

/** Passes the next revision to `take`. On an error the page refetches the session. */
async function followScan(
  session_id: string,
  take: (next: ScanSession) => void,
  signal: AbortSignal,
): Promise<Followed> {
  const [since, began] = [knownScan(session_id)?.revision, Date.now()]
  try {
    const next = await pollScan(session_id, since, signal)
    take(next)
    return {
      isOpen: isOpenScan(next),
      isEarly: next.revision === since && Date.now() - began < EARLY_PAUSE_MS,
    }
  } catch (error) {
    const { status } = toApiError(error)
    if (signal.aborted || status < 400 || status >= 500 || status === 429) throw error
    void refreshScan(session_id)
    return { isOpen: false, isEarly: false }
  }
}

/**
 * Follows a session with consecutive held requests, also in a hidden tab: they keep the session
 * alive.
 * @returns whether the connection is lost, so that changes by phones may be missing
 */
export function useFollowScan(
  session_id: string,
  enabled: boolean,
  take: (next: ScanSession) => void,
): boolean {
  const { isError, isPaused } = useQuery({
    queryKey: ['followScan', session_id],
    queryFn: ({ signal }) => followScan(session_id, take, signal),
    enabled,
    retry: false,
    gcTime: 0,
    throwOnError: false,
    ...polled<Followed>(
      (followed) => followed?.isOpen !== false && (followed?.isEarly ? EARLY_PAUSE_MS : HELD_PAUSE_MS),
      true,
    ),
  })
  return enabled && (isError || isPaused)
}

/** The upload URL of images. */
export const pagesUrl = (session_id: string): string => urlOf('addScanPage', sessionInput(session_id))

/** The image URL of a page, which changes with the photo. */
export const scanImageUrl = (
  session_id: string,
  { page_id, photo_version: v }: Pick<ScanPage, 'page_id' | 'photo_version'>,
  variant: 'thumb' | 'page' | 'original',
): string => urlOf('getScanImage', { params: { session_id, page_id }, query: { variant, v } })

/** Price and size of the PDF. The previous quote stays while the next one loads. */
export const useScanQuote = (session_id: string, body: ScanPdf, pages: string, enabled: boolean) =>
  useQuery({
    ...q('quoteScan', { ...sessionInput(session_id), body }),
    // The number and layout of the pages change the price.
    queryKey: [...keyOf('quoteScan', { ...sessionInput(session_id), body }), pages],
    enabled,
    staleTime: 30_000,
    gcTime: 60_000,
    throwOnError: false,
    placeholderData: keepPreviousData,
  })
