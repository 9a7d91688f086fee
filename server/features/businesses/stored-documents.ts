import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { DocumentKind } from '../../../contract/business-states.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { requireBusiness } from '../../core/businesses/hold-business.ts'
import { type Context, userOf } from '../../core/context.ts'
import { abandonArriving } from '../../core/delete-objects.ts'
import { discard, keepStream } from '../../core/receive-upload.ts'
import { objects, userFiles } from '../../core/schema.ts'
import { storeUpload } from '../../core/stored-files.ts'
import type { NewDocument } from './add-document.ts'
import { checkDocument } from './check-document.ts'

interface Named {
  kind: DocumentKind
  file_id: string
}

interface Taken {
  documents: NewDocument[]
  /** Gives up copies that no document has come to need. */
  discard(): Promise<void>
}

/**
 * Stored files as documents. A file of the business shares its object with the document. The
 * caller's own is copied: it goes with their account, and the document must not.
 * @throws ApiProblem not_found, file_empty, file_too_large, unsupported_source, malicious_file
 */
export async function takeStored(ctx: Context, named: readonly Named[]): Promise<Taken> {
  const business = requireBusiness(ctx)
  refuseTwins(named)
  const files = await filesOf(
    ctx,
    business.id,
    named.map(({ file_id }) => file_id),
  )
  // All are looked at before any is copied.
  const chosen = named.map(({ kind, file_id }, at) => {
    const path = `documents.${at}.file_id`
    const found = files.get(file_id)
    if (!found?.sha256)
      throw new ApiProblem('not_found', 'One of these files no longer exists. Nothing was submitted.', {
        errors: [{ path, message: 'It names no file of the business or of yours.' }],
      })
    const { file, sha256 } = found
    const { fileName, sizeBytes: size } = file
    const format = checkDocument({ filename: fileName, size, format: file.format }, path)
    return { kind, file, sha256, format }
  })
  const copies: string[] = []
  const taken: Taken = {
    documents: [],
    discard: async () => {
      for (const key of copies) await abandonArriving(ctx.platform, key)
    },
  }
  try {
    for (const { kind, file, sha256, format } of chosen) {
      const own = file.ownerId !== business.id
      const key = own ? await copyFor(ctx, business.id, file) : file.objectKey
      if (own) copies.push(key)
      taken.documents.push({
        ...{ kind, key, format, sha256 },
        fileName: file.fileName,
        size: file.sizeBytes,
        fileId: own ? null : file.id,
      })
    }
  } catch (error) {
    await taken.discard()
    throw error
  }
  return taken
}

/**
 * One document of each kind but `other`: a second would take the place of the first. @throws
 * ApiProblem invalid_request
 */
function refuseTwins(named: readonly Named[]) {
  const errors = named.flatMap(({ kind }, at) =>
    kind !== 'other' && named.findIndex((one) => one.kind === kind) < at
      ? [{ path: `documents.${at}.kind`, message: 'Only one document of this kind. Add others as `other`.' }]
      : [],
  )
  if (errors.length > 0)
    throw new ApiProblem(
      'invalid_request',
      'There are several documents of one kind. Nothing was submitted.',
      {
        errors,
      },
    )
}

interface StoredRow {
  file: typeof userFiles.$inferSelect
  sha256: string | null
}

async function filesOf(ctx: Context, businessId: string, ids: string[]): Promise<Map<string, StoredRow>> {
  if (ids.length === 0) return new Map()
  const userId = userOf(ctx)
  const rows = await ctx.platform.db
    .select({ file: userFiles, sha256: objects.sha256 })
    .from(userFiles)
    .innerJoin(objects, and(eq(objects.key, userFiles.objectKey), eq(objects.state, 'stored')))
    .where(
      and(
        inArray(userFiles.id, ids),
        inArray(userFiles.ownerId, userId ? [businessId, userId] : [businessId]),
        isNull(userFiles.deletedAt),
      ),
    )
  return new Map(rows.map((row) => [row.file.id, row]))
}

/**
 * @returns the key of a copy that belongs to the business and has arrived @throws ApiProblem
 * malicious_file
 */
async function copyFor(ctx: Context, businessId: string, file: StoredRow['file']): Promise<string> {
  const { settings, objects: store } = ctx.platform
  const upload = await keepStream(await store.read(file.objectKey), file.fileName, settings, () => false)
  try {
    return await storeUpload(ctx, businessId, upload, { format: file.format })
  } finally {
    await discard(upload)
  }
}
