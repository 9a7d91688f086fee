import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { type Families, findConversion } from '../../core/find-conversion.ts'
import { mimeTypeOf } from '../../core/format-facts.ts'
import { ownedObject } from '../../core/stored-files.ts'

/** Where the converted file is, and what it is called. */
export interface OutputFile {
  key: string
  filename: string
  size: number
  etag: string
  /** Its MIME type, where we know one. */
  type: string | undefined
}

/** The converted file of a conversion. @throws ApiProblem not_found, not_finished, expired */
export async function downloadOutput(ctx: Context, id: string, families: Families): Promise<OutputFile> {
  const row = await findConversion(ctx, id, families)
  if (row.status === 'pending') {
    throw new ApiProblem('not_finished', 'The conversion is still running. Try again when it is completed.')
  }
  if (row.status === 'failed') {
    throw new ApiProblem('not_finished', 'The conversion failed, so there is nothing to download.')
  }
  if (!row.outputKey || !row.output) {
    throw new ApiProblem('expired', 'The converted file has expired. Convert the original again.')
  }
  const { filename, format, size_bytes, sha256 } = row.output
  return {
    key: row.outputKey,
    filename,
    size: size_bytes,
    etag: sha256,
    type: mimeTypeOf(ctx.platform, format),
  }
}

/**
 * The original of a conversion, the first where there were several. @throws ApiProblem not_found,
 * expired
 */
export async function downloadOriginal(ctx: Context, id: string): Promise<OutputFile> {
  const { sourceKey, filename } = await findConversion(ctx, id, undefined)
  if (!sourceKey) throw new ApiProblem('expired', 'The original has expired.')
  const file = await ownedObject(ctx, sourceKey, filename)
  return {
    key: sourceKey,
    filename,
    size: file.size,
    etag: file.sha256,
    type: mimeTypeOf(ctx.platform, file.format),
  }
}
