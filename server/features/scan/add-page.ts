import type { Multipart } from '@fastify/multipart'
import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ScanPage, StoredPageJson } from '../../../contract/scan.ts'
import { DeskPageForm, SCAN_LIMITS, ScanPageForm, ScanPageSettings } from '../../../contract/scan.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { check } from '../../core/check.ts'
import type { Context } from '../../core/context.ts'
import { parseJsonPart } from '../../core/conversion/parse-json-part.ts'
import { deleteObjects, leaveUnused } from '../../core/delete-objects.ts'
import { findFile } from '../../core/find-file.ts'
import { discard, receiveForm, refuseParts } from '../../core/receive-upload.ts'
import { holdScan, noteChange, requireOpenScan } from '../../core/scan/change.ts'
import { placeOf, presentPage } from '../../core/scan/present.ts'
import { type ScanPageRow, scanPages, scanSessions } from '../../core/schema.ts'
import { ownedObject } from '../../core/stored-files.ts'
import type { TransactionContext } from '../../core/transaction.ts'
import { emitScanPage } from '../../core/webhooks/scan-events.ts'
import type { Queries, Transaction } from '../../platform.ts'
import { type Actor, type Found, ownScan, pairedScan } from './find-scan.ts'
import { seePhone } from './see-phone.ts'
import { type Photo, type Taken, takePhoto } from './take-photo.ts'

interface NewPage {
  pageId: string
  kind: 'preview' | 'page'
  settings: ScanPageSettings | undefined
  /** The photo takes the place of the one that the page has. */
  replace: boolean
  sha256: string
  photo: Photo
}

/** `isNew`: something was added; a repeated upload adds nothing. */
export interface Added {
  page: ScanPage
  isNew: boolean
}

type Parts = () => AsyncIterable<Multipart>

/** A page from a phone. @throws ApiProblem as `pairedScan`, `receiveForm` and `addPage` */
export async function addFromPhone(ctx: Context, parts: Parts): Promise<Added> {
  // Looked up before the photo travels, where the token comes first.
  if (ctx.shown.pairing !== undefined) await pairedScan(ctx, null)
  const { fields, uploads } = await receiveForm(parts(), ctx.platform.settings, ScanPageForm)
  try {
    const { pairing_token: token = ctx.shown.pairing, phone_id: phoneId = null } = fields
    if (token === undefined)
      throw refuseParts([
        { path: 'pairing_token', message: 'It is missing, and there is no Authorization header.' },
      ])
    const found = await pairedScan(ctx, phoneId, ctx.shown.pairing ?? token)
    // Photos that waited without a network may arrive before the phone asks for the session.
    await seePhone(ctx, found)
    return await addUpload(ctx, found, fields, uploads)
  } finally {
    for (const upload of uploads) await discard(upload)
  }
}

/**
 * A page from a file that is sent to the desk. @throws ApiProblem not_found, and as `receiveForm`
 * and `addPage`
 */
export async function addFromDesk(ctx: Context, id: string, parts: Parts): Promise<Added> {
  const found = await ownScan(ctx, id)
  requireOpenScan(ctx.platform, found.session)
  const { fields, uploads } = await receiveForm(parts(), ctx.platform.settings, DeskPageForm)
  try {
    return await addUpload(ctx, found, fields, uploads)
  } finally {
    for (const upload of uploads) await discard(upload)
  }
}

type Fields = Omit<z.output<typeof DeskPageForm>, 'file'>
type Uploads = Awaited<ReturnType<typeof receiveForm>>['uploads']

async function addUpload(ctx: Context, found: Found, fields: Fields, [upload]: Uploads): Promise<Added> {
  if (!upload) throw new Error('a form without its file was let in')
  if (fields.sha256 !== undefined && fields.sha256 !== upload.sha256)
    throw new ApiProblem('upload_incomplete', 'The photo is not what its SHA-256 says. Send it again.')
  if (fields.kind === 'preview' && upload.size > SCAN_LIMITS.previewBytes)
    throw new ApiProblem('file_too_large', 'A preview may have 200 kB. Send the photo as a page.')
  return addPage(ctx, found, {
    pageId: fields.page_id,
    kind: fields.kind,
    settings: settingsOf(fields.settings),
    replace: fields.replace === 'true',
    sha256: upload.sha256,
    photo: { upload },
  })
}

function settingsOf(text: string | undefined): ScanPageSettings | undefined {
  if (text === undefined) return undefined
  try {
    return check(ScanPageSettings, parseJsonPart('settings', text))
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const errors = error.extras.errors ?? []
    throw refuseParts(
      errors.map(({ path, message }) => ({ path: path ? `settings.${path}` : 'settings', message })),
    )
  }
}

/** A page from storage. @throws ApiProblem not_found, and as `addPage` */
export async function addStored(
  ctx: Context,
  id: string,
  { page_id: pageId, file_id, settings }: z.output<typeof StoredPageJson>,
): Promise<Added> {
  const found = await ownScan(ctx, id)
  requireOpenScan(ctx.platform, found.session)
  const named = await findFile(ctx, { file_id })
  if (!named) throw new ApiProblem('not_found', 'The file was not found in your storage.')
  const stored = await ownedObject(ctx, named.key, named.filename, 'file_id')
  const { sha256 } = stored
  return addPage(ctx, found, { pageId, kind: 'page', settings, replace: false, sha256, photo: { stored } })
}

/**
 * Adds a page, or the photo to a page whose preview is there. The same id with the same bytes adds
 * nothing.
 * @throws ApiProblem scan_page_conflict, limit_reached, scan_closed, and as `takePhoto`
 */
