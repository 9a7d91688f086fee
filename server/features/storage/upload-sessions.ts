import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { UploadSession, UploadSessionJson } from '../../../contract/storage.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { callerLimits } from '../../core/billing/limits-of.ts'
import { type Context, requireOwner, userOf } from '../../core/context.ts'
import { freeSpaceGuard, requireFreeSpace } from '../../core/free-space.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { lockOwner } from '../../core/lock-owner.ts'
import { presentFile, selectFiles } from '../../core/present-file.ts'
import { uploads, userFiles } from '../../core/schema.ts'
import { orStorageFull } from '../../core/storage-full.ts'
import { withTransaction } from '../../core/transaction.ts'
import { requireRoom, storeArrived } from './store-upload.ts'

type Row = typeof uploads.$inferSelect

const HOURS = 24
/** So many an account may have on the way. */
const AT_ONCE = 200

/**
 * Begins an upload in pieces. Its pieces are appended to a file in the scratch folder; what has arrived of it is that file's
 * length, so that no crash can part what is said from what is there.
 * @throws ApiProblem storage_quota_exceeded, file_too_large, limit_reached, idempotency_conflict
 */
export async function beginUpload(
  ctx: Context,
  json: z.output<typeof UploadSessionJson>,
  idempotencyKey: string | undefined,
): Promise<UploadSession> {
  const ownerId = requireOwner(ctx)
  const { clock, settings } = ctx.platform
  const { max_upload_bytes: most } = await callerLimits(ctx)
  if (json.size_bytes > most)
    throw new ApiProblem(
      'file_too_large',
      `This account accepts files of up to ${Math.floor(most / 1_000_000)} MB. Nothing was uploaded.`,
    )
  await requireFreeSpace(settings, json.size_bytes)
  const asked = fingerprint(ctx.platform, ['upload', json])
  const { answer } = await withTransaction(ctx, (ctx, tx) =>
    once(tx, { scope: ownerId, key: idempotencyKey, fingerprint: asked }, async () => {
      // One after the other: two that begin at once see each other.
      await lockOwner(tx, ownerId)
      await requireRoom(ctx, tx, json.size_bytes)
      const [open] = await tx
        .select({ count: sql<number>`count(*)::int` })
        .from(uploads)
        .where(and(eq(uploads.ownerId, ownerId), isNull(uploads.fileId), gt(uploads.expiresAt, clock())))
      if ((open?.count ?? 0) >= AT_ONCE)
        throw new ApiProblem('limit_reached', `${AT_ONCE} uploads are already running. Finish some first.`)
      const id = randomUUID()
      const now = clock()
      await tx.insert(uploads).values({
        id,
        ownerId,
        createdBy: userOf(ctx),
        fileName: json.file_name,
        sizeBytes: json.size_bytes,
        alreadyTracked: json.storage_already_tracked,
        createdAt: now,
        touchedAt: now,
        expiresAt: after(now),
      })
      return { id }
    }),
  )
  return getUpload(ctx, answer.id)
}

const after = (now: Date) => new Date(now.getTime() + HOURS * 3_600_000)
const placeOf = ({ platform }: Context, id: string) => join(platform.settings.uploads, `upload-${id}`)

/** How an upload of the caller's own stands. @throws ApiProblem not_found */
export async function getUpload(ctx: Context, id: string): Promise<UploadSession> {
  return present(ctx, await find(ctx, id))
}

async function find(ctx: Context, id: string): Promise<Row> {
  const { db, clock } = ctx.platform
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.ownerId, requireOwner(ctx)), gt(uploads.expiresAt, clock())))
  if (!row) throw new ApiProblem('not_found', 'Upload not found. Start it again.')
  return row
}

async function present(ctx: Context, row: Row): Promise<UploadSession> {
  const [file] = row.fileId ? await selectFiles(ctx, eq(userFiles.id, row.fileId)) : []
  return {
    upload_id: row.id,
    file_name: row.fileName,
    size_bytes: row.sizeBytes,
    offset: row.fileId ? row.sizeBytes : await arrivedOf(ctx, row.id),
    expires_at: row.expiresAt.toISOString(),
    file: file ? presentFile(ctx, file) : null,
  }
}

const arrivedOf = async (ctx: Context, id: string) =>
  (await stat(placeOf(ctx, id)).catch(() => null))?.size ?? 0

/** Who is writing to an upload in this process: whoever comes back after a cut ends the line that was cut. */
const writers = new Map<string, { stop: AbortController; done: Promise<unknown> }>()

