import { randomUUID } from 'node:crypto'
import type { SigningField } from '../../../contract/signing.ts'
import type { Transaction } from '../../platform.ts'
import type { Belonging } from '../context.ts'
import { signingFiles, signingSessions } from '../schema.ts'
import { holdObjects, noObject } from '../stored-files.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { type AuditActor, appendAuditEvent, type LockedSession, lockSession } from './locked-session.ts'

/** The PDF of a session. */
export interface SignedDocument {
  key: string
  fileName: string
  size: number
  sha256: string
  pages: number
}

interface Settings {
  title: string | null
  message: string
  fields: SigningField[]
  showSignatures: boolean
  deadlineAt: Date | null
  reminders: { first_after_days: number; every_days: number } | null
}

const NOTHING: Settings = {
  title: null,
  message: '',
  fields: [],
  showSignatures: false,
  deadlineAt: null,
  reminders: null,
}

/**
 * Creates a draft for a stored PDF, in the caller's transaction; the session now keeps the file.
 * @throws ApiProblem not_found if it was deleted meanwhile
 */
export async function beginSession(
  platform: TransactionPlatform,
  tx: Transaction,
  { ownerId, createdBy }: Belonging,
  document: SignedDocument,
  actor: AuditActor,
  settings: Partial<Settings> = {},
): Promise<LockedSession> {
  if (!(await holdObjects(tx, [document.key]))) throw noObject()
  const id = randomUUID()
  const now = platform.clock()
  const { key, fileName, size: sizeBytes, sha256, pages } = document
  const { title, ...given } = { ...NOTHING, ...settings }
  await tx.insert(signingSessions).values({
    id,
    ownerId,
    createdBy,
    title: title ?? titleOf(fileName),
    ...given,
    documentKey: key,
    fileName,
    sizeBytes,
    sha256,
    pages,
    createdAt: now,
    updatedAt: now,
  })
  const file = { sessionId: id, objectKey: key, kind: 'document', id: randomUUID() } as const
  await tx.insert(signingFiles).values({ ...file, fileName, sizeBytes, sha256, createdAt: now })
  const locked = await lockSession(tx, id)
  if (!locked) throw new Error('a session that was just made is gone')
  await appendAuditEvent(platform, tx, locked, 'created', actor, { file: fileName, sha256 })
  return locked
}

/** `Lease 2027.pdf` → `Lease 2027` */
const titleOf = (fileName: string) => fileName.replace(/\.pdf$/i, '').slice(0, 200) || 'Document'
