import type { Db } from '../mock-api/db.ts'
import type { StoredUserFile } from '../mock-api/stored-files.ts'

/** Puts a stored file of the mock in quarantine, as an administrator does. */
export function putInQuarantine(db: Db, { key, owner, name, bytes, sha256 }: StoredUserFile): void {
  db.admin.quarantines.unshift({
    ...{ id: crypto.randomUUID(), key, owner, fileName: name, bytes, sha256 },
    ...{ reason: 'Reported', createdAt: new Date().toISOString() },
  })
}
