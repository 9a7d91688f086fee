import { useMemo } from 'react'
import {
  isOpenScan,
  type ScanPage,
  type ScanSession,
  useFollowScan,
  useScanSession,
} from '../../../../api/scan.ts'
import { useDesk } from './desk-store.ts'
import { takeScan } from './take-scan.ts'

/** A session, polled while it is open, with changes that are being saved. */
export function useScan(session_id: string) {
  const { data, error, refetch, isPaused } = useScanSession(session_id)
  const drafts = useDesk((state) => state.drafts)
  const isLost = useFollowScan(session_id, data !== undefined && isOpenScan(data), takeScan)
  const session = useMemo(
    (): ScanSession | undefined =>
      data && { ...data, pages: data.pages.map((page) => withDraft(page, drafts[page.page_id])) },
    [data, drafts],
  )
  return { session, error, refetch, isPaused, isLost }
}

const withDraft = (page: ScanPage, draft: ScanPage['settings'] | undefined): ScanPage =>
  draft ? { ...page, settings: draft } : page
