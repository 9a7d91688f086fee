import type { z } from 'zod'
import type { ConvertJson } from '../../../contract/convert.ts'
import type { Context } from '../../core/context.ts'
import type { RouteFamily } from '../../core/families.ts'
import { findConversion } from '../../core/find-conversion.ts'
import { Refusal } from '../../core/refusal.ts'
import { receiveUrl } from './receive-url.ts'
import { type Source, submitConversion } from './submit-conversion.ts'

/**
 * A conversion of files that the caller owns already, by key or by the conversion that made one, or of a file at an
 * address. @returns its id
 */
export async function submitJson(
  ctx: Context,
  route: RouteFamily,
  body: z.output<typeof ConvertJson>,
  idempotencyKey: string | undefined,
  gone: AbortSignal,
): Promise<string> {
  const { s3_key, s3_keys, file_id, url, filename, ...wish } = body
  const ways = [s3_key, s3_keys, file_id, url].filter((way) => way !== undefined)
  if (ways.length !== 1)
    throw new Refusal('file_missing', 'Name the file by its s3_key, its file_id or its url: one of these.')
  const sources = await sourcesOf()
  return submitConversion(ctx, { route, sources, wish, idempotencyKey })

  async function sourcesOf(): Promise<Source[]> {
    if (url !== undefined) return [{ upload: await receiveUrl(ctx, url, filename, gone) }]
    if (s3_keys) return s3_keys.map((key) => ({ key }))
    if (s3_key !== undefined) return [{ key: s3_key, filename }]
    const made = await outputOf(ctx, file_id as string)
    return [{ ...made, filename: filename ?? made.filename }]
  }
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
