import type { Context } from '../../core/context.ts'
import type { uploads } from '../../core/schema.ts'
import { diskPieces } from './disk-pieces.ts'
import { storedPieces } from './stored-pieces.ts'

export type UploadRow = typeof uploads.$inferSelect

/** The bytes of uploads in pieces until all of an upload have arrived. */
export interface Pieces {
  /** How many bytes have arrived. */
  arrived(ctx: Context, uploadId: string): Promise<number>
  /**
   * Appends bytes where the upload stands, which is at `from`. Where `bytes` fails, what came
   * before stays.
   * @throws ApiProblem upload_offset_mismatch, not_found, limit_reached · StorageFull
   */
  append(ctx: Context, upload: UploadRow, from: number, bytes: AsyncIterable<Buffer>): Promise<void>
  /** All of them as a local file, for as long as `work` runs; it may take the file away. */
  withWhole<T>(ctx: Context, upload: UploadRow, work: (path: string) => Promise<T>): Promise<T>
  remove(ctx: Context, uploadId: string): Promise<void>
}

/**
 * Pieces wait where files are kept: on the disk, or in the bucket, where any process finds them.
 */
export const piecesOf = ({ platform }: Context): Pieces =>
  platform.objects.onDisk ? diskPieces : storedPieces
