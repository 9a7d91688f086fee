import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { fitFileName } from '../../../contract/file-name.ts'
import { plain } from '../../../contract/message-pattern.ts'
import type { SigningField } from '../../../contract/signing.ts'
import { sentence } from '../../engines/kernel/sentence.ts'
import type { Transaction } from '../../platform.ts'
import {
  type ConversionRow,
  conversionInputs,
  conversions,
  type SealedFile,
  type SigningRecipientRow,
  signingEvents,
  signingFiles,
} from '../schema.ts'
import { senderOf } from '../senders.ts'
import { holdObjects } from '../stored-files.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { applyEvent, change } from './apply-event.ts'
import { type LockedSession, lockSession, SYSTEM } from './locked-session.ts'
import { mailUnsealed } from './mails.ts'
import { saysOf } from './words.ts'

/** The operation for signing sessions only. */
export const SEAL = 'seal'

/**
 * Queues the creation of the result: values and signatures on the pages, the certificate, and the
 * seal. It is an internal conversion, created in the transaction of the last signature, so that any
 * worker runs it exactly once.
 */
export async function beginSeal(
  platform: TransactionPlatform,
  tx: Transaction,
  locked: LockedSession,
): Promise<void> {
  const { session, recipients } = locked
  const operation = platform.engines
    .operations({ from: 'pdf' })
    .find((one) => one.operation === SEAL && one.to.includes('pdf'))
  const images = imagesOf(recipients)
  const options = { ...(await wordsOf(platform, tx, locked)), ...stampsOf(locked, images) }
  const checked = operation && platform.engines.checkOptions(operation, options)
  if (!operation || !checked?.ok || !(await holdObjects(tx, [session.documentKey, ...images]))) {
    platform.log.error({ session: session.id, errors: checked }, 'a signed document cannot be sealed')
    await failed(platform, tx, locked, 'This server is not set up to seal documents.')
    return
  }
  platform.engines.prepare(operation)
  const id = randomUUID()
  const now = platform.clock()
  await tx.insert(conversions).values({
    id,
    ownerId: session.ownerId,
    createdBy: session.createdBy,
    family: operation.family,
    operation: SEAL,
    sourceFormat: 'pdf',
    targetFormat: 'pdf',
    options: checked.options,
    status: 'pending',
    sourceKey: session.documentKey,
    filename: session.fileName,
    sizeBytes: session.sizeBytes,
    fileCount: 1 + images.length,
    creditsQuoted: 0,
    stage: sentence`Waiting`,
    createdAt: now,
    hiddenAt: now,
    service: true,
  })
  if (images.length > 0)
    await tx
      .insert(conversionInputs)
      .values(images.map((key, at) => ({ conversionId: id, position: at + 1, key, format: 'png' })))
  await change(platform, tx, locked, { sealRun: id, problem: null })
  await platform.jobs.sendConversion(tx, id, {
    owner: { id: session.ownerId, service: true },
    demands: platform.engines.demands(operation),
  })
}

/** The part of the certificate that is read afterwards. */
type Certified = { session_id: string; end: SealedFile['end'] }

/**
 * Completes a session with its result, or records why sealing failed; in the transaction that ends
 * the run.
 */
export async function afterSeal(
  platform: TransactionPlatform,
  tx: Transaction,
  row: ConversionRow,
): Promise<void> {
  const { session_id: id, end } = (row.options as { certificate: Certified }).certificate
  const locked = await lockSession(tx, id)
  if (locked?.session.sealRun !== row.id) return
  const { outputKey: key, output } = row
  if (row.status !== 'completed' || !key || !output)
    return failed(platform, tx, locked, plain(row.errorMessage ?? 'An internal error occurred.'))
  const result: SealedFile = {
    key,
    file_name: sealedName(locked.session.fileName),
    size_bytes: output.size_bytes,
    sha256: output.sha256,
    time_stamped: output.time_stamped ?? false,
    end,
  }
  await tx.insert(signingFiles).values({
    sessionId: id,
    objectKey: key,
    kind: 'result',
    id: randomUUID(),
    fileName: result.file_name,
    sizeBytes: result.size_bytes,
    sha256: result.sha256,
    createdAt: platform.clock(),
  })
  await change(platform, tx, locked, { result, problem: null })
  await applyEvent(
    platform,
    tx,
    locked,
    { kind: 'seal' },
    {
      event: 'sealed',
      actor: SYSTEM,
      facts: { sha256: result.sha256, time: result.time_stamped ? 'by an authority' : 'by this instance' },
    },
  )
}

