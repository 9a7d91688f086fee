import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { plain } from '../../../contract/message-pattern.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { type FileReference, findFile } from '../../core/find-file.ts'
import { readJson } from '../../core/read-json.ts'
import { type SigningSessionRow, type StoredTemplate, signingTemplates } from '../../core/schema.ts'
import { type DrawnFile, outcomeOf, runOnStored } from '../../core/service-runs.ts'
import type { SignedDocument } from '../../core/signing/begin.ts'
import { noObject, ownedObject } from '../../core/stored-files.ts'
import { type BoxOfPage, boxOfPage, PageBoxes } from './page-boxes.ts'
import { LastPage } from './signature-fields.ts'

/** Seconds; longer than looking into any file takes. */
const PATIENCE = 50

/** What a session is of; with its template, where it begins from one. */
type Document = SignedDocument & {
  template: StoredTemplate | null
  lastPage: LastPage | null
  boxOf: BoxOfPage
}

type Named = FileReference & { template_id?: string | undefined }

const Seen = PageBoxes.extend({
  pages: z.int().min(1),
  encrypted: z.boolean(),
  last_page: LastPage.nullable().catch(null),
})

/**
 * The PDF that a session is to be of, looked into by a worker. @throws ApiProblem not_found,
 * unsupported_source, inspection_failed, unavailable
 */
export async function documentOf(ctx: Context, named: Named, gone: AbortSignal): Promise<Document> {
  const found = await find(ctx, named)
  const { key, fileName, size, sha256, template } = found
  if (!template && found.format !== 'pdf')
    throw new ApiProblem('unsupported_source', 'Only a PDF can be signed. Convert the file to PDF first.')
  const seen = await lookInto(ctx, { key, ownerId: requireOwner(ctx), filename: fileName, size }, gone)
  if (seen.encrypted)
    throw new ApiProblem(
      'unsupported_source',
      'The PDF is password-protected. Remove the password first, then send it for signature.',
    )
  return {
    ...{ key, fileName, size, sha256, pages: seen.pages, template },
    lastPage: seen.last_page,
    boxOf: boxOfPage(seen),
  }
}

/**
 * What is seen of the pages of a session's document. @throws ApiProblem inspection_failed,
 * unavailable
 */
export async function measurePages(
  ctx: Context,
  { documentKey: key, ownerId, fileName: filename, sizeBytes: size }: SigningSessionRow,
  gone: AbortSignal,
): Promise<BoxOfPage> {
  return boxOfPage(await lookInto(ctx, { key, ownerId, filename, size }, gone))
}

/** One file is looked into once: the outcome is kept with it. */
async function lookInto(ctx: Context, file: Omit<DrawnFile, 'format'>, gone: AbortSignal) {
  const run = await runOnStored(
    ctx.platform,
    { ...file, format: 'pdf' },
    { operation: 'inspect' },
    PATIENCE,
    gone,
  )
  const outcome = outcomeOf(run)
  if (!outcome)
    throw new ApiProblem(
      'inspection_failed',
      plain(run?.errorMessage ?? 'The PDF cannot be read. It may be damaged; repair it first.'),
    )
  return Seen.parse(await readJson(ctx.platform.objects, outcome.key))
}

async function find(ctx: Context, { template_id, ...reference }: Named) {
  if (template_id) {
    const mine = and(eq(signingTemplates.id, template_id), eq(signingTemplates.ownerId, requireOwner(ctx)))
    const [row] = await ctx.platform.db.select().from(signingTemplates).where(mine)
    if (!row) throw new ApiProblem('not_found', 'Template not found.')
    const { draft, documentKey: key } = row
    const { file_name: fileName, size_bytes: size, sha256 } = draft
    return { key, fileName, size, sha256, format: 'pdf', template: draft }
  }
  const named = await findFile(ctx, reference)
  if (!named) throw noObject('file_id')
  const { key, filename: fileName, ...file } = await ownedObject(ctx, named.key, named.filename, named.field)
  return { key, fileName, size: file.size, sha256: file.sha256, format: file.format, template: null }
}
