import { plain } from '../../../contract/message-pattern.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { type Source, submitConversion } from '../../core/conversion/submit-conversion.ts'
import { findConversion } from '../../core/find-conversion.ts'
import { readJson } from '../../core/read-json.ts'
import type { ConversionRow } from '../../core/schema.ts'
import { waitForConversion } from './wait-for-conversion.ts'

/** Seconds; longer than looking into any file takes. Whoever asks again then gets the answer. */
export const PATIENCE = 50

type ConversionRequest = Parameters<typeof submitConversion>[1]['request']

/**
 * Lets a worker look into a file as it takes up any conversion, free and in no list. @throws
 * ApiProblem as `submitConversion`
 */
export async function inspectFile(
  ctx: Context,
  route: 'document' | 'font',
  source: Source | readonly Source[],
  request: ConversionRequest,
  gone: AbortSignal,
): Promise<ConversionRow> {
  const sources = [source].flat()
  const submission = { route, sources, request, idempotencyKey: undefined, service: true }
  const id = await submitConversion(ctx, submission)
  await waitForConversion(ctx, id, undefined, PATIENCE, gone)
  return findConversion(ctx, id, undefined)
}

/**
 * What was seen, as the worker wrote it down. @throws ApiProblem inspection_failed, and unavailable
 * while it is still at work
 */
export async function readInspection(
  ctx: Context,
  { status, outputKey, errorMessage }: ConversionRow,
): Promise<unknown> {
  if (status === 'failed')
    throw new ApiProblem(
      'inspection_failed',
      plain(errorMessage ?? 'The file cannot be read. It may be damaged.'),
    )
  if (!outputKey)
    throw new ApiProblem('unavailable', 'Reading the file takes longer than expected. Try again in a minute.')
  return readJson(ctx.platform.objects, outputKey)
}
