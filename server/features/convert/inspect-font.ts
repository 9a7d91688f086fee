import { text } from 'node:stream/consumers'
import { FontInspection } from '../../../contract/font-inspection.ts'
import type { Context } from '../../core/context.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Upload } from './receive-upload.ts'
import { runService } from './run-service.ts'
import type { Source } from './submit-conversion.ts'

/** Longer than any font takes; whoever asks again then gets the answer. */
const INSPECT = { route: 'font', operation: 'inspect', target: 'json', patience: 50 } as const

/** What a font that was sent along says of itself. @throws Refusal as `submitConversion`, and inspection_failed */
export const inspectSent = (ctx: Context, upload: Upload, gone: AbortSignal) => inspect(ctx, { upload }, gone)

/** What a stored font of the caller's own says of itself. @throws Refusal not_found, unsupported_source, inspection_failed */
export const inspectStored = (ctx: Context, key: string, gone: AbortSignal) => inspect(ctx, { key }, gone)

async function inspect(ctx: Context, source: Source, gone: AbortSignal): Promise<FontInspection> {
  const { status, outputKey, errorMessage } = await runService(ctx, source, INSPECT, gone)
  if (status === 'failed')
    throw new Refusal('inspection_failed', errorMessage ?? 'The font cannot be read. It may be damaged.')
  if (!outputKey)
    throw new Refusal('unavailable', 'The inspection takes longer than it should. Ask again in a minute.')
  return FontInspection.parse(JSON.parse(await text(await ctx.platform.objects.read(outputKey))))
}
