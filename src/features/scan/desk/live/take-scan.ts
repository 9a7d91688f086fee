import { knownScan, type ScanPage, type ScanSession, writeScan } from '../../../../api/scan.ts'
import { noteArrived, noteMoved, pushPast, useDesk } from './desk-store.ts'
import { isSame, mergeScan, movedCorner, withPage } from './merge-scan.ts'

/** Pages whose next change is an undo, which does not become an undo step. */
const undoing = new Set<string>()
export const expectUndo = (page_id: string): void => void undoing.add(page_id)
/** For an undo that changed nothing, or was not applied. */
export const forgetUndo = (page_id: string): void => void undoing.delete(page_id)

/** Takes a session's new state, and marks new pages and corners that were moved on a phone. */
export function takeScan(next: ScanSession): void {
  const known = knownScan(next.session_id)
  const merged = mergeScan(known, next)
  if (merged === known) return
  writeScan(next.session_id, () => merged)
  if (!known) return
  const previous = new Map(known.pages.map((page) => [page.page_id, page]))
  for (const page of merged.pages) {
    const old = previous.get(page.page_id)
    if (old) compare(old, page)
    else noteArrived(page.page_id)
  }
}

/** Takes the response to a change of one page. */
export function takePage(session_id: string, page: ScanPage): void {
  const known = knownScan(session_id)
  if (!known) return
  const old = known.pages.find(({ page_id }) => page_id === page.page_id)
  writeScan(session_id, () => withPage(known, page))
  if (old) compare(old, page)
  else noteArrived(page.page_id)
}

function compare(old: ScanPage, page: ScanPage): void {
  if (page.version <= old.version || isSame(old.settings, page.settings)) return
  if (!undoing.delete(page.page_id)) pushPast(page.page_id, old.settings)
  const corner = movedCorner(old.settings.quad, page.settings.quad)
  if (page.changed_by !== null && corner !== null)
    noteMoved(page.page_id, { corner, phoneId: page.changed_by })
}

/** Whether a change of this page can be undone. */
export const useCanUndo = (page_id: string | undefined): boolean =>
  useDesk(({ past }) => page_id !== undefined && (past[page_id]?.length ?? 0) > 0)
