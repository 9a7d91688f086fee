import type { AdminAct, AdminEvent } from '../../contract/admin-audit.ts'
import type { Db } from './db.ts'
import { type Actor, MockProblem, signedIn } from './handler.ts'
import { HERE, now } from './identity.ts'

/** What administrators of the mock did and blocked. */
export interface AdminStore {
  /** The newest first. */
  events: AdminEvent[]
  /** By the account. */
  locks: Map<string, { at: string; reason: string }>
  quarantines: StoredQuarantine[]
}

export interface StoredQuarantine {
  id: string
  /** Of the object that is blocked: a file's key, or the id of a conversion. */
  key: string
  owner: string
  fileName: string
  bytes: number
  sha256: string
  reason: string
  createdAt: string
}

export const emptyAdmin = (): AdminStore => ({ events: [], locks: new Map(), quarantines: [] })

interface Facts {
  accountId?: string | null
  target?: string | null
  reason?: string | null
  detail?: Record<string, string>
}

/** User name, or name of a business; empty where neither has the id. */
export const nameIn = (db: Db, id: string): string =>
  db.users.find(({ user }) => user.id === id)?.user.username ??
  db.businesses.businesses.find((one) => one.id === id)?.name ??
  ''

export function recordAct(
  db: Db,
  actor: Actor,
  act: AdminAct,
  { accountId = null, target = null, reason = null, detail = {} }: Facts = {},
): void {
  const { id, username } = signedIn(actor)
  db.admin.events.unshift({
    ...{ id: crypto.randomUUID(), act, at: now() },
    administrator: { user_id: id, name: username },
    account: accountId === null ? null : { account_id: accountId, name: nameIn(db, accountId) },
    ...{ target, reason, detail, address: HERE.address },
  })
}

/** When an object was put in quarantine; null if it is not. */
export const quarantinedAt = (db: Db, key: string): string | null =>
  db.admin.quarantines.find((one) => one.key === key)?.createdAt ?? null

/** @throws MockProblem file_quarantined */
export function refuseQuarantined(db: Db, key: string): void {
  if (quarantinedAt(db, key))
    throw new MockProblem('file_quarantined', 'An administrator put this file in quarantine.')
}
