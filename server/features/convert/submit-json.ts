import type { z } from 'zod'
import type { ConvertJson } from '../../../contract/convert.ts'
import type { Family } from '../../../contract/families.ts'
import type { Context } from '../../core/context.ts'
import { findConversion } from '../../core/find-conversion.ts'
import { Refusal } from '../../core/refusal.ts'
import { submitConversion } from './submit-conversion.ts'

/** A conversion of a file that the caller owns already, by its key or by the conversion that made it. @returns its id */
export async function submitJson(
  ctx: Context,
  family: Family,
  body: z.output<typeof ConvertJson>,
  idempotencyKey: string | undefined,
): Promise<string> {
  const { s3_key, file_id, filename, ...wish } = body
  if ((s3_key === undefined) === (file_id === undefined)) {
    throw new Refusal('file_missing', 'Name the file by its s3_key or by its file_id, one of the two.')
  }
  const source =
    s3_key === undefined ? await outputOf(ctx, file_id as string) : { key: s3_key, filename: undefined }
  return submitConversion(ctx, {
    family,
    source: { ...source, filename: filename ?? source.filename },
    wish,
    idempotencyKey,
  })
}

async function outputOf(ctx: Context, id: string) {
  const { outputKey, output } = await findConversion(ctx, id, undefined)
  if (!outputKey || !output)
    throw new Refusal(
      'not_found',
      'This conversion has no file: it has not finished, or the file has expired.',
    )
  return { key: outputKey, filename: output.filename }
}
