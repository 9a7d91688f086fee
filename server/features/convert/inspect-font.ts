import { text } from 'node:stream/consumers'
import { FontInspection } from '../../../contract/font-inspection.ts'
import type { Context } from '../../core/context.ts'
import { findConversion } from '../../core/find-conversion.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Upload } from './receive-upload.ts'
import { type Source, submitConversion } from './submit-conversion.ts'
import { waitForConversion } from './wait-for-conversion.ts'

/** Longer than any font takes; whoever asks again then gets the answer. */
const PATIENCE = 50

/** What a font that was sent along says of itself. @throws Refusal as `submitConversion`, and inspection_failed */
export const inspectSent = (ctx: Context, upload: Upload, gone: AbortSignal) => inspect(ctx, { upload }, gone)

/** What a stored font of the caller's own says of itself. @throws Refusal not_found, unsupported_source, inspection_failed */
export const inspectStored = (ctx: Context, key: string, gone: AbortSignal) => inspect(ctx, { key }, gone)

/**
 * An inspection is a conversion into JSON that costs nothing and is in no list: so it has the same queue, the same sandbox
 * and the same limits as any other look into a stranger's file, whichever process does the work.
 */
async function inspect(ctx: Context, source: Source, gone: AbortSignal): Promise<FontInspection> {
  const wish = { operation: 'inspect', target_format: 'json' }
  const id = await submitConversion(ctx, {
    route: 'font',
    sources: [source],
    wish,
    idempotencyKey: undefined,
    hidden: true,
  })
  const { status, error } = await waitForConversion(ctx, id, ['font'], PATIENCE, gone)
  if (status === 'failed')
    throw new Refusal('inspection_failed', error?.message ?? 'The font cannot be read.')
  const { outputKey } = await findConversion(ctx, id, ['font'])
  if (!outputKey)
    throw new Refusal('unavailable', 'The inspection takes longer than it should. Ask again in a minute.')
  return FontInspection.parse(JSON.parse(await text(await ctx.platform.objects.read(outputKey))))
}
