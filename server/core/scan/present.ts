import { and, asc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import {
  SCAN_LIMITS,
  type ScanPage,
  type ScanPhone,
  type ScanSession,
  type ScanStatus,
} from '../../../contract/scan.ts'
import type { Queries } from '../../platform.ts'
import {
  conversions,
  type ScanPageRow,
  type ScanPhoneRow,
  type ScanSessionRow,
  scanPages,
  scanPhones,
  scanSessions,
  users,
} from '../schema.ts'
import { isOver } from './change.ts'

/** The caller's side: image paths differ, since each side has its own credentials. */
export type Side = 'desk' | 'phone'

/** What a response needs of the caller. */
export interface ScanView {
  platform: { db: Queries; clock: () => Date }
}

interface Parts {
  session: ScanSessionRow
  phones: ScanPhoneRow[]
  pages: ScanPageRow[]
  conversion: 'pending' | 'completed' | 'failed' | null
  deskName: string | null
}

/** Pages in the saved order, then later pages by time. */
export function inOrder<Page extends Pick<ScanPageRow, 'id' | 'createdAt'>>(
  pages: readonly Page[],
  order: readonly string[],
): Page[] {
  const places = new Map(order.map((id, at) => [id, at]))
  const place = ({ id }: Page) => places.get(id) ?? Number.POSITIVE_INFINITY
  return pages.toSorted(
    (a, b) =>
      // Infinity minus Infinity is NaN.
      (place(a) === place(b) ? 0 : place(a) - place(b)) ||
      a.createdAt.getTime() - b.createdAt.getTime() ||
      a.id.localeCompare(b.id),
  )
}

/** A page's position in its session, from 1. */
export async function placeOf(db: Queries, { sessionId, id }: Pick<ScanPageRow, 'sessionId' | 'id'>) {
  const [session] = await db
    .select({ order: scanSessions.pageOrder })
    .from(scanSessions)
    .where(eq(scanSessions.id, sessionId))
  const pages = await db
    .select({ id: scanPages.id, createdAt: scanPages.createdAt })
    .from(scanPages)
    .where(and(eq(scanPages.sessionId, sessionId), isNull(scanPages.deletedAt)))
  const at = inOrder(pages, session?.order ?? []).findIndex((page) => page.id === id)
  return at < 0 ? pages.length + 1 : at + 1
}

/** A session with its pages, for either side; null if it does not exist. */
export async function readScan(
  view: ScanView,
  id: string,
  side: Side,
): Promise<z.input<typeof ScanSession> | null> {
  const parts = await partsOf(view.platform.db, id)
  return parts && presentScan(view, parts, side)
}

async function partsOf(db: Queries, id: string): Promise<Parts | null> {
  const [found] = await db
    .select({ session: scanSessions, conversion: conversions.status, deskName: users.firstName })
    .from(scanSessions)
    .leftJoin(conversions, eq(conversions.id, scanSessions.conversionId))
    .leftJoin(users, eq(users.id, scanSessions.createdBy))
    .where(eq(scanSessions.id, id))
  if (!found) return null
  const phones = await db
    .select()
    .from(scanPhones)
    .where(eq(scanPhones.sessionId, id))
    .orderBy(asc(scanPhones.pairedAt))
  const pages = await db
    .select()
    .from(scanPages)
    .where(and(eq(scanPages.sessionId, id), isNull(scanPages.deletedAt)))
  return { ...found, phones, pages }
}

export function presentScan(
  { platform }: ScanView,
  { session, phones, pages, conversion, deskName }: Parts,
  side: Side,
): z.input<typeof ScanSession> {
  // The photos of an ended session are deleted, so its pages are hidden.
  const ordered = session.endedAt ? [] : inOrder(pages, session.pageOrder)
  const idle = session.touchedAt.getTime() + SCAN_LIMITS.idleSeconds * 1000
  return {
    session_id: session.id,
    title: session.title,
    status: statusOf(platform, session, conversion, phones.length + pages.length),
    revision: session.revision,
    desk_name: deskName?.trim() || null,
    phones: phones.map((phone) => presentPhone(platform.clock(), phone, pages)),
    pages: ordered.map((page, at) => presentPage(page, at + 1, side)),
    conversion_id: session.conversionId,
    // Phones get no data of the account.
    created_by: side === 'desk' ? session.createdBy : null,
    created_at: session.createdAt.toISOString(),
    expires_at: new Date(Math.min(session.expiresAt.getTime(), idle)).toISOString(),
    ended_at: session.endedAt?.toISOString() ?? null,
  }
}

export function statusOf(
  platform: { clock: () => Date },
  session: ScanSessionRow,
  conversion: Parts['conversion'],
  partners: number,
): ScanStatus {
  // An ended session is not open, whatever its conversion's state: see `conversion_id`.
  if (session.endedAt && !session.expired) return 'ended'
  if (isOver(platform, session)) return 'expired'
  if (conversion === 'pending') return 'finalizing'
  if (conversion === 'completed') return 'completed'
  return partners > 0 ? 'paired' : 'waiting'
}

const presentPhone = (now: Date, phone: ScanPhoneRow, pages: readonly ScanPageRow[]): ScanPhone => ({
  phone_id: phone.phoneId,
  name: phone.name,
  device: phone.device,
  is_connected: now.getTime() - phone.lastSeenAt.getTime() < SCAN_LIMITS.awaySeconds * 1000,
  last_seen_at: phone.lastSeenAt.toISOString(),
  pages: pages.filter(({ phoneId }) => phoneId === phone.phoneId).length,
})

export function presentPage(page: ScanPageRow, position: number, side: Side): ScanPage {
  const path =
    side === 'desk' ? `/api/v1/pdf_handler/scan/sessions/${page.sessionId}` : '/api/v1/pdf_handler/scan/pair'
  return {
    page_id: page.id,
    position,
    state: page.photoKey ? 'ready' : 'receiving',
    width: page.width,
    height: page.height,
    size_bytes: page.sizeBytes,
    settings: page.settings,
    version: page.version,
    photo_version: page.photoVersion,
    is_retake_requested: page.isRetakeRequested,
    phone_id: page.phoneId,
    changed_by: page.changedBy,
    changed_at: page.changedAt.toISOString(),
    created_at: page.createdAt.toISOString(),
    image_url: `${path}/pages/${page.id}/image/`,
  }
}
