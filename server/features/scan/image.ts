import { and, eq } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { objects, scanPages } from '../../core/schema.ts'
import { outcomeOf, runOnStored } from '../../core/service-runs.ts'
import type { StoredFile } from '../../http/file-answer.ts'
import type { Found } from './find-scan.ts'

/** Pixels of the longer side. */
const SIZES = { thumb: 320, page: 1600 } as const
const PATIENCE = 30

/**
 * The photo of a page in one of its sizes, upright; what of it is there while it is arriving. It is
 * drawn when it is first asked for.
 * @throws ApiProblem not_found, unavailable
 */
export async function pageImage(
  ctx: Context,
  { session }: Found,
  id: string,
  variant: 'thumb' | 'page' | 'original',
  gone: AbortSignal,
): Promise<StoredFile> {
  const { db } = ctx.platform
  const [page] = await db
    .select()
    .from(scanPages)
    .where(and(eq(scanPages.sessionId, session.id), eq(scanPages.id, id)))
  const key = page?.photoKey ?? page?.previewKey
  const [file] = key ? await db.select().from(objects).where(eq(objects.key, key)) : []
  if (!page || !file?.sha256)
    throw new ApiProblem(
      'not_found',
      'This page has no image. It may have been deleted, or its photo has not arrived.',
    )
  const { filename, sizeBytes: size, ownerId, format } = file
  const whole = { key: file.key, filename, size, etag: file.sha256 }
  // A preview is small as it is.
  if (variant === 'original' || !page.photoKey)
    return { ...whole, type: format === 'webp' ? 'image/webp' : 'image/jpeg' }
  const run = await runOnStored(
    ctx.platform,
    { key: file.key, ownerId, filename, size, format },
    { operation: 'thumbnail', options: { size: SIZES[variant] } },
    PATIENCE,
    gone,
  )
  const drawn = outcomeOf(run)
  if (!drawn) throw new ApiProblem('not_found', 'This page has no image.')
  return { ...drawn, type: 'image/webp' }
}