/**
 * Appends a piece; with the last one the file is stored. Of a piece that is cut off, what arrived stays.
 * @throws ApiProblem upload_offset_mismatch with where it stands, upload_incomplete, file_too_large, and as storing does
 */
export async function appendToUpload(
  ctx: Context,
  id: string,
  offset: number,
  { stream, length }: { stream: Readable; length: number | null },
): Promise<UploadSession> {
  const row = await find(ctx, id)
  if (row.fileId) {
    stream.resume()
    return present(ctx, row)
  }
  const before = writers.get(id)
  const stop = new AbortController()
  const done = (async () => {
    before?.stop.abort()
    await before?.done.catch(() => {})
    return append(ctx, row, offset, stream, length, stop.signal)
  })()
  const mine = { stop, done }
  writers.set(id, mine)
  try {
    return await done
  } finally {
    if (writers.get(id) === mine) writers.delete(id)
  }
}

async function append(
  ctx: Context,
  row: Row,
  offset: number,
  stream: Readable,
  length: number | null,
  signal: AbortSignal,
): Promise<UploadSession> {
  const stands = await arrivedOf(ctx, row.id)
  if (offset !== stands)
    throw new ApiProblem(
      'upload_offset_mismatch',
      `${stands} bytes have arrived; the next piece begins there.`,
      {
        offset: stands,
      },
    )
  if (stands + (length ?? 0) > row.sizeBytes) throw tooLong(row)
  await write(ctx, row, stands, stream, signal)
  const { db, clock } = ctx.platform
  const now = clock()
  await db
    .update(uploads)
    .set({ touchedAt: now, expiresAt: after(now) })
    .where(eq(uploads.id, row.id))
  if ((await arrivedOf(ctx, row.id)) === row.sizeBytes) await finish(ctx, row)
  return getUpload(ctx, row.id)
}

const tooLong = ({ sizeBytes }: Row) =>
  new ApiProblem('file_too_large', `The upload was started for ${sizeBytes} bytes, and more arrived.`)

async function write(ctx: Context, row: Row, from: number, stream: Readable, signal: AbortSignal) {
  await mkdir(ctx.platform.settings.uploads, { recursive: true })
  const guard = freeSpaceGuard(ctx.platform.settings)
  const file = await open(placeOf(ctx, row.id), 'a', 0o600)
  let at = from
  try {
    await pipeline(
      stream,
      async (pieces) => {
        for await (const piece of pieces as AsyncIterable<Buffer>) {
          if (at + piece.length > row.sizeBytes) throw tooLong(row)
          await guard(piece.length)
          await orStorageFull(file.writeFile(piece))
          at += piece.length
        }
      },
      { signal },
    )
  } catch (error) {
    if (error instanceof ApiProblem || (error as Error).name === 'StorageFull') throw error
    throw new ApiProblem(
      'upload_incomplete',
      `The piece was interrupted; ${at} bytes have arrived. Continue from there.`,
    )
  } finally {
    await file.close()
  }
}

/** All of it is here: it becomes a file. Of two that find so at once, one makes the record. */
async function finish(ctx: Context, row: Row) {
  const path = placeOf(ctx, row.id)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const upload = { path, filename: row.fileName, size: row.sizeBytes, sha256: hash.digest('hex') }
  try {
    await storeArrived(ctx, upload, {
      alreadyTracked: row.alreadyTracked,
      within: async (tx, fileId) => {
        const taken = await tx
          .update(uploads)
          .set({ fileId })
          .where(and(eq(uploads.id, row.id), isNull(uploads.fileId)))
          .returning({ id: uploads.id })
        if (taken.length === 0)
          throw new ApiProblem('not_found', 'This upload was finished or cancelled in the meantime.')
      },
    })
  } catch (error) {
    // A file that is not wanted does not stay; one that there was no room for can be sent for again.
    if (error instanceof ApiProblem && error.code === 'malicious_file') await forget(ctx, row.id)
    throw error
  }
  await rm(path, { force: true })
}

/** Gives an upload up; what has arrived of it is deleted. @throws ApiProblem not_found */
export async function cancelUpload(ctx: Context, id: string): Promise<void> {
  await find(ctx, id)
  const writer = writers.get(id)
  writer?.stop.abort()
  await writer?.done.catch(() => {})
  await forget(ctx, id)
}

async function forget(ctx: Context, id: string) {
  await ctx.platform.db.delete(uploads).where(eq(uploads.id, id))
  await rm(placeOf(ctx, id), { force: true })
}
