import type { z } from 'zod'
import type { ConvertJson } from '../../../contract/convert.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { renameFirst, type Source, submitConversion } from '../../core/conversion/submit-conversion.ts'
import type { RouteFamily } from '../../core/families.ts'
import { byKeys, findFile } from '../../core/find-file.ts'
import { receiveUrl } from './receive-url.ts'

/**
 * A conversion of files that the caller owns already, or of a file at an address. @returns its id
 * @throws ApiProblem file_missing, not_found, and as `submitConversion`
 */
export async function submitJson(
  ctx: Context,
  route: RouteFamily,
  body: z.output<typeof ConvertJson>,
  idempotencyKey: string | undefined,
  gone: AbortSignal,
): Promise<string> {
  const { s3_key, file_id, conversion_id, s3_keys, url, filename, ...request } = body
  const named = await findFile(ctx, { s3_key, file_id, conversion_id })
  if ([named, s3_keys, url].filter((way) => way != null).length !== 1)
    throw new ApiProblem(
      'file_missing',
      'Name the file by one of s3_key, file_id, conversion_id, s3_keys and url.',
    )
  const sources: Source[] = url
    ? [{ upload: await receiveUrl(ctx, url, filename, gone) }]
    : renameFirst(named ? [named] : byKeys(s3_keys ?? []), filename)
  return submitConversion(ctx, { route, sources, request, idempotencyKey })
}
