import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { CreateShareJson } from '../../../contract/shares.ts'
import { addShare, futureOf } from '../../core/add-share.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { belongingOf, type Context, requireOwner } from '../../core/context.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { refuseQuarantined } from '../../core/quarantine.ts'
import { conversions, objects, userFiles } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { zipEntries } from './zip-entries.ts'

type Json = z.output<typeof CreateShareJson>

/** What a link is of. */
interface Shared {
  fileId: string | null
  conversionId: string | null
  key: string
  fileName: string
}

/**
 * Makes a link to a file of the caller's own, or to a conversion's output for as long as that is
 * kept. @returns its id
 * @throws ApiProblem not_found, not_finished, expired, invalid_request, share_rule,
 * idempotency_conflict
 */
export async function createShare(
  ctx: Context,
  json: Json,
  idempotencyKey: string | undefined,
): Promise<string> {
  const ownerId = requireOwner(ctx)
  const { db, passwords } = ctx.platform
  const expiresAt = futureOf(ctx.platform, json.expires_at)
  const shared = await sharedOf(ctx, ownerId, json)
  const [object] = await db
    .select()
    .from(objects)
    .where(and(eq(objects.key, shared.key), eq(objects.state, 'stored')))
  if (!object?.sha256) throw gone()
  await refuseQuarantined(db, object.key)
  const passwordHash = json.password === null ? null : await passwords.hash(json.password)
  const entries = object.format === null || object.format === 'zip' ? await zipEntries(ctx, object) : null
  const { password, ...rest } = json
  const requestFingerprint = fingerprint(ctx.platform, ['share', rest, password !== null])
  const { answer } = await withTransaction(ctx, (ctx, tx) =>
    once(tx, { scope: ownerId, key: idempotencyKey, fingerprint: requestFingerprint }, async () => {
      await holdShared(tx, shared)
      const settings = { ...json, expires_at: expiresAt, password_hash: passwordHash }
      const id = await addShare(ctx.platform, tx, belongingOf(ctx), { ...shared, object, entries }, settings)
      return { id }
    }),
  )
  return answer.id
}

/** Keeps what is shared from going before there is a link to it. */
async function holdShared(tx: Transaction, { fileId, conversionId }: Shared) {
  const held = fileId
    ? await tx
        .select({ id: userFiles.id })
        .from(userFiles)
        .where(and(eq(userFiles.id, fileId), isNull(userFiles.deletedAt)))
        .for('key share')
    : await tx
        .select({ id: conversions.id })
        .from(conversions)
        .where(eq(conversions.id, conversionId as string))
        .for('key share')
  if (held.length === 0) throw gone()
}

const gone = () => new ApiProblem('not_found', 'File not found. It may have been deleted or expired.')

async function sharedOf(ctx: Context, ownerId: string, json: Json): Promise<Shared> {
  const { db } = ctx.platform
  const mine = and(eq(userFiles.ownerId, ownerId), isNull(userFiles.deletedAt))
  const named = json.file_id
    ? eq(userFiles.id, json.file_id)
    : json.s3_key
      ? eq(userFiles.objectKey, json.s3_key)
      : undefined
  const [file] = named ? await db.select().from(userFiles).where(and(mine, named)).limit(1) : []
  if (file) return { fileId: file.id, conversionId: null, key: file.objectKey, fileName: file.fileName }
  const made = json.conversion_id
    ? eq(conversions.id, json.conversion_id)
    : json.s3_key
      ? eq(conversions.outputKey, json.s3_key)
      : undefined
  const [conversion] = made
    ? await db
        .select()
        .from(conversions)
        .where(and(eq(conversions.ownerId, ownerId), eq(conversions.service, false), made))
    : []
  if (!conversion) throw gone()
  if (conversion.status !== 'completed')
    throw new ApiProblem('not_finished', 'The conversion has no result to share.')
  if (!conversion.outputKey || !conversion.output)
    throw new ApiProblem('expired', 'The converted file has expired. Convert the original again.')
  return {
    fileId: null,
    conversionId: conversion.id,
    key: conversion.outputKey,
    fileName: conversion.output.filename,
  }
}
