import type { StorageUsage, UserFile } from '../../contract/storage.ts'
import { StoredFamily } from '../../contract/storage.ts'
import { creatorOf } from './creator.ts'
import type { Db } from './db.ts'
import { familyOf, formatOf } from './formats.ts'
import { type Actor, MockProblem } from './handler.ts'
import { quarantinedAt } from './stored-admin.ts'
import { openLinks } from './stored-shares.ts'

/**
 * A user file record as the mock keeps it. Several may hold one object; its bytes are then counted
 * once.
 */
export interface StoredUserFile {
  id: string
  owner: string
  /** The user who made it; absent for seeded ones of one person. */
  createdBy?: string | null
  name: string
  key: string
  bytes: number
  /** Null for seeded ones, which are only as large as they say. */
  content: Uint8Array<ArrayBuffer> | null
  sha256: string
  conversionId: string | null
  /** The caller said that its object is counted already. */
  tracked: boolean
  createdAt: string
  updatedAt: string
  deletedAt: string | null
  /** What it was before it was replaced, the newest first. */
  versions?: FileContent[]
}

export interface FileContent {
  id: string
  key: string
  bytes: number
  content: Uint8Array<ArrayBuffer> | null
  sha256: string
  createdAt: string
  replacedAt: string
}

/** An upload in pieces. */
export interface StoredSession {
  id: string
  owner: string
  name: string
  bytes: number
  tracked: boolean
  pieces: Uint8Array<ArrayBuffer>[]
  fileId: string | null
}

export interface StorageState {
  files: StoredUserFile[]
  sessions: StoredSession[]
  quota: number
  /** Download addresses that were handed out. */
  tickets: Map<string, string>
}

export const KEPT_DAYS = 1
const DAY = 86_400_000

export const emptyStorage = (files: StoredUserFile[] = []): StorageState => ({
  files,
  sessions: [],
  quota: 5_000_000_000,
  tickets: new Map(),
})

const mine = (db: Db, owner: string) => db.storage.files.filter((one) => one.owner === owner)
const live = (db: Db, owner: string) => mine(db, owner).filter(({ deletedAt }) => deletedAt === null)

export function storedFile(db: Db, actor: Actor, id: string): StoredUserFile {
  const found = live(db, actor.id).find((one) => one.id === id)
  if (!found) throw new MockProblem('not_found', 'There is no such file here. It may have been deleted.')
  return found
}

/** Of those that hold one object, the first that did not say it is counted already adds it. */
function counted(files: readonly StoredUserFile[]): ReadonlySet<StoredUserFile> {
  const first = new Map<string, StoredUserFile>()
  for (const one of files) if (!one.tracked && !first.has(one.key)) first.set(one.key, one)
  return new Set(first.values())
}

export function presentFile(db: Db, one: StoredUserFile, origin: string): UserFile {
  const address = (part: string) => `${origin}/api/v1/user/storage/files/${one.id}/${part}/`
  const family = familyOf(one.name)
  const quarantined = quarantinedAt(db, one.key)
  return {
    id: one.id,
    file_name: one.name,
    s3_key: one.key,
    file_size_bytes: one.bytes,
    storage_bytes_recorded: counted(live(db, one.owner)).has(one) ? one.bytes : 0,
    created_by: creatorOf(one),
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    family,
    format: formatOf(one.name),
    sha256: one.sha256,
    source: one.conversionId ? 'conversion' : 'upload',
    conversion_id: one.conversionId,
    thumbnail_url: !quarantined && (family === 'image' || family === 'video') ? address('thumbnail') : null,
    download_url: address('content'),
    share_count: one.deletedAt || quarantined ? 0 : openLinks(db, one.id),
    versions: one.versions?.length ?? 0,
    deleted_at: one.deletedAt,
    purge_at: one.deletedAt && new Date(Date.parse(one.deletedAt) + KEPT_DAYS * DAY).toISOString(),
    quarantined_at: quarantined,
  }
}

const sum = (files: readonly { bytes: number }[]) => files.reduce((total, { bytes }) => total + bytes, 0)
const objectsOf = (files: readonly StoredUserFile[]) => [
  ...new Map(files.map((one) => [one.key, one])).values(),
]

export function usageOf(db: Db, owner: string): StorageUsage {
  const files = live(db, owner)
  const deleted = mine(db, owner).filter(({ deletedAt }) => deletedAt !== null)
  const used = sum(objectsOf(files))
  return {
    used_bytes: used,
    recorded_bytes: sum([...counted(files)]),
    quota_bytes: db.storage.quota,
    available_bytes: Math.max(0, db.storage.quota - used),
    files: files.length,
    families: StoredFamily.options.map((family) => {
      const own = files.filter(({ name }) => familyOf(name) === family)
      return { family, files: own.length, bytes: sum(own) }
    }),
    deleted: { files: deleted.length, bytes: sum(deleted) },
  }
}

/** Whether so many bytes more fit in. An object that is held already takes none. */
export function makeRoom(db: Db, actor: Actor, bytes: number, key?: string): void {
  const { available_bytes, quota_bytes } = usageOf(db, actor.id)
  if (live(db, actor.id).some((one) => one.key === key) || bytes <= available_bytes) return
  throw new MockProblem(
    'storage_quota_exceeded',
    'There is not enough room in your storage for this file. Delete files that you no longer need.',
    { available_bytes, quota_bytes },
  )
}

export async function keepFile(
  db: Db,
  actor: Actor,
  file: { name: string; tracked: boolean; content: Uint8Array<ArrayBuffer> },
): Promise<StoredUserFile> {
  const { name, content, tracked } = file
  if (content.length === 0) throw new MockProblem('file_empty', 'The file has no bytes in it.')
  if (name.includes('malware')) throw new MockProblem('malicious_file', 'The file holds known malware.')
  makeRoom(db, actor, content.length)
  const sha256 = hexOf(await crypto.subtle.digest('SHA-256', content))
  return record(db, actor, { name, tracked, content, bytes: content.length, sha256 })
}

const hexOf = (buffer: ArrayBuffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export function record(
  db: Db,
  actor: Pick<Actor, 'id'> & Partial<Pick<Actor, 'user'>>,
  file: Pick<StoredUserFile, 'name' | 'tracked' | 'bytes' | 'sha256'> & Partial<StoredUserFile>,
): StoredUserFile {
  const id = crypto.randomUUID()
  // Each a little later than the last, however fast they come: an order by time has to be one.
  const last = db.storage.files.reduce((time, { createdAt }) => Math.max(time, Date.parse(createdAt)), 0)
  const now = new Date(Math.max(Date.now(), last + 1)).toISOString()
  const stored: StoredUserFile = {
    id,
    owner: actor.id,
    createdBy: actor.user?.id ?? null,
    key: `files/${id}`,
    content: null,
    conversionId: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    ...file,
  }
  db.storage.files.push(stored)
  return stored
}
