import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { SAMPLES, type SampleName } from '../../../contract/samples.ts'
import { type Context, ownerOf } from '../../core/context.ts'
import { submitConversion } from '../../core/conversion/submit-conversion.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { keepStream } from '../../core/receive-upload.ts'

const FOLDER = join(import.meta.dirname, '../../samples')

/**
 * Converts a sample file for free: zero units are charged, so that the ledger has no row of it.
 * @returns the conversion's id
 * @throws ApiProblem unsupported_target where its engine is not installed, too_many_requests
 */
export async function convertSample(
  ctx: Context,
  name: SampleName,
  idempotencyKey: string | undefined,
): Promise<string> {
  await consumeOrThrow(ctx, LIMIT_RULES.sample, ownerOf(ctx) ?? '')
  const { file, family, target } = SAMPLES[name]
  const stream = createReadStream(join(FOLDER, file))
  const upload = await keepStream(stream, file, ctx.platform.settings, () => false)
  return submitConversion(ctx, {
    route: family,
    sources: [{ upload }],
    request: { operation: 'convert', target_format: target, options: {} },
    idempotencyKey,
    charge: { source: 'conversion', units: 0, operations: [] },
  })
}
