import { useMutation } from '@tanstack/react-query'
import { call, type Output } from './client.ts'
import { type ApiError, toApiError } from './errors.ts'
import { follow } from './live.ts'
import type { PageChange } from './public-scan.ts'
import { invalidate, invalidateSoon } from './query-client.ts'
import {
  refreshScan,
  type ScanPage,
  type ScanPairing,
  type ScanPdf,
  type ScanSession,
  sessionInput,
  writeScan,
} from './scan.ts'

// Mutations of the desk.

/**
 * Creates a session. The key is the same for every attempt, so that a lost response creates no
 * second one.
 */
export const useCreateScan = () =>
  useMutation({
    mutationFn: ({ title, key }: { title: string; key: string }) =>
      call('createScanSession', { body: { title } }, { idempotencyKey: key }),
    onSuccess: (made) => {
      writeScan(made.session_id, () => withoutPairing(made))
      void invalidate('listScanSessions')
    },
    gcTime: 0,
  })

/** Removes the token, which is never cached. */
function withoutPairing(made: Output<'createScanSession'>): ScanSession {
  const {
    has_camera: _5,
    is_reachable: _6,
    code: _,
    code_expires_at: _1,
    pairing_token: _2,
    pairing_url: _3,
    pairing_urls: _4,
    ...session
  } = made
  return session
}

/** A new link and code, which are never cached. */
export const usePairScan = (session_id: string) =>
  useMutation<ScanPairing>({ mutationFn: () => call('pairScanSession', sessionInput(session_id)), gcTime: 0 })

type ScanChange = { title?: string; page_order?: string[] }

/**
 * Changes the title or the page order. Uploads that outlive their page use it to order pages.
 * @throws ApiError
 */
export async function updateScan(session_id: string, body: ScanChange): Promise<ScanSession> {
  const session = await call('updateScanSession', { ...sessionInput(session_id), body })
  if (body.title !== undefined) void invalidate('listScanSessions')
  return session
}

/** Optimistic change: on error the session is refetched. */
const shown = (session_id: string) => ({ onError: () => void refreshScan(session_id) })

export const useUpdateScan = (session_id: string) =>
  useMutation({
    mutationFn: (body: ScanChange) => updateScan(session_id, body),
    onMutate: ({ title }) => {
      if (title !== undefined) writeScan(session_id, (known) => known && { ...known, title })
    },
    ...shown(session_id),
  })

/** Ends the session and deletes the photos. */
export const useEndScan = () =>
  useMutation({
    mutationFn: (session_id: string) => call('endScanSession', sessionInput(session_id)),
    onSuccess: (_, session_id) => {
      void refreshScan(session_id)
      void invalidate('listScanSessions')
    },
  })

/**
 * For a queue that outlives its page. @throws ApiError `scan_page_changed` where the settings
 * differ and the version is not the newest
 */
export const updateScanPage = (
  session_id: string,
  page_id: string,
  body: Omit<PageChange, 'phone_id'>,
): Promise<ScanPage> => call('updateScanPage', { params: { session_id, page_id }, body })

/** Requests a new photo from the phones, or cancels the request. */
export const useRequestRetake = (session_id: string) =>
  useMutation({
    mutationFn: ({ page: { page_id, settings, version }, is_retake_requested }: Retake) =>
      updateScanPage(session_id, page_id, { settings, version, is_retake_requested }),
    ...shown(session_id),
  })

interface Retake {
  page: Pick<ScanPage, 'page_id' | 'settings' | 'version'>
  is_retake_requested: boolean
}

export const useDeleteScanPage = (session_id: string) =>
  useMutation({
    mutationFn: (page_id: string) => call('deleteScanPage', { params: { session_id, page_id } }),
    onMutate: (page_id) =>
      writeScan(
        session_id,
        (known) => known && { ...known, pages: placed(known.pages.filter((one) => one.page_id !== page_id)) },
      ),
    ...shown(session_id),
  })

/** Renumbers positions by order. */
export const placed = (pages: readonly ScanPage[]): ScanPage[] =>
  pages.map((page, index) => ({ ...page, position: index + 1 }))

export const useRestoreScanPage = (session_id: string) =>
  useMutation({
    mutationFn: (page_id: string) => call('restoreScanPage', { params: { session_id, page_id } }),
  })

/** Adds a stored image as a page. @throws ApiError */
export const addStoredPage = (session_id: string, page_id: string, file_id: string): Promise<ScanPage> =>
  call('addScanPage', { ...sessionInput(session_id), body: { page_id, file_id } })

/** Starts the conversion to PDF, which is followed like any other. */
export const useFinalizeScan = (session_id: string) =>
  useMutation<string, ApiError, { body: ScanPdf; key: string }>({
    mutationFn: async ({ body, key }) => {
      try {
        const { id } = await call(
          'finalizeScan',
          { ...sessionInput(session_id), body },
          { idempotencyKey: key },
        )
        return id
      } catch (error) {
        throw toApiError(error)
      }
    },
    onSuccess: (id) => {
      follow(id)
      invalidateSoon('getDocumentCredits')
      invalidateSoon('listConversions')
      void invalidate('listScanSessions')
    },
  })
