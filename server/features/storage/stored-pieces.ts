import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { and, asc, count, eq, inArray, isNull, sum } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { abandonArriving, deleteObjects } from '../../core/delete-objects.ts'
import { freeSpaceGuard } from '../../core/free-space.ts'
import { removeFile } from '../../core/remove-file.ts'
import { objects, uploadPieces, uploads } from '../../core/schema.ts'
import { orStorageFull } from '../../core/storage-full.ts'
import { withTransaction } from '../../core/transaction.ts'
import type { Queries } from '../../platform.ts'
import type { Pieces, UploadRow } from './pieces.ts'
import { offsetMismatch, uploadGone } from './upload-problems.ts'

/**
 * Bytes that wait on this machine's disk before they are stored: what a process that dies loses of
 * an upload.
 */
const PIECE_BYTES = 8 * 1024 * 1024
/** A large file comes in larger pieces, so that few of them are put together at its end. */
const USUAL_PIECES = 200
/** Each request leaves at least one piece, however small. */
const MOST_PIECES = 10_000

/**
 * An object for each piece, and a row that says which bytes it has: any process stores the next
 * one. Until the upload is finished the objects stay `arriving`, so that backups and moves leave
 * them out.
 */
export const storedPieces: Pieces = {
  arrived: async ({ platform }, id) => (await tally(platform.db, id)).bytes,
  append: async (ctx, upload, from, bytes) => {
    const size = Math.max(PIECE_BYTES, Math.ceil(upload.sizeBytes / USUAL_PIECES))
    const cut: { error?: unknown } = {}
    let at = from
    let piece = new LocalPiece(ctx)
    try {
      for await (const part of untilCut(bytes, cut)) {
        await piece.write(part)
        if (piece.size < size) continue
        await store(ctx, upload, at, piece)
        at += piece.size
        piece = new LocalPiece(ctx)
      }
      if (piece.size > 0) await store(ctx, upload, at, piece)
    } finally {
      await piece.discard()
    }
    if ('error' in cut) throw cut.error
  },
  withWhole: async (ctx, { id }, work) => {
    const { db, objects: files } = ctx.platform
    const pieces = await db
      .select({ key: uploadPieces.objectKey })
      .from(uploadPieces)
      .where(eq(uploadPieces.uploadId, id))
      .orderBy(asc(uploadPieces.position))
    const whole = new LocalPiece(ctx)
    try {
      for (const { key } of pieces)
        for await (const part of await files.read(key)) await whole.write(part as Buffer)
      return await work(await whole.close())
    } finally {
      await whole.discard()
    }
  },
  remove: async (ctx, id) => {
    const keys = await withTransaction(ctx, async (_ctx, tx) => {
      const gone = await tx
        .delete(uploadPieces)
        .where(eq(uploadPieces.uploadId, id))
        .returning({ key: uploadPieces.objectKey })
      const keys = gone.map(({ key }) => key)
      if (keys.length > 0)
        await tx.update(objects).set({ state: 'leaving' }).where(inArray(objects.key, keys))
      return keys
    })
    await deleteObjects(ctx.platform, keys)
  },
}

/** Ends where its source fails, and says why in `cut`: what came before is stored first. */
async function* untilCut(bytes: AsyncIterable<Buffer>, cut: { error?: unknown }) {
  try {
    yield* bytes
  } catch (error) {
    cut.error = error
  }
}

/** Bytes on their way into the bucket or out of it, in a file of this process. */
class LocalPiece {
  size = 0
  readonly path: string
  readonly #folder: string
  readonly #guard: (bytes: number) => Promise<void>
  #file: FileHandle | null = null

  constructor({ platform: { settings } }: Context) {
    this.#folder = settings.scratch
    this.#guard = freeSpaceGuard(settings)
    this.path = join(settings.scratch, randomUUID())
  }

  async write(bytes: Buffer) {
    if (!this.#file) {
      await mkdir(this.#folder, { recursive: true })
      this.#file = await open(this.path, 'wx', 0o600)
    }
    await this.#guard(bytes.length)
    await orStorageFull(this.#file.writeFile(bytes))
    this.size += bytes.length
  }

  /** @returns its path; the file is written */
  async close(): Promise<string> {
    await this.#file?.close()
    this.#file = null
    return this.path
  }

  async discard() {
    await removeFile(await this.close())
  }
}

/** Stores a piece that begins at `position`; its row is what makes it one of the upload's. */
async function store(ctx: Context, upload: UploadRow, position: number, piece: LocalPiece) {
  const { db, objects: files, clock } = ctx.platform
  const key = `pieces/${randomUUID()}`
  const { ownerId, fileName: filename } = upload
  const createdAt = clock()
  await db
    .insert(objects)
    .values({ key, ownerId, state: 'arriving', filename, sizeBytes: piece.size, createdAt })
  try {
    await files.adopt(key, await piece.close())
    await withTransaction(ctx, async (ctx, tx) => {
      // One after the other, whichever process they come to.
      const open = await tx
        .update(uploads)
        .set({ touchedAt: ctx.platform.clock() })
        .where(and(eq(uploads.id, upload.id), isNull(uploads.fileId)))
        .returning({ id: uploads.id })
      if (open.length === 0) throw uploadGone()
      const { bytes, pieces } = await tally(tx, upload.id)
      if (bytes !== position) throw offsetMismatch(bytes)
      if (pieces >= MOST_PIECES)
        throw new ApiProblem(
          'limit_reached',
          `This upload has ${MOST_PIECES} pieces. Start it again with larger ones.`,
        )
      await tx
        .insert(uploadPieces)
        .values({ uploadId: upload.id, position, sizeBytes: piece.size, objectKey: key })
    })
  } catch (error) {
    await abandonPiece(ctx, key)
    throw error
  }
}

/**
 * Gives up a piece that did not become one of the upload's; an answer that was lost says nothing of
 * the commit.
 */
async function abandonPiece(ctx: Context, key: string) {
  const { db, log } = ctx.platform
  try {
    const [row] = await db.select().from(uploadPieces).where(eq(uploadPieces.objectKey, key))
    if (!row) await abandonArriving(ctx.platform, key)
  } catch (error) {
    log.warn({ err: error, key }, 'an object is left to the sweep')
  }
}

async function tally(db: Queries, uploadId: string): Promise<{ bytes: number; pieces: number }> {
  const [row] = await db
    .select({ bytes: sum(uploadPieces.sizeBytes).mapWith(Number), pieces: count() })
    .from(uploadPieces)
    .where(eq(uploadPieces.uploadId, uploadId))
  return { bytes: row?.bytes ?? 0, pieces: row?.pieces ?? 0 }
}
