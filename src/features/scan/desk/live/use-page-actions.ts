import { useLingui } from '@lingui/react/macro'
import { toApiError } from '../../../../api/errors.ts'
import {
  knownScan,
  pollScan,
  type ScanPage,
  type ScanPageSettings,
  type ScanPhone,
  writeScan,
} from '../../../../api/scan.ts'
import {
  placed,
  useDeleteScanPage,
  useRequestRetake,
  useRestoreScanPage,
  useUpdateScan,
} from '../../../../api/scan-changes.ts'
import { showToast } from '../../../../ui/toaster.tsx'
import { useProblemWords } from '../../../problems/index.ts'
import { popPast } from './desk-store.ts'
import { type Conflict, sendSettings } from './send-settings.ts'
import { expectUndo, forgetUndo, takePage, takeScan } from './take-scan.ts'

/** The name of a phone: as entered on it, or its browser and system. */
export const phoneName = (phones: readonly ScanPhone[], id: string | null): string | null => {
  const phone = phones.find(({ phone_id }) => phone_id === id)
  return phone ? (phone.name ?? phone.device) : null
}

/**
 * The actions for the pages of a session. Changes are shown optimistically; failed ones are
 * reported and reverted.
 */
export function usePageActions(session_id: string) {
  const { t } = useLingui()
  const words = useProblemWords()
  const { mutateAsync: updateScan } = useUpdateScan(session_id)
  const { mutateAsync: deletePage } = useDeleteScanPage(session_id)
  const { mutateAsync: restorePage } = useRestoreScanPage(session_id)
  const { mutateAsync: retake } = useRequestRetake(session_id)
  const fail = (id: string, error: unknown) =>
    showToast({ id, kind: 'error', text: words(toApiError(error)) })

  async function change(page_id: string, settings: ScanPageSettings): Promise<void> {
    try {
      const conflict = await sendSettings(session_id, page_id, settings)
      if (conflict) tellConflict(page_id, conflict)
    } catch (error) {
      fail(`scan-${page_id}`, error)
    }
  }
  function tellConflict(page_id: string, { mine, page }: Conflict): void {
    const phones = knownScan(session_id)?.phones ?? []
    const name = page && phoneName(phones, page.changed_by)
    showToast({
      id: `scan-${page_id}`,
      kind: 'error',
      text: !page
        ? t`This page was deleted on another device.`
        : name
          ? t`${name} changed this page on the phone. Your change wasn’t applied.`
          : t`This page was changed in another window. Your change wasn’t applied.`,
      ...(page && { action: { label: t`Apply my change`, onClick: () => void change(page_id, mine) } }),
    })
  }
  async function undo(page_id: string): Promise<void> {
    const previous = popPast(page_id)
    if (!previous) return
    expectUndo(page_id)
    await change(page_id, previous)
    forgetUndo(page_id)
  }
  async function restore(page_id: string): Promise<void> {
    try {
      takePage(session_id, await restorePage(page_id))
      takeScan(await pollScan(session_id))
    } catch (error) {
      fail(`scan-${page_id}`, error)
    }
  }
  async function remove({ page_id, position }: ScanPage): Promise<void> {
    try {
      await deletePage(page_id)
      showToast({
        id: `scan-${page_id}`,
        text: t`Page ${position} deleted`,
        undo: () => void restore(page_id),
      })
    } catch (error) {
      fail(`scan-${page_id}`, error)
    }
  }
  /** Moves to an index from 0, counted without the page. */
  async function move(page_id: string, to: number): Promise<void> {
    const known = knownScan(session_id)
    const page = known?.pages.find((one) => one.page_id === page_id)
    if (!known || !page) return
    const rest = known.pages.filter((one) => one !== page)
    const pages = placed(rest.toSpliced(to, 0, page))
    writeScan(session_id, () => ({ ...known, pages }))
    try {
      takeScan(await updateScan({ page_order: pages.map((one) => one.page_id) }))
    } catch (error) {
      fail(`scan-order-${session_id}`, error)
    }
  }
  async function requestRetake(page: ScanPage, is_retake_requested: boolean) {
    try {
      takePage(session_id, await retake({ page, is_retake_requested }))
    } catch (error) {
      fail(`scan-${page.page_id}`, error)
    }
  }
  async function rename(title: string): Promise<void> {
    try {
      takeScan(await updateScan({ title }))
    } catch (error) {
      fail(`scan-title-${session_id}`, error)
    }
  }
  return { change, undo, remove, move, requestRetake, rename }
}

export type PageActions = ReturnType<typeof usePageActions>
