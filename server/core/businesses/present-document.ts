import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BusinessDocument } from '../../../contract/businesses.ts'
import type { Queries } from '../../platform.ts'
import type { Context } from '../context.ts'
import { nameOf } from '../person-name.ts'
import { type BusinessDocumentRow, businessDocuments, users } from '../schema.ts'

export interface DocumentFacts {
  document: BusinessDocumentRow
  uploader: typeof users.$inferSelect | null
  /** Page count of the file's inspection; null without a completed one. */
  pages: number | null
}

const PAGES = sql<number | null>`(select (c.output->>'pages')::int from conversions c
  where c.source_key = ${businessDocuments.objectKey} and c.service and c.operation = 'inspect' and c.status = 'completed'
  order by c.created_at desc limit 1)`

/** Documents with their uploaders, oldest first. */
export const selectDocuments = (db: Queries, where: SQL | undefined): Promise<DocumentFacts[]> =>
  db
    .select({ document: businessDocuments, uploader: users, pages: PAGES })
    .from(businessDocuments)
    .leftJoin(users, eq(users.id, businessDocuments.uploadedBy))
    .where(where)
    .orderBy(asc(businessDocuments.uploadedAt), asc(businessDocuments.id))

/** A document in the API. @param publicId the `biz_…` of its business */
export const presentDocument = (
  { origin }: Pick<Context, 'origin'>,
  publicId: string,
  { document, uploader, pages }: DocumentFacts,
): z.input<typeof BusinessDocument> => ({
  document_id: document.id,
  kind: document.kind,
  file_id: document.fileId,
  file_name: document.fileName,
  format: document.format,
  size_bytes: document.sizeBytes,
  pages,
  status: document.status,
  reason: document.reason,
  uploaded_at: document.uploadedAt.toISOString(),
  uploaded_by: uploader ? nameOf(uploader) : null,
  reviewed_at: document.reviewedAt?.toISOString() ?? null,
  content_url: `${origin}/auth/api/v1/businesses/${publicId}/documents/${document.id}/content/`,
})
