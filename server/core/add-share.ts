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

/**
 * What may be seen or heard of a shared file before it is downloaded, and how a worker makes it.
 */
export const PREVIEWS = {
  picture: { operation: 'thumbnail', options: { size: 1280 } },
  sample: { operation: 'sample' },
} as const satisfies Record<string, ServiceRun>

/** What a link is of: a stored file, or a conversion's output. */
export interface Shared {
  fileId: string | null
  conversionId: string | null
  fileName: string
  object: { key: string; filename: string; sizeBytes: number; format: string | null; sha256: string | null }
  /** Of a ZIP. */
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
 * Writes a link, in the caller's transaction, which holds what it is of; its previews are begun.
 * @returns its id
 * @throws ApiProblem share_rule where a policy of the business forbids it
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
  // Begun now, so that the first to come waits for nothing.
  if (settings.allow_preview) {
    const drawn = { key, ownerId, filename, size: sizeBytes, format }
    for (const preview of Object.values(PREVIEWS))
      await beginRun(platform, tx, drawn, { ...preview, background: true })
  }
  await emitShare(platform, tx, 'share.created', id)
  return id
}

/** When a link ends. @throws ApiProblem invalid_request for what is over already */
export function futureOf({ clock }: Pick<Platform, 'clock'>, at: string | null): Date | null {
  if (at === null) return null
  const date = new Date(at)
  if (date > clock()) return date
  throw new ApiProblem('invalid_request', 'The expiry is in the past. Choose a later time.', {
    errors: [{ path: 'expires_at', message: 'In the future.' }],
  })
}
