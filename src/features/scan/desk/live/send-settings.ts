import { ApiError } from '../../../../api/errors.ts'
import { knownScan, pollScan, type ScanPage, type ScanPageSettings } from '../../../../api/scan.ts'
import { updateScanPage } from '../../../../api/scan-changes.ts'
import { dropDraft, setDraft } from './desk-store.ts'
import { takePage, takeScan } from './take-scan.ts'

/** A conflict: the requested change, and the current page. */
export interface Conflict {
  mine: ScanPageSettings
  /** Null if the page was deleted meanwhile. */
  page: ScanPage | null
}

interface Queue {
  next: ScanPageSettings | null
  done: Promise<Conflict | null>
}

const queues = new Map<string, Queue>()

/**
 * Saves the settings of a page, which are shown immediately. Changes during a request are sent
 * together afterwards, with the returned version. @returns null, or what was not applied @throws
 * ApiError
 */
export function sendSettings(
  session_id: string,
  page_id: string,
  settings: ScanPageSettings,
): Promise<Conflict | null> {
  setDraft(page_id, settings)
  const running = queues.get(page_id)
  if (running) {
    running.next = settings
    return running.done
  }
  const queue: Queue = { next: settings, done: Promise.resolve(null) }
  queues.set(page_id, queue)
  queue.done = run(session_id, page_id, queue).finally(() => {
    queues.delete(page_id)
    dropDraft(page_id)
  })
  return queue.done
}

const pageOf = (session_id: string, page_id: string) =>
  knownScan(session_id)?.pages.find((page) => page.page_id === page_id)

async function run(session_id: string, page_id: string, queue: Queue): Promise<Conflict | null> {
  while (queue.next) {
    const settings = queue.next
    queue.next = null
    const version = pageOf(session_id, page_id)?.version ?? 1
    try {
      takePage(session_id, await updateScanPage(session_id, page_id, { settings, version }))
    } catch (error) {
      if (!(error instanceof ApiError) || !['scan_page_changed', 'not_found'].includes(error.code))
        throw error
      takeScan(await pollScan(session_id))
      return { mine: queue.next ?? settings, page: pageOf(session_id, page_id) ?? null }
    }
  }
  return null
}
