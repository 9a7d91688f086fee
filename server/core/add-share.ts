import { randomUUID } from 'node:crypto'
import type { EmailGate } from '../../contract/shares.ts'
import type { Platform, Transaction } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { requireLinkRules } from './businesses/link-rules.ts'
import { type Belonging, hashToken } from './context.ts'
import { familyOf } from './format-facts.ts'
import { shares, type ZipEntries } from './schema.ts'
import { beginRun, type ServiceRun } from './service-runs.ts'
import { tokenOf } from './share-token.ts'
import type { TransactionPlatform } from './transaction.ts'
import { emitShare } from './webhooks/share-events.ts'

/** Previews of a shared file before download, and the worker's operations that create them. */
export const PREVIEWS = {
  picture: { operation: 'thumbnail', options: { size: 1280 } },
  sample: { operation: 'sample' },
} as const satisfies Record<string, ServiceRun>

/** The target of a link: a stored file, or a conversion's result. */
export interface Shared {
  fileId: string | null
  conversionId: string | null
  fileName: string
  object: { key: string; filename: string; sizeBytes: number; format: string | null; sha256: string | null }
  /** Entries of a ZIP. */
  entries: ZipEntries | null
}

interface ShareSettings {
  name?: string | null | undefined
  message: string
  expires_at: Date | null
  password_hash: string | null
  max_downloads: number | null
  email_gate: EmailGate
  notify: boolean
  allow_preview: boolean
}

/**
 * Inserts a link and starts its previews, in the caller's transaction. The link keeps its object.
 * @returns its id
 * @throws ApiProblem share_rule if a policy of the business forbids it
 */
export async function addShare(
  platform: TransactionPlatform,
  tx: Transaction,
  { ownerId, createdBy }: Belonging,
  { fileId, conversionId, fileName, object, entries }: Shared,
  settings: ShareSettings,
): Promise<string> {
  await requireLinkRules(platform, tx, ownerId, {
    expiresAt: settings.expires_at,
    hasPassword: settings.password_hash !== null,
  })
  const id = randomUUID()
  const { key, filename, sizeBytes, format, sha256 } = object
  await tx.insert(shares).values({
    id,
    ownerId,
    createdBy,
    tokenHash: hashToken(tokenOf(platform, { id, generation: 0 })),
    fileId,
    conversionId,
    name: settings.name ?? fileName,
    message: settings.message,
    fileName,
    sizeBytes,
    family: familyOf(platform, format),
    format: format ?? (entries && 'zip'),
    sha256: sha256 as string,
    passwordHash: settings.password_hash,
    emailGate: settings.email_gate,
    notify: settings.notify,
    allowPreview: settings.allow_preview,
    entries,
    maxDownloads: settings.max_downloads,
    expiresAt: settings.expires_at,
    createdAt: platform.clock(),
  })
  // Created now, so that the first visitor does not wait.
  if (settings.allow_preview) {
    const drawn = { key, ownerId, filename, size: sizeBytes, format }
    for (const preview of Object.values(PREVIEWS))
      await beginRun(platform, tx, drawn, { ...preview, background: true })
  }
  await emitShare(platform, tx, 'share.created', id)
  return id
}

/** Parses the expiry of a link. @throws ApiProblem invalid_request if it is in the past */
export function futureOf({ clock }: Pick<Platform, 'clock'>, at: string | null): Date | null {
  if (at === null) return null
  const date = new Date(at)
  if (date > clock()) return date
  throw new ApiProblem('invalid_request', 'The expiry is in the past. Choose a later time.', {
    errors: [{ path: 'expires_at', message: 'In the future.' }],
  })
}
