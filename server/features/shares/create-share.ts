import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { CreateShareJson } from '../../../contract/shares.ts'
import { type Context, hashToken, requireUser } from '../../core/context.ts'
import { familyOf } from '../../core/format-facts.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { Refusal } from '../../core/refusal.ts'
import { conversions, objects, shares, userFiles } from '../../core/schema.ts'
import { beginRun } from '../../core/service-runs.ts'
import type { Database } from '../../platform.ts'
import { PREVIEWS } from './previews.ts'
import { tokenOf } from './select-shares.ts'
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
 * Makes a link to a file of the caller's own, or to a conversion's output for as long as that is kept. @returns its id
 * @throws Refusal not_found, not_finished, expired, invalid_request, idempotency_conflict
 */
export async function createShare(
  ctx: Context,
  json: Json,
  idempotencyKey: string | undefined,
): Promise<string> {
  const ownerId = requireUser(ctx)
  const { db, clock, passwords } = ctx.platform
  const expiresAt = futureOf(ctx, json.expires_at)
  const shared = await sharedOf(ctx, ownerId, json)
  const [object] = await db
    .select()
    .from(objects)
    .where(and(eq(objects.key, shared.key), eq(objects.state, 'stored')))
  if (!object?.sha256) throw gone()
  const passwordHash = json.password === null ? null : await passwords.hash(json.password)
  const entries = object.format === null || object.format === 'zip' ? await zipEntries(ctx, object) : null
  const { password, ...rest } = json
  const asked = fingerprint(['share', rest, password !== null])
  const { answer } = await db.transaction((tx) =>
    once(tx, { scope: ownerId, key: idempotencyKey, fingerprint: asked }, async () => {
      await holdShared(tx, shared)
      const id = randomUUID()
      await tx.insert(shares).values({
        id,
        ownerId,
        tokenHash: hashToken(tokenOf(ctx, { id, generation: 0 })),
        fileId: shared.fileId,
        conversionId: shared.conversionId,
        name: json.name ?? shared.fileName,
        message: json.message,
        fileName: shared.fileName,
        sizeBytes: object.sizeBytes,
        family: familyOf(ctx.platform, object.format),
        format: object.format ?? (entries && 'zip'),
        sha256: object.sha256 as string,
        passwordHash,
        emailGate: json.email_gate,
        notify: json.notify,
        allowPreview: json.allow_preview,
        entries,
        maxDownloads: json.max_downloads,
        expiresAt,
        createdAt: clock(),
      })
      // Begun now, so that the first to come waits for nothing.
      if (json.allow_preview) {
        const { key, filename, sizeBytes: size, format } = object
        const drawn = { key, ownerId, filename, size, format }
        for (const preview of Object.values(PREVIEWS)) await beginRun(ctx.platform, tx, drawn, preview)
      }
      return { id }
    }),
  )
  return answer.id
}

/** When a link ends. @throws Refusal invalid_request for what is over already */
export function futureOf({ platform }: Context, at: string | null): Date | null {
  if (at === null) return null
  const date = new Date(at)
  if (date > platform.clock()) return date
  throw new Refusal('invalid_request', 'The link would have expired already. Choose a later time.', {
    errors: [{ path: 'expires_at', message: 'In the future.' }],
  })
}

/** Keeps what is shared from going before there is a link to it. */
async function holdShared(tx: Database, { fileId, conversionId }: Shared) {
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

const gone = () =>
  new Refusal('not_found', 'There is no such file of yours. It may be deleted, or have expired.')

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
    throw new Refusal('not_finished', 'The conversion has no result that could be shared.')
  if (!conversion.outputKey || !conversion.output)
    throw new Refusal('expired', 'The converted file has expired and is deleted. Convert the original again.')
  return {
    fileId: null,
    conversionId: conversion.id,
    key: conversion.outputKey,
    fileName: conversion.output.filename,
  }
}
