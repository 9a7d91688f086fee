import type { Multipart } from '@fastify/multipart'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { fileNameWith } from '../../../contract/file-name.ts'
import { Destination, SavePdfForm, SavePdfJson } from '../../../contract/pdf.ts'
import { PdfEdits } from '../../../contract/pdf-edits.ts'
import { futureOf } from '../../core/add-share.ts'
import { check } from '../../core/check.ts'
import { type Context, requireUser } from '../../core/context.ts'
import { discard, receiveForm } from '../../core/receive-upload.ts'
import { Refusal } from '../../core/refusal.ts'
import { type Delivery, userFiles } from '../../core/schema.ts'
import { parseOptions } from './parse-options.ts'
import { type Source, submitConversion } from './submit-conversion.ts'

const Fields = SavePdfForm.omit({ file: true, s3_keys: true })
  .extend({ s3_keys: SavePdfJson.shape.s3_keys })
  .strict()

interface Save {
  sources: Source[]
  edits: PdfEdits
  destination: Destination
  filename: string | undefined
}

/** Saves a PDF that is sent along, with its edits. @returns the conversion's id. @throws Refusal as `savePdf` */
export async function saveSent(
  ctx: Context,
  parts: AsyncIterable<Multipart>,
  idempotencyKey: string | undefined,
): Promise<string> {
  const { fields, uploads, sources: sent } = await receiveForm(parts, ctx.platform.settings)
  try {
    const keys = sent.flatMap((source) => ('key' in source ? [source.key] : []))
    const { s3_key, edits, destination, filename } = check(Fields, {
      ...fields,
      ...(keys.length > 0 && { s3_keys: keys }),
    })
    const sources: Source[] = s3_key ? [{ key: s3_key }, ...sent] : sent
    const save = {
      sources,
      edits: checkPart(PdfEdits, 'edits', edits),
      destination: checkPart(Destination, 'destination', destination ?? '{"kind":"download"}'),
      filename,
    }
    return await savePdf(ctx, save, idempotencyKey)
  } finally {
    for (const upload of uploads) await discard(upload)
  }
}

/** Saves a PDF of the caller's own, with its edits. @returns the conversion's id. @throws Refusal as `savePdf` */
export function saveStored(
  ctx: Context,
  { s3_key, s3_keys = [], edits, destination, filename }: z.output<typeof SavePdfJson>,
  idempotencyKey: string | undefined,
): Promise<string> {
  const keys = s3_key === undefined ? s3_keys : [s3_key, ...s3_keys]
  return savePdf(ctx, { sources: keys.map((key) => ({ key })), edits, destination, filename }, idempotencyKey)
}

/** A part of a form that is JSON, checked; what is wrong is told by its place in it. */
function checkPart<S extends z.ZodType>(schema: S, name: string, text: string): z.output<S> {
  try {
    return check(schema, parseOptions(text))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_request') throw error
    const errors = (error.extras.errors ?? []).map(({ path, message }) => ({
      path: path ? `${name}.${path}` : name,
      message,
    }))
    const named = errors.map(({ path, message }) => `${path}: ${message}`).join(' ')
    throw new Refusal('invalid_request', `Nothing was saved. ${named}`, { errors })
  }
}

/**
 * Takes the saving on as a conversion: edits are applied by a worker, and the result goes where it is asked to go in the
 * transaction that ends it.
 * @throws Refusal file_missing, unauthenticated, not_found, invalid_request, and as `submitConversion`
 */
async function savePdf(
  ctx: Context,
  { sources, edits, destination, filename }: Save,
  idempotencyKey: string | undefined,
): Promise<string> {
  const [first, ...further] = sources
  if (!first) throw new Refusal('file_missing', 'Send the PDF in the field “file”, or name it by its key.')
  const delivery = await deliveryOf(ctx, destination)
  const name = filename === undefined ? undefined : fileNameWith('.pdf', filename)
  const named: Source =
    name === undefined
      ? first
      : 'upload' in first
        ? { upload: { ...first.upload, filename: name } }
        : { ...first, filename: name }
  return submitConversion(ctx, {
    route: 'document',
    sources: [named, ...further],
    wish: { operation: 'edit', target_format: 'pdf', options: edits },
    idempotencyKey,
    own: true,
    delivery,
  })
}

/** Where the result goes, as it is kept until then: a password is hashed, what is to be replaced is there. */
async function deliveryOf(ctx: Context, destination: Destination): Promise<Delivery | null> {
  if (destination.kind === 'download') return null
  const ownerId = requireUser(ctx)
  const waiting = { state: 'waiting', file_id: null, link_id: null, session_id: null, problem: null } as const
  if (destination.kind === 'storage' || destination.kind === 'sign')
    return { ...waiting, kind: destination.kind }
  if (destination.kind === 'replace') {
    const mine = and(
      eq(userFiles.id, destination.file_id),
      eq(userFiles.ownerId, ownerId),
      isNull(userFiles.deletedAt),
      isNull(userFiles.versionOf),
    )
    const [file] = await ctx.platform.db.select({ id: userFiles.id }).from(userFiles).where(mine)
    if (!file)
      throw new Refusal('not_found', 'The file that is to be replaced is not there, or is not yours.')
    return { ...waiting, kind: 'replace', file_id: destination.file_id }
  }
  const { kind, password, name, expires_at, ...settings } = destination
  futureOf(ctx.platform, expires_at)
  const share = {
    ...settings,
    name: name ?? null,
    expires_at,
    password_hash: password === null ? null : await ctx.platform.passwords.hash(password),
  }
  return { ...waiting, kind, share }
}
