import {
  SCAN_LIMITS,
  type ScanPage,
  type ScanPageSettings,
  type ScanPhone,
  type ScanSession,
  type ScanSessionItem,
  type ScanStatus,
} from '../../contract/scan.ts'
import { creatorOf } from './creator.ts'
import type { Db } from './db.ts'
import { type Actor, MockProblem } from './handler.ts'

type Bytes = Uint8Array<ArrayBuffer>

export interface StoredPage {
  id: string
  preview: Bytes | null
  photo: Bytes | null
  /** Null for a HEIC file, which the mock does not read. */
  type: string
  size: { width: number; height: number } | null
  settings: ScanPageSettings
  version: number
  photoVersion: number
  isRetakeRequested: boolean
  phoneId: string | null
  changedBy: string | null
  changedAt: string
  createdAt: string
  deletedAt: string | null
}

export interface StoredPhone {
  id: string
  name: string | null
  device: string
  lastSeen: number
  /** A seeded one, which nobody holds. */
  stays?: boolean
}

export interface StoredScan {
  id: string
  owner: string
  createdBy?: string | null
  deskName: string | null
  title: string
  revision: number
  phones: StoredPhone[]
  pages: StoredPage[]
  tokens: string[]
  code: { word: string; expiresAt: number } | null
  conversionId: string | null
  createdAt: string
  lastUsed: number
  endedAt: string | null
  /** Those who wait for the next revision. */
  waiting: Set<() => void>
}

export interface ScanStore {
  sessions: StoredScan[]
  /** Whether pairing links open over HTTPS, and whether phones reach the instance at all. */
  hasCamera: boolean
  isReachable: boolean
}

export const emptyScans = (): ScanStore => ({ sessions: [], hasCamera: true, isReachable: true })

/** Something has changed: polls that wait are answered. */
export function touch(session: StoredScan): void {
  session.revision += 1
  for (const wake of session.waiting) wake()
  session.waiting.clear()
}

/** Until there is a newer revision, or the time is up. */
export async function waitFor(session: StoredScan, since: number | undefined, seconds: number) {
  if (since === undefined || session.revision > since || seconds === 0) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000)
    session.waiting.add(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

const expiryOf = ({ lastUsed, createdAt }: StoredScan) =>
  Math.min(lastUsed + SCAN_LIMITS.idleSeconds * 1000, Date.parse(createdAt) + SCAN_LIMITS.maxSeconds * 1000)

export const isOpen = (session: StoredScan): boolean =>
  session.endedAt === null && expiryOf(session) > Date.now()

export function requireOpen(session: StoredScan): StoredScan {
  if (!isOpen(session)) throw new MockProblem('scan_closed', 'The scan session has ended.')
  session.lastUsed = Date.now()
  return session
}

export function myScan(db: Db, actor: Actor, id: string): StoredScan {
  const found = db.scans.sessions.find((one) => one.owner === actor.id && one.id === id)
  if (!found) throw new MockProblem('not_found', 'There is no scan session of yours under this id.')
  return found
}

export const livePages = ({ pages }: StoredScan) => pages.filter(({ deletedAt }) => deletedAt === null)

export function pageOfScan(session: StoredScan, id: string): StoredPage {
  const found = livePages(session).find((one) => one.id === id)
  if (!found) throw new MockProblem('not_found', 'There is no such page in this session.')
  return found
}

function statusOf(db: Db, session: StoredScan): ScanStatus {
  if (session.endedAt !== null) return 'ended'
  if (!isOpen(session)) return 'expired'
  const made = db.conversions.find(({ conversion }) => conversion.id === session.conversionId)
  if (made) return made.conversion.status === 'pending' ? 'finalizing' : 'completed'
  return session.phones.length > 0 || livePages(session).length > 0 ? 'paired' : 'waiting'
}

function presentPhone(session: StoredScan, { id, name, device, lastSeen, stays }: StoredPhone): ScanPhone {
  const seen = stays ? Date.now() : lastSeen
  return {
    ...{ phone_id: id, name, device },
    is_connected: Date.now() - seen < SCAN_LIMITS.awaySeconds * 1000,
    last_seen_at: new Date(seen).toISOString(),
    pages: livePages(session).filter(({ phoneId }) => phoneId === id).length,
  }
}

/** @param side whose path the image has, and whose credentials open it */
export function presentPage(session: StoredScan, page: StoredPage, side: 'desk' | 'phone'): ScanPage {
  const at = side === 'desk' ? `sessions/${session.id}` : 'pair'
  return {
    page_id: page.id,
    position: livePages(session).indexOf(page) + 1,
    state: page.photo ? 'ready' : 'receiving',
    width: page.size?.width ?? null,
    height: page.size?.height ?? null,
    size_bytes: page.photo?.length ?? null,
    settings: page.settings,
    version: page.version,
    photo_version: page.photoVersion,
    is_retake_requested: page.isRetakeRequested,
    phone_id: page.phoneId,
    changed_by: page.changedBy,
    changed_at: page.changedAt,
    created_at: page.createdAt,
    image_url: `/api/v1/pdf_handler/scan/${at}/pages/${page.id}/image/`,
  }
}

export function presentItem(db: Db, session: StoredScan): ScanSessionItem {
  return {
    session_id: session.id,
    title: session.title,
    status: statusOf(db, session),
    conversion_id: session.conversionId,
    created_by: creatorOf(session),
    created_at: session.createdAt,
    expires_at: new Date(expiryOf(session)).toISOString(),
    ended_at: session.endedAt ?? (isOpen(session) ? null : new Date(expiryOf(session)).toISOString()),
    page_count: livePages(session).length,
    phone_count: session.phones.length,
  }
}

export function presentScan(db: Db, session: StoredScan, side: 'desk' | 'phone' = 'desk'): ScanSession {
  const { page_count: _, phone_count: __, ...item } = presentItem(db, session)
  return {
    ...item,
    revision: session.revision,
    desk_name: session.deskName,
    phones: session.phones.map((phone) => presentPhone(session, phone)),
    pages: livePages(session).map((page) => presentPage(session, page, side)),
  }
}
