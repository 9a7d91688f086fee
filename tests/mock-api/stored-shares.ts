import { FROZEN } from '../../contract/business-states.ts'
import type { EmailGate, SHARE_EVENTS, Share, ShareState } from '../../contract/shares.ts'
import { creatorOf } from './creator.ts'
import type { Db } from './db.ts'
import { FORMATS, formatOf } from './formats.ts'
import { quarantinedAt } from './stored-admin.ts'

export interface StoredShare {
  id: string
  owner: string
  /** The user who made it; absent for seeded ones of one person. */
  createdBy?: string | null
  /** Grows with each new address. */
  generation: number
  fileId: string | null
  conversionId: string | null
  name: string
  message: string
  password: string | null
  gate: EmailGate
  preview: boolean
  notify: boolean
  maxDownloads: number | null
  downloads: number
  views: number
  expiresAt: string | null
  revokedAt: string | null
  lastViewedAt: string | null
  lastDownloadedAt: string | null
  createdAt: string
}

export interface StoredShareEvent {
  id: string
  shareId: string
  kind: (typeof SHARE_EVENTS)[number]
  at: string
  address: string
  device: string
  email: string | null
  email_confirmed: boolean
}

/**
 * Who has opened a locked link: what a browser shows the next time, until the lock is another one.
 */
export interface SharePass {
  lock: string
  email: string | null
  confirmed: boolean
}

export interface ShareStore {
  shares: StoredShare[]
  /** The newest first. */
  events: StoredShareEvent[]
  passes: Map<string, SharePass>
  /** Share and address → the code that was sent. */
  codes: Map<string, string>
  /** Download grants → the share that each is for. */
  grants: Map<string, string>
  /** Readings, by the ticket that a browser has → the share, and until when. */
  readings: Map<string, { shareId: string; until: string }>
}

export const emptyShares = (): ShareStore => ({
  shares: [],
  events: [],
  passes: new Map(),
  codes: new Map(),
  grants: new Map(),
  readings: new Map(),
})

export const tokenOf = ({ id, generation }: StoredShare): string => `mock-${id}-${generation}`

/** What a link is of, as it is now; null where it is gone. */
export function sharedFileOf(db: Db, share: StoredShare) {
  if (share.fileId) {
    const file = db.storage.files.find(({ id }) => id === share.fileId)
    if (!file) return null
    const { key, name, bytes, sha256, content, deletedAt } = file
    return { key, name, bytes, sha256, content, gone: deletedAt !== null, endsAt: null }
  }
  const found = db.conversions.find(({ conversion }) => conversion.conversion_id === share.conversionId)
  const output = found?.conversion.output
  if (!found || !output) return null
  const { download_url, expires_at: endsAt } = found.conversion
  const { filename: name, size_bytes: bytes, sha256 } = output
  const key = found.conversion.conversion_id
  return { key, name, bytes, sha256, content: null, gone: download_url === null, endsAt }
}

export function stateOf(db: Db, share: StoredShare): ShareState {
  if (share.revokedAt) return 'revoked'
  const file = sharedFileOf(db, share)
  const business = db.businesses.businesses.find(({ id }) => id === share.owner)
  if (!file || file.gone || quarantinedAt(db, file.key) || (business && FROZEN.includes(business.status)))
    return 'unavailable'
  if (share.expiresAt && Date.parse(share.expiresAt) <= Date.now()) return 'expired'
  if (share.maxDownloads !== null && share.downloads >= share.maxDownloads) return 'used_up'
  return 'active'
}

/** How many links open a file now. */
export const openLinks = (db: Db, fileId: string): number =>
  db.shares.shares.filter((share) => share.fileId === fileId && stateOf(db, share) === 'active').length

export function presentShared(db: Db, share: StoredShare) {
  const file = sharedFileOf(db, share)
  const name = file?.name ?? share.name
  const format = formatOf(name)
  const known = FORMATS.find((one) => one.format === format)
  return {
    file_name: name,
    file_size_bytes: file?.bytes ?? 0,
    format: known ? format : null,
    family: known?.family ?? ('other' as const),
    sha256: file?.sha256 ?? '0'.repeat(64),
  }
}

function quarantineOf(db: Db, share: StoredShare): string | null {
  const file = sharedFileOf(db, share)
  return file && !file.gone ? quarantinedAt(db, file.key) : null
}

export const presentShare = (db: Db, share: StoredShare, origin: string): Share => ({
  link_id: share.id,
  id: share.id,
  token: tokenOf(share),
  url: `${origin}/s/${tokenOf(share)}`,
  name: share.name,
  message: share.message,
  file_id: share.fileId,
  conversion_id: share.conversionId,
  file: presentShared(db, share),
  state: stateOf(db, share),
  has_password: share.password !== null,
  email_gate: share.gate,
  allow_preview: share.preview,
  notify: share.notify,
  max_downloads: share.maxDownloads,
  downloads: share.downloads,
  views: share.views,
  expires_at: share.expiresAt,
  revoked_at: share.revokedAt,
  quarantined_at: quarantineOf(db, share),
  last_viewed_at: share.lastViewedAt,
  last_downloaded_at: share.lastDownloadedAt,
  created_by: creatorOf(share),
  created_at: share.createdAt,
})
