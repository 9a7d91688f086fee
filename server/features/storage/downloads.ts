import { timingSafeEqual } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { fileNameWith } from '../../../contract/file-name.ts'
import type { Downloads } from '../../../contract/storage.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Archive, archiveName, archiveOf } from '../../core/archive.ts'
import type { Context } from '../../core/context.ts'
import { mimeTypeOf } from '../../core/format-facts.ts'
import { type FileFacts, findFile } from '../../core/present-file.ts'
import { refuseQuarantined } from '../../core/quarantine.ts'
import { objects, userFiles } from '../../core/schema.ts'
import { outcomeOf, runOnStored } from '../../core/service-runs.ts'
import { ownFiles } from '../../core/user-files.ts'
import type { StoredFile } from '../../http/file-answer.ts'

/** An address that was handed out works for five minutes. */
const SECONDS = 300
const THUMBNAIL_PATIENCE = 20

/** The files under these ids, in this order; all of them, or none. @throws ApiProblem not_found */
/**
 * Addresses at which these files can be fetched for a while, by whoever has them. Where the bucket
 * can be reached from outside they lead there; else here. @throws ApiProblem not_found
 */
export async function makeDownloads(ctx: Context, ids: string[]): Promise<z.input<typeof Downloads>> {
  const { platform, origin } = ctx
  const files = await ownFiles(ctx, ids)
  const expires = Math.floor(platform.clock().getTime() / 1000) + SECONDS
  const urlOf = async (file: (typeof files)[number]) => {
    const { fileName: filename, objectKey: key } = file
    const type = mimeTypeOf(platform, file.format) ?? 'application/octet-stream'
    const there = await platform.objects.signedUrl(key, { filename, type, seconds: SECONDS })
    return there ?? `${origin}/api/v1/user/storage/download/${ticketFor(ctx, file.id, expires)}/`
  }
  return {
    downloads: await Promise.all(
      files.map(async (file) => ({
        id: file.id,
        file_name: file.fileName,
        download_url: await urlOf(file),
        expires_at: new Date(expires * 1000).toISOString(),
      })),
    ),
  }
}

/** The file's id and the second at which it ends, under the instance's own seal. */
function ticketFor(ctx: Context, id: string, expires: number): string {
  const said = Buffer.alloc(20)
  said.write(id.replaceAll('-', ''), 'hex')
  said.writeUInt32BE(expires, 16)
  return Buffer.concat([said, sealOf(ctx, said)]).toString('base64url')
}

const sealOf = ({ platform }: Context, said: Buffer) =>
  platform.secrets.mac(said.toString('hex'), 'download').subarray(0, 24)

/**
 * The file that a ticket names. @throws ApiProblem not_found for one that we did not make,
 * link_expired
 */
export async function openTicket(ctx: Context, ticket: string): Promise<StoredFile> {
  const bytes = Buffer.from(ticket, 'base64url')
  const said = bytes.subarray(0, 20)
  const given = bytes.subarray(20)
  const seal = sealOf(ctx, said)
  // One way to write it, and no other: the last letter has bits to spare.
  const written = bytes.toString('base64url') === ticket
  if (!written || given.length !== seal.length || !timingSafeEqual(given, seal))
    throw new ApiProblem('not_found', 'This download URL is invalid.')
  if (said.readUInt32BE(16) * 1000 < ctx.platform.clock().getTime())
    throw new ApiProblem('link_expired', 'This download URL has expired. Request a new one.')
  const hex = said.toString('hex', 0, 16)
  const id = hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
  const [row] = await ctx.platform.db
    .select({ file: userFiles, sha256: objects.sha256 })
    .from(userFiles)
    .innerJoin(objects, eq(objects.key, userFiles.objectKey))
    .where(and(eq(userFiles.id, id), isNull(userFiles.deletedAt)))
  if (!row) throw new ApiProblem('not_found', 'The file no longer exists.')
  return storedFile(ctx, row)
}

/** The bytes of a file of the caller's own. @throws ApiProblem not_found */
export const fileContent = async (ctx: Context, id: string): Promise<StoredFile> =>
  storedFile(ctx, await findFile(ctx, id))

const storedFile = (ctx: Context, { file, sha256 }: Pick<FileFacts, 'file' | 'sha256'>): StoredFile => ({
  key: file.objectKey,
  filename: file.fileName,
  size: file.sizeBytes,
  etag: sha256 ?? file.id,
  type: mimeTypeOf(ctx.platform, file.format),
})

/**
 * Several files as one archive, made while it is sent. @throws ApiProblem not_found,
 * file_quarantined
 */
export async function filesZip(
  ctx: Context,
  { file_ids, filename }: { file_ids: string[]; filename?: string | undefined },
): Promise<Archive> {
  const files = await ownFiles(ctx, file_ids)
  await refuseQuarantined(ctx.platform.db, ...files.map(({ objectKey }) => objectKey))
  const name = filename ? fileNameWith('.zip', filename) : archiveName(ctx.platform.clock())
  const entries = files.map((file) => ({
    key: file.objectKey,
    filename: file.fileName,
    size: file.sizeBytes,
    at: file.createdAt,
  }))
  return archiveOf({ objects: ctx.platform.objects, log: ctx.log }, name, entries)
}

/**
 * A thumbnail of a file of the caller's own, drawn by a worker. @throws ApiProblem not_found where
 * there is none to be had
 */
export async function fileThumbnail(ctx: Context, id: string, gone: AbortSignal): Promise<StoredFile> {
  const { file } = await findFile(ctx, id)
  const { objectKey: key, ownerId, fileName: filename, sizeBytes: size, format } = file
  const drawn = { key, ownerId, filename, size, format }
  const run = await runOnStored(ctx.platform, drawn, { operation: 'thumbnail' }, THUMBNAIL_PATIENCE, gone)
  const thumbnail = outcomeOf(run)
  if (!thumbnail) throw new ApiProblem('not_found', 'This file has no thumbnail.')
  return { ...thumbnail, type: `image/${thumbnail.format}` }
}
