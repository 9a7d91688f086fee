import { randomUUID } from 'node:crypto'
import { addAbortSignal, type Readable } from 'node:stream'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { UploadSession, UploadSessionJson } from '../../../contract/storage.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { callerLimits } from '../../core/billing/limits-of.ts'
import { type Context, requireOwner, userOf } from '../../core/context.ts'
import { requireFreeSpace } from '../../core/free-space.ts'
import { hashFile } from '../../core/hash-file.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { lockOwner } from '../../core/lock-owner.ts'
import { presentFile, selectFiles } from '../../core/present-file.ts'
import { uploads, userFiles } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { piecesOf, type UploadRow } from './pieces.ts'
import { requireRoom, storeArrived } from './store-upload.ts'
import { offsetMismatch, uploadGone } from './upload-problems.ts'

const HOURS = 24
/** So many an account may have on the way. */
const AT_ONCE = 200

/**
 * Begins an upload in pieces.
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
  const requestFingerprint = fingerprint(ctx.platform, ['upload', json])
  const { answer } = await withTransaction(ctx, (ctx, tx) =>
    once(tx, { scope: ownerId, key: idempotencyKey, fingerprint: requestFingerprint }, async () => {
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

/** How an upload of the caller's own stands. @throws ApiProblem not_found */
export async function getUpload(ctx: Context, id: string): Promise<UploadSession> {
  return present(ctx, await find(ctx, id))
}

async function find(ctx: Context, id: string): Promise<UploadRow> {
  const { db, clock } = ctx.platform
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.ownerId, requireOwner(ctx)), gt(uploads.expiresAt, clock())))
  if (!row) throw new ApiProblem('not_found', 'Upload not found. Start it again.')
  return row
}

async function present(ctx: Context, row: UploadRow): Promise<UploadSession> {
  const [file] = row.fileId ? await selectFiles(ctx, eq(userFiles.id, row.fileId)) : []
  return {
    upload_id: row.id,
    file_name: row.fileName,
    size_bytes: row.sizeBytes,
    offset: row.fileId ? row.sizeBytes : await piecesOf(ctx).arrived(ctx, row.id),
    expires_at: row.expiresAt.toISOString(),
    file: file ? presentFile(ctx, file) : null,
  }
}

/**
 * Who is writing to an upload in this process: whoever comes back after a cut ends the line that
 * was cut.
 */
const writers = new Map<string, { stop: AbortController; done: Promise<unknown> }>()

/**
 * Appends a piece; with the last one the file is stored. Of a piece that is cut off, what arrived
 * stays.
 * @throws ApiProblem upload_offset_mismatch with where it stands, upload_incomplete,
 * file_too_large, and as storing does
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
  row: UploadRow,
  offset: number,
  stream: Readable,
  length: number | null,
  signal: AbortSignal,
): Promise<UploadSession> {
  const pieces = piecesOf(ctx)
  const stands = await pieces.arrived(ctx, row.id)
  const refused =
    offset !== stands ? offsetMismatch(stands) : stands + (length ?? 0) > row.sizeBytes ? tooLong(row) : null
  if (refused) {
    // Read to its end: a client that is answered in the middle of sending sees a broken connection.
    stream.resume()
    throw refused
  }
  try {
    await pieces.append(ctx, row, stands, accepted(stream, row, stands, signal))
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    const at = await pieces.arrived(ctx, row.id)
    throw new ApiProblem(
      'upload_incomplete',
      `The piece was interrupted; ${at} bytes have arrived. Continue from there.`,
    )
  }
  const { db, clock } = ctx.platform
  const now = clock()
  await db
    .update(uploads)
    .set({ touchedAt: now, expiresAt: after(now) })
    .where(eq(uploads.id, row.id))
  if ((await pieces.arrived(ctx, row.id)) === row.sizeBytes) await finish(ctx, row)
  return getUpload(ctx, row.id)
}

const tooLong = ({ sizeBytes }: UploadRow) =>
  new ApiProblem('file_too_large', `The upload was started for ${sizeBytes} bytes, and more arrived.`)

/** The sender broke off, or came back with another piece. */
class Interrupted extends Error {}

/**
 * The bytes of a piece that begins at `from`, up to what the upload was begun for. @throws
 * ApiProblem file_too_large · Interrupted
 */
async function* accepted(stream: Readable, row: UploadRow, from: number, signal: AbortSignal) {
  let at = from
  try {
    for await (const piece of addAbortSignal(signal, stream) as AsyncIterable<Buffer>) {
      at += piece.length
      if (at > row.sizeBytes) throw tooLong(row)
      yield piece
    }
  } catch (error) {
    throw error instanceof ApiProblem ? error : new Interrupted('interrupted', { cause: error })
  }
}

/** All of it is here: it becomes a file. Of two that find so at once, one makes the record. */
async function finish(ctx: Context, row: UploadRow) {
  try {
    await piecesOf(ctx).withWhole(ctx, row, (path) => keepWhole(ctx, row, path))
  } catch (error) {
    // A file that is not wanted does not stay; one that there was no room for can be sent for
    // again.
    if (error instanceof ApiProblem && error.code === 'malicious_file') await forget(ctx, row.id)
    throw error
  }
  await piecesOf(ctx).remove(ctx, row.id)
}

async function keepWhole(ctx: Context, row: UploadRow, path: string) {
  const upload = { path, filename: row.fileName, ...(await hashFile(path)) }
  await storeArrived(ctx, upload, {
    alreadyTracked: row.alreadyTracked,
    within: async (tx, fileId) => {
      const taken = await tx
        .update(uploads)
        .set({ fileId })
        .where(and(eq(uploads.id, row.id), isNull(uploads.fileId)))
        .returning({ id: uploads.id })
      if (taken.length === 0) throw uploadGone()
    },
  })
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
  await piecesOf(ctx).remove(ctx, id)
  await ctx.platform.db.delete(uploads).where(eq(uploads.id, id))
}
