import { randomUUID } from 'node:crypto'
import type { Multipart } from '@fastify/multipart'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { SigningAttachment } from '../../../contract/signing-public.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { abandonArriving, deleteObjects, leaveUnused } from '../../core/delete-objects.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { discard, receiveOne } from '../../core/receive-upload.ts'
import { objects, type SigningRecipientRow, signingFiles } from '../../core/schema.ts'
import { storeUpload } from '../../core/stored-files.ts'
import type { TransactionContext } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { requireUnlocked } from './access-gate.ts'
import { findLink, type HeldByLink, requireOpen, withLink } from './find-link.ts'

/**
 * Takes a file that a field asks for; the one before goes. @returns what the field's value is then
 * @throws ApiProblem not_found, signing_closed, signing_locked, signing_misfit, file_missing,
 * file_empty, file_too_large, malicious_file
 */
export async function attach(
  ctx: Context,
  token: string,
  fieldId: string,
  parts: () => AsyncIterable<Multipart>,
): Promise<z.input<typeof SigningAttachment>> {
  const { session, me } = await findLink(ctx, token)
  requireUnlocked(ctx, me)
  requireOpen(ctx, session)
  requireField(session.fields, me, fieldId)
  await consumeOrThrow(ctx, LIMIT_RULES.signingFile, me.id)
  const upload = await receiveOne(parts(), ctx.platform.settings)
  let key: string | null = null
  try {
    if (upload.size === 0) throw new ApiProblem('file_empty', 'The file is empty (0 bytes).')
    key = await storeUpload(ctx, session.ownerId, upload, { format: null })
    const file = { key, fileName: upload.filename, size: upload.size, sha256: upload.sha256 }
    const { id, leaving } = await withLink(ctx, token, (ctx, tx, locked, now) =>
      put(ctx, tx, locked, now, fieldId, file),
    )
    await deleteObjects(ctx.platform, leaving)
    key = null
    return { id, file_name: file.fileName, size_bytes: file.size, sha256: file.sha256 }
  } finally {
    if (key) await abandonArriving(ctx.platform, key)
    await discard(upload)
  }
}

function requireField(fields: HeldByLink['session']['fields'], me: SigningRecipientRow, fieldId: string) {
  const field = fields.find(({ id }) => id === fieldId)
  if (field?.recipient_id !== me.id || field.kind !== 'attachment')
    throw new ApiProblem('signing_misfit', 'None of your fields asks for a file.')
}

async function put(
  ctx: TransactionContext,
  tx: Transaction,
  { session }: HeldByLink,
  me: SigningRecipientRow,
  fieldId: string,
  { key, fileName, size, sha256 }: { key: string; fileName: string; size: number; sha256: string },
) {
  requireUnlocked(ctx, me)
  requireOpen(ctx, session)
  requireField(session.fields, me, fieldId)
  if (me.state === 'done') throw new ApiProblem('signing_misfit', 'You have already signed.')
  const gone = await tx
    .delete(signingFiles)
    .where(and(eq(signingFiles.recipientId, me.id), eq(signingFiles.fieldId, fieldId)))
    .returning({ key: signingFiles.objectKey })
  const id = randomUUID()
  await tx.update(objects).set({ state: 'stored' }).where(eq(objects.key, key))
  await tx.insert(signingFiles).values({
    sessionId: session.id,
    objectKey: key,
    kind: 'attachment',
    id,
    recipientId: me.id,
    fieldId,
    fileName,
    sizeBytes: size,
    sha256,
    createdAt: ctx.platform.clock(),
  })
  return {
    id,
    leaving: await leaveUnused(
      tx,
      gone.map((one) => one.key),
    ),
  }
}
