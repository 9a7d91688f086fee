import type { Multipart } from '@fastify/multipart'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type BusinessDocument, businessEndpoints } from '../../../contract/businesses.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvent } from '../../core/business-events.ts'
import { requireBusiness, withBusiness } from '../../core/businesses/hold-business.ts'
import { presentDocument, selectDocuments } from '../../core/businesses/present-document.ts'
import type { Context } from '../../core/context.ts'
import { abandonArriving, deleteObjects, leaveUnused } from '../../core/delete-objects.ts'
import { mimeTypeOf } from '../../core/format-facts.ts'
import { discard, receiveForm, type Upload } from '../../core/receive-upload.ts'
import { businessDocuments } from '../../core/schema.ts'
import { storeUpload } from '../../core/stored-files.ts'
import type { StoredFile } from '../../http/file-answer.ts'
import { addDocument, requireOpen } from './add-document.ts'
import { checkDocument } from './check-document.ts'

const { form: BusinessDocumentForm } = businessEndpoints.addBusinessDocument

const missing = () => new ApiProblem('not_found', 'Document not found. It may have been replaced.')
const ofBusiness = (businessId: string, id: string) =>
  and(eq(businessDocuments.id, id), eq(businessDocuments.businessId, businessId))

/**
 * Takes in a document, in place of a ready or rejected one of its kind.
 * @throws ApiProblem business_misfit, file_missing, file_empty, file_too_large, unsupported_source,
 * malicious_file, limit_reached
 */
export async function addBusinessDocument(
  ctx: Context,
  parts: () => AsyncIterable<Multipart>,
): Promise<z.input<typeof BusinessDocument>> {
  const business = requireBusiness(ctx)
  // Before the bytes travel; the transaction asks again.
  requireOpen(business)
  const { platform } = ctx
  const { fields, uploads } = await receiveForm(parts(), platform.settings, BusinessDocumentForm)
  const upload = uploads[0] as Upload
  try {
    const { path, filename, size, sha256 } = upload
    const found = size === 0 ? null : await platform.engines.detect({ path, filename })
    const format = checkDocument({ filename, size, format: found?.format ?? null }, 'file')
    const key = await storeUpload(ctx, business.id, upload, { format })
    const document = { kind: fields.kind, key, fileName: filename, format, size, sha256 }
    try {
      const { added, leaving } = await withBusiness(ctx, async (ctx, tx, business, now) => {
        const { id, leaving } = await addDocument(ctx, tx, business, { ...document, fileId: null }, now)
        // As it is now: another one may take its place as soon as the lock is gone.
        const [facts] = await selectDocuments(tx, ofBusiness(business.id, id))
        if (!facts) throw missing()
        return { added: presentDocument(ctx, business.publicId, facts), leaving }
      })
      await deleteObjects(platform, leaving)
      return added
    } catch (error) {
      await abandonArriving(platform, key)
      throw error
    }
  } finally {
    for (const one of uploads) await discard(one)
  }
}

/** Deletes a document that no review is about. @throws ApiProblem not_found, business_misfit */
export async function removeBusinessDocument(ctx: Context, id: string): Promise<void> {
  const leaving = await withBusiness(ctx, async (ctx, tx, business) => {
    const [document] = await tx.select().from(businessDocuments).where(ofBusiness(business.id, id))
    if (!document) throw missing()
    const { fileName, kind, status, objectKey } = document
    if (status !== 'ready' && status !== 'rejected')
      throw new ApiProblem(
        'business_misfit',
        `“${fileName}” is ${status}, so it stays. Only documents that are ready or rejected can be deleted.`,
      )
    await tx.delete(businessDocuments).where(eq(businessDocuments.id, id))
    await recordBusinessEvent(ctx, tx, business.id, 'document.removed', {
      target: fileName,
      targetId: id,
      before: { kind, status, file_name: fileName },
    })
    return leaveUnused(tx, [objectKey])
  })
  await deleteObjects(ctx.platform, leaving)
}

/** The bytes of a document. @throws ApiProblem not_found */
export async function businessDocumentContent(ctx: Context, id: string): Promise<StoredFile> {
  const [document] = await ctx.platform.db
    .select()
    .from(businessDocuments)
    .where(ofBusiness(requireBusiness(ctx).id, id))
  if (!document) throw missing()
  return {
    key: document.objectKey,
    filename: document.fileName,
    size: document.sizeBytes,
    etag: document.sha256,
    type: mimeTypeOf(ctx.platform, document.format),
  }
}