async function addPage(ctx: Context, found: Found, page: NewPage): Promise<Added> {
  const { session, actor } = found
  const known = await findPage(ctx.platform.db, session.id, page.pageId)
  if (known && isSame(known, page)) return { page: await present(ctx, known, actor), isNew: false }
  if (known && isTaken(known, page)) throw conflict()
  if (!known) await requireRoom(ctx.platform.db, session.id)
  const { row, isNew, leaving } = await takePhoto(
    ctx,
    session.ownerId,
    page.photo,
    page.kind,
    (ctx, tx, taken) => write(ctx, tx, found, page, taken),
  )
  await deleteObjects(ctx.platform, leaving)
  return { page: await present(ctx, row, actor), isNew }
}

/**
 * Whether it adds nothing: the same bytes came before, or the photo that a preview stands for is
 * there.
 */
const isSame = (row: ScanPageRow, { kind, sha256, replace }: NewPage) =>
  kind === 'page'
    ? row.photoSha256 === sha256
    : row.previewSha256 === sha256 || (row.photoSha256 !== null && !replace)

/** Whether the page has another photo already. */
const isTaken = (row: ScanPageRow, { kind, replace }: NewPage) =>
  kind === 'page' && row.photoSha256 !== null && !replace

const conflict = () =>
  new ApiProblem(
    'scan_page_conflict',
    'This page has another photo. Send `replace` to take its place, or a new `page_id`.',
  )

async function findPage(db: Queries, sessionId: string, id: string): Promise<ScanPageRow | undefined> {
  const [row] = await db
    .select()
    .from(scanPages)
    .where(and(eq(scanPages.sessionId, sessionId), eq(scanPages.id, id)))
  return row
}

export async function requireRoom(db: Queries, sessionId: string): Promise<void> {
  const [found] = await db
    .select({ pages: count() })
    .from(scanPages)
    .where(and(eq(scanPages.sessionId, sessionId), isNull(scanPages.deletedAt)))
  if ((found?.pages ?? 0) >= SCAN_LIMITS.pages)
    throw new ApiProblem(
      'limit_reached',
      `A scan session has at most ${SCAN_LIMITS.pages} pages. Create the PDF, then open a new session.`,
    )
}

/** Photos that were deleted and can be restored count too. @throws ApiProblem limit_reached */
async function requireBytes(tx: Transaction, ownerId: string, more: number): Promise<void> {
  const [found] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${scanPages.sizeBytes}), 0)::float8` })
    .from(scanPages)
    .innerJoin(scanSessions, eq(scanSessions.id, scanPages.sessionId))
    .where(
      and(eq(scanSessions.ownerId, ownerId), isNull(scanSessions.endedAt), isNotNull(scanPages.photoKey)),
    )
  if ((found?.bytes ?? 0) + more > SCAN_LIMITS.openBytes)
    throw new ApiProblem(
      'limit_reached',
      'The photos of your open scan sessions have reached 4 GB. Create their PDF and end one of them.',
    )
}

/**
 * Writes the page down, in the transaction that makes its photo stay. Asked again under the lock:
 * two uploads may race.
 */
async function write(
  ctx: TransactionContext,
  tx: Transaction,
  { session, actor }: Found,
  page: NewPage,
  taken: Taken,
): Promise<{ row: ScanPageRow; isNew: boolean; leaving: string[] }> {
  const { platform } = ctx
  await holdScan(platform, tx, session.id)
  const known = await findPage(tx, session.id, page.pageId)
  if (known && isSame(known, page)) return { row: known, isNew: false, leaving: [] }
  if (known && isTaken(known, page)) throw conflict()
  if (!known) await requireRoom(tx, session.id)
  await requireBytes(tx, session.ownerId, taken.output.size_bytes)
  const phoneId = actor.side === 'phone' ? actor.phoneId : null
  const now = platform.clock()
  const { key, output } = taken
  const isPhoto = page.kind === 'page'
  const changes = {
    ...(isPhoto
      ? {
          photoKey: key,
          photoSha256: page.sha256,
          width: output.width ?? null,
          height: output.height ?? null,
          sizeBytes: output.size_bytes,
          // The photo shows all that the preview did.
          previewKey: null,
          isRetakeRequested: false,
        }
      : { previewKey: key, previewSha256: page.sha256 }),
    ...(page.settings && { settings: page.settings }),
  }
  const [row] = known
    ? await tx
        .update(scanPages)
        .set({
          ...changes,
          // A photo that only follows its preview is no change of anything that was seen.
          version: known.version + (page.settings && isOther(known.settings, page.settings) ? 1 : 0),
          photoVersion: known.photoVersion + 1,
          changedBy: phoneId,
          changedAt: now,
        })
        .where(and(eq(scanPages.sessionId, session.id), eq(scanPages.id, page.pageId)))
        .returning()
    : await tx
        .insert(scanPages)
        .values({
          sessionId: session.id,
          id: page.pageId,
          settings: ScanPageSettings.parse({}),
          phoneId,
          changedBy: phoneId,
          changedAt: now,
          createdAt: now,
          ...changes,
        })
        .returning()
  if (!row) throw new Error('the page was not written')
  await noteChange(platform, tx, session.id)
  if (isPhoto && !known?.photoKey) await emitScanPage(platform, tx, session.ownerId, row)
  const leaving = await leaveUnused(tx, isPhoto ? [known?.previewKey, known?.photoKey] : [known?.previewKey])
  return { row, isNew: true, leaving }
}

const isOther = (one: ScanPageSettings, other: ScanPageSettings) =>
  JSON.stringify(ScanPageSettings.parse(one)) !== JSON.stringify(other)

/** The page as its side sees it, at its place. */
async function present({ platform }: Context, row: ScanPageRow, { side }: Actor): Promise<ScanPage> {
  return presentPage(row, await placeOf(platform.db, row), side)
}