async function failed(
  platform: TransactionPlatform,
  tx: Transaction,
  locked: LockedSession,
  problem: string,
) {
  await change(platform, tx, locked, { problem, sealRun: null })
  await mailUnsealed(platform, tx, locked, problem)
}

/** `Lease.pdf` → `Lease, signed.pdf` */
const sealedName = (name: string) => fitFileName(name.replace(/\.pdf$/i, ''), ', signed.pdf')

/** The keys of all images, in the order of the run's inputs: from 1. */
const imagesOf = (recipients: readonly SigningRecipientRow[]): string[] =>
  recipients.flatMap(({ signature, initials }) =>
    [signature, initials].flatMap((mark) => (mark ? [mark.key] : [])),
  )

/**
 * Maximum of audit rows in the certificate: the first and last of a long log, whose numbers show
 * the gap.
 */
const TOLD_ROWS = 5000
const bounded = <T>(rows: readonly T[]): readonly T[] =>
  rows.length <= TOLD_ROWS ? rows : [...rows.slice(0, TOLD_ROWS / 2), ...rows.slice(-TOLD_ROWS / 2)]

const instant = (at: Date | null) => at?.toISOString() ?? null

/** The certificate's content, and the seal's. */
async function wordsOf(
  { clock, settings, seal }: TransactionPlatform,
  tx: Transaction,
  { session, recipients, last }: LockedSession,
) {
  const sender = await senderOf(tx, session)
  const events = await tx
    .select()
    .from(signingEvents)
    .where(eq(signingEvents.sessionId, session.id))
    .orderBy(asc(signingEvents.number))
  const images = imagesOf(recipients)
  const now = clock()
  const actors = recipients.filter(({ role }) => role === 'signer' || role === 'approver')
  return {
    certificate: {
      title: session.title,
      session_id: session.id,
      file_name: session.fileName,
      sha256: session.sha256,
      pages: session.pages,
      verify_url: `${settings.mailUrl()}/verify`,
      sender: { name: sender.name, email: sender.email ?? '' },
      sent_at: instant(session.sentAt),
      completed_at: now.toISOString(),
      recipients: recipients.map((one) => ({
        name: one.name,
        email: one.email,
        role: one.role,
        group: one.group,
        access: one.access,
        signature: one.signature ? images.indexOf(one.signature.key) + 1 : null,
        invited_at: instant(one.invitedAt),
        viewed_at: instant(one.viewedAt),
        consented_at: instant(one.consentedAt),
        done_at: instant(one.doneAt),
        ip: one.address,
        device: one.userAgent,
        delegated_from: recipients.find(({ id }) => id === one.delegatedFrom)?.name ?? null,
      })),
      events: bounded(events).map(({ number, at, event, who, facts }) => ({
        number,
        at: at.toISOString(),
        says: saysOf(event, facts),
        who,
      })),
      end: { number: last?.number ?? 0, hash: last?.hash ?? '' },
    },
    seal: {
      name: 'Filewright',
      reason:
        `Signed by ${actors.length} ${actors.length === 1 ? 'person' : 'people'}: ${session.title}`.slice(
          0,
          200,
        ),
      at: now.toISOString(),
      room: seal.room,
    },
  }
}

/** The values to draw on the pages, per place of a field. */
function stampsOf({ session, recipients }: LockedSession, images: readonly string[]) {
  const stamps = session.fields.flatMap((field) => {
    const one = recipients.find(({ id }) => id === field.recipient_id)
    if (!one) return []
    return field.places.flatMap((place) => {
      const look = lookOf(field, place, one, images)
      return look ? [{ page: place.page, rect: place.rect, ...look }] : []
    })
  })
  return { stamps, form: [] }
}

function lookOf(
  field: SigningField,
  { option }: SigningField['places'][number],
  one: SigningRecipientRow,
  images: readonly string[],
) {
  const value = field.read_only ? field.value : (one.values[field.id] ?? null)
  switch (field.kind) {
    case 'signature':
    case 'initials': {
      const mark = field.kind === 'signature' ? one.signature : one.initials
      if (!mark) return null
      const caption =
        field.kind === 'signature' && one.doneAt ? `${one.name}, ${stampTime(one.doneAt)}` : undefined
      return { kind: 'picture', file: images.indexOf(mark.key) + 1, ...(caption && { caption }) }
    }
    case 'checkbox':
      return value === true ? { kind: 'tick' } : null
    case 'radio':
      return value === option && value !== null ? { kind: 'dot' } : null
    default:
      return typeof value === 'string' && value !== ''
        ? { kind: 'text', text: value, multiline: field.kind === 'text' }
        : null
  }
}

/** `2026-11-22 17:04 UTC` */
const stampTime = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
