import type { ErrorCode } from '../../../../api/errors.ts'
import type { ScanPage, ScanPageSettings, ScanSession } from '../../../../api/public-scan.ts'
import type { QueueState } from '../queue/queue-pages.ts'
import { isChanged, isUnsent, type QueuedPage } from '../queue/queued-page.ts'

/**
 * `saving`: the photo is not stored on this phone yet. `receiving`: another phone is sending it.
 */
export type PageState = 'saving' | 'waiting' | 'sending' | 'sent' | 'failed' | 'receiving'

/** A page as shown on this phone: from the session, or still queued here. */
export interface PhonePage {
  page_id: string
  /** Starts at 1. */
  number: number
  state: PageState
  /** The fraction that was sent, 0 to 1. */
  share: number
  failure: ErrorCode | null
  /** The desk asks this phone for a new photo, which is not queued yet. */
  isRetakeRequested: boolean
  settings: ScanPageSettings
  /** Set while its photo is on this phone. */
  queued: QueuedPage | null
  listed: ScanPage | null
}

type Listed = Pick<ScanSession, 'pages' | 'phones'> | null

/**
 * The pages of a session in order, with queued ones at the end.
 * @param order ids in an order that the session does not have yet
 * @param hidden ids that were deleted here
 * @param phone_id of this phone: a retake is requested from the phone that took the page, and from
 *   all while that one is disconnected
 */
export function phonePages(
  session: Listed,
  { pages: queue, saving, sending }: Pick<QueueState, 'pages' | 'saving' | 'sending'>,
  token: string,
  order: readonly string[] | null = null,
  hidden: ReadonlySet<string> = new Set(),
  phone_id: string | null = null,
): PhonePage[] {
  const mine = queue.filter((page) => page.token === token)
  const removed = new Set([
    ...hidden,
    ...mine.filter(({ removal }) => removal === 'wanted' || removal === 'done').map(({ page_id }) => page_id),
  ])
  const listed = session?.pages ?? []
  const elsewhere = new Set(
    (session?.phones ?? [])
      .filter((phone) => phone.is_connected && phone.phone_id !== phone_id)
      .map((phone) => phone.phone_id),
  )
  const known = new Set(listed.map(({ page_id }) => page_id))
  const all = [
    ...listed.map((page) => ({
      listed: page,
      queued: mine.find(({ page_id }) => page_id === page.page_id) ?? null,
    })),
    ...mine.filter(({ page_id }) => !known.has(page_id)).map((queued) => ({ listed: null, queued })),
  ]
  return inOrder(all, order)
    .filter((one) => !removed.has(idOf(one)))
    .map((one, at) => {
      const page = pageOf(one, at + 1, saving, sending)
      const isElsewhere = elsewhere.has(one.listed?.phone_id ?? '')
      return isElsewhere ? { ...page, isRetakeRequested: false } : page
    })
}

type Both = Pick<PhonePage, 'queued' | 'listed'>

const idOf = ({ listed, queued }: Both) => listed?.page_id ?? queued?.page_id ?? ''

/** Pages that the order does not contain stay behind the others. */
function inOrder(pages: Both[], order: readonly string[] | null): Both[] {
  if (!order) return pages
  const place = (one: Both) => {
    const at = order.indexOf(idOf(one))
    return at === -1 ? order.length : at
  }
  return pages.toSorted((a, b) => place(a) - place(b))
}

const PLAIN: ScanPageSettings = { quad: null, rotation: 0, filter: 'clean', layout: 'page' }

function pageOf(
  { queued, listed }: Both,
  number: number,
  saving: QueueState['saving'],
  sending: QueueState['sending'],
): PhonePage {
  const page_id = idOf({ queued, listed })
  // Local changes apply until the server has them; then the session's state, which the desk may
  // have changed.
  const isMine = queued !== null && (listed === null || isChanged(queued))
  const settings = (isMine ? queued.settings : listed?.settings) ?? PLAIN
  return {
    ...{ page_id, number, settings, queued, listed },
    failure: queued?.failure ?? null,
    isRetakeRequested: listed?.is_retake_requested === true && !(queued && isUnsent(queued)),
    ...stateOf({ queued, listed }, saving.has(page_id), sending?.page_id === page_id ? sending.share : null),
  }
}

function stateOf(
  { queued, listed }: Both,
  isSaving: boolean,
  sending: number | null,
): Pick<PhonePage, 'state' | 'share'> {
  if (!queued) return listed?.state === 'ready' ? SENT : { state: 'receiving', share: 0 }
  if (queued.failure) return { state: 'failed', share: 0 }
  if (queued.step === 'listed' || queued.step === 'settings') return SENT
  if (sending === null) return { state: isSaving ? 'saving' : 'waiting', share: 0 }
  // The preview is a fiftieth of the photo's size: it counts as 0%.
  return { state: 'sending', share: queued.step === 'preview' ? 0 : sending }
}
const SENT = { state: 'sent', share: 1 } as const

/** The ids in a new order, with one page moved to another index. */
export function moved(ids: readonly string[], page_id: string, to: number): string[] {
  const others = ids.filter((id) => id !== page_id)
  return others.toSpliced(Math.max(0, to), 0, page_id)
}
