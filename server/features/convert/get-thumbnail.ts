import type { Context } from '../../core/context.ts'
import { ROUTE_FAMILIES, type RouteFamily } from '../../core/families.ts'
import { findConversion } from '../../core/find-conversion.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Operation } from '../../engines/engine.ts'
import type { OutputFile } from './download-output.ts'
import { runService } from './run-service.ts'

const PATIENCE = 20

/**
 * A small picture of a conversion's result; of its original where nothing can draw the result, or there is none yet. Drawn
 * when it is first asked for, and kept as long as the file. @throws Refusal not_found where there is no picture to be had
 */
export async function getThumbnail(ctx: Context, id: string, gone: AbortSignal): Promise<OutputFile> {
  const row = await findConversion(ctx, id, undefined)
  const files = [
    { key: row.outputKey, format: row.output?.format },
    { key: row.sourceKey, format: row.sourceFormat },
  ]
  for (const { key, format } of files) {
    const drawing = key && format ? drawingOf(ctx, format) : undefined
    if (!key || !drawing) continue
    const { outputKey, output } = await runService(
      ctx,
      { key },
      {
        route: routeOf(drawing),
        operation: 'thumbnail',
        target: drawing.to[0] as string,
        patience: PATIENCE,
      },
      gone,
    )
    if (!outputKey || !output) continue
    const type = `image/${output.format}`
    return { key: outputKey, filename: output.filename, size: output.size_bytes, etag: output.sha256, type }
  }
  throw new Refusal('not_found', 'There is no small picture of this file.')
}

const drawingOf = (ctx: Context, from: string): Operation | undefined =>
  ctx.platform.engines.operations({ from }).find(({ operation }) => operation === 'thumbnail')

const routeOf = ({ family }: Operation): RouteFamily =>
  (Object.keys(ROUTE_FAMILIES) as RouteFamily[]).find((route) => ROUTE_FAMILIES[route].includes(family)) ??
  'document'
