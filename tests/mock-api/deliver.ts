import type { Db, StoredConversion } from './db.ts'
import { beginSession } from './signing-drafts.ts'
import { type FileContent, record, type StoredUserFile } from './stored-files.ts'

/** Brings the result of a saved PDF to where it was asked to go. */
export function deliver(db: Db, { conversion, owner, createdBy, linked }: StoredConversion): void {
  const { delivery, output } = conversion
  if (delivery?.state !== 'waiting' || !output?.s3_key) return
  const made = { key: output.s3_key, bytes: output.size_bytes, content: null, sha256: output.sha256 }
  if (delivery.kind === 'replace') {
    const file = db.storage.files.find(({ id, deletedAt }) => id === delivery.file_id && deletedAt === null)
    if (file) replaceContent(file, made)
    conversion.delivery = file
      ? { ...delivery, state: 'done' }
      : { ...delivery, state: 'failed', problem: 'The file to replace no longer exists.' }
    return
  }
  if (delivery.kind === 'sign') {
    const file = { name: output.filename, sha256: output.sha256 }
    const session_id = beginSession(db, { owner, createdBy }, file, output.pages ?? 1)
    conversion.delivery = { ...delivery, state: 'done', session_id }
    return
  }
  const conversionId = conversion.conversion_id
  const file = record(
    db,
    { id: owner },
    { createdBy, ...made, name: output.filename, tracked: false, conversionId },
  )
  const link = linked && { ...linked, id: crypto.randomUUID(), fileId: file.id, conversionId: null }
  if (link)
    db.shares.shares.unshift({
      ...link,
      name: link.name || output.filename,
      createdAt: new Date().toISOString(),
    })
  conversion.delivery = { ...delivery, state: 'done', file_id: file.id, link_id: link?.id ?? null }
}

/** What it was becomes a version. */
export function replaceContent(
  file: StoredUserFile,
  { key, bytes, content, sha256 }: Pick<FileContent, 'key' | 'bytes' | 'content' | 'sha256'>,
): void {
  const now = new Date().toISOString()
  const before = { id: crypto.randomUUID(), createdAt: file.updatedAt, replacedAt: now }
  const { key: oldKey, bytes: oldBytes, content: oldContent, sha256: oldSha } = file
  file.versions = [
    { ...before, key: oldKey, bytes: oldBytes, content: oldContent, sha256: oldSha },
    ...(file.versions ?? []),
  ]
  Object.assign(file, { key, bytes, content, sha256, updatedAt: now })
}
