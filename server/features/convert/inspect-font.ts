import { text } from 'node:stream/consumers'
import { FontInspection } from '../../../contract/font-inspection.ts'
import type { Context } from '../../core/context.ts'
import { findConversion } from '../../core/find-conversion.ts'
import type { Upload } from '../../core/receive-upload.ts'
import { Refusal } from '../../core/refusal.ts'
import type { ConversionRow } from '../../core/schema.ts'
import { runOnStored } from '../../core/service-runs.ts'
import { ownedObject } from '../../core/stored-files.ts'
import { submitConversion } from './submit-conversion.ts'
import { waitForConversion } from './wait-for-conversion.ts'

/** Seconds; longer than any font takes. Whoever asks again then gets the answer. */
const PATIENCE = 50

/** What a font that was sent along says of itself. @throws Refusal as `submitConversion`, and inspection_failed */
export async function inspectSent(ctx: Context, upload: Upload, gone: AbortSignal): Promise<FontInspection> {
  const id = await submitConversion(ctx, {
    route: 'font',
    sources: [{ upload }],
    wish: { operation: 'inspect', target_format: 'json' },
    idempotencyKey: undefined,
    service: true,
  })
  await waitForConversion(ctx, id, undefined, PATIENCE, gone)
  return readInspection(ctx, await findConversion(ctx, id, undefined))
}

/** What a stored font of the caller's own says of itself. @throws Refusal not_found, unsupported_source, inspection_failed */
export async function inspectStored(ctx: Context, key: string, gone: AbortSignal): Promise<FontInspection> {
  const file = await ownedObject(ctx, key, undefined)
  const font = ctx.platform.engines.formats('font').some(({ format }) => format === file.format)
  const run = font ? await runOnStored(ctx.platform, file, { operation: 'inspect' }, PATIENCE, gone) : null
  if (!run)
    throw new Refusal('unsupported_source', `${file.filename} is not a font that can be looked into here.`)
  return readInspection(ctx, run)
}

async function readInspection(
  ctx: Context,
  { status, outputKey, errorMessage }: ConversionRow,
): Promise<FontInspection> {
  if (status === 'failed')
    throw new Refusal('inspection_failed', errorMessage ?? 'The font cannot be read. It may be damaged.')
  if (!outputKey)
    throw new Refusal('unavailable', 'The inspection takes longer than it should. Ask again in a minute.')
  return FontInspection.parse(JSON.parse(await text(await ctx.platform.objects.read(outputKey))))
}
