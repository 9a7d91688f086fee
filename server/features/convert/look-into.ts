import type { Context } from '../../core/context.ts'
import { type Source, submitConversion } from '../../core/conversion/submit-conversion.ts'
import { findConversion } from '../../core/find-conversion.ts'
import { readJson } from '../../core/read-json.ts'
import { Refusal } from '../../core/refusal.ts'
import type { ConversionRow } from '../../core/schema.ts'
import { waitForConversion } from './wait-for-conversion.ts'

/** Seconds; longer than looking into any file takes. Whoever asks again then gets the answer. */
export const PATIENCE = 50

type Wish = Parameters<typeof submitConversion>[1]['wish']

/** Lets a worker look into a file as it takes up any conversion, free and in no list. @throws Refusal as `submitConversion` */
export async function lookInto(
  ctx: Context,
  route: 'document' | 'font',
  source: Source | readonly Source[],
  wish: Wish,
  gone: AbortSignal,
): Promise<ConversionRow> {
  const sources = [source].flat()
  const asked = { route, sources, wish, idempotencyKey: undefined, service: true }
  const id = await submitConversion(ctx, asked)
  await waitForConversion(ctx, id, undefined, PATIENCE, gone)
  return findConversion(ctx, id, undefined)
}

/** What was seen, as the worker wrote it down. @throws Refusal inspection_failed, and unavailable while it is still at work */
export async function sightOf(
  ctx: Context,
  { status, outputKey, errorMessage }: ConversionRow,
): Promise<unknown> {
  if (status === 'failed')
    throw new Refusal('inspection_failed', errorMessage ?? 'The file cannot be read. It may be damaged.')
  if (!outputKey)
    throw new Refusal('unavailable', 'Reading the file takes longer than expected. Try again in a minute.')
  return readJson(ctx.platform.objects, outputKey)
}
