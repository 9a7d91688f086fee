import type { z } from 'zod'
import type { FontTargets } from '../../../contract/fonts.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { listFormats } from './list-formats.ts'

/**
 * What a font format can become here, and what does it. @throws ApiProblem not_found for what is no
 * font format
 */
export function listFontTargets(ctx: Context, given: string): z.input<typeof FontTargets> {
  const { engines } = ctx.platform
  const format = engines.normalise(given, 'font')
  const { formats } = listFormats(ctx, ['font'])
  const source = formats.find((one) => one.format === format)
  if (!source || format === null)
    throw new ApiProblem('not_found', `${JSON.stringify(given)} is not a supported font format.`, {
      allowed: formats.filter(({ outputs }) => outputs.length > 0).map((one) => one.format),
    })
  const conversions = engines
    .operations({ family: 'font', from: format })
    .filter(({ operation }) => operation === 'convert')
  const byEngine = Map.groupBy(conversions, ({ engine }) => engine)
  return {
    format,
    outputs: formats.filter((one) => source.outputs.includes(one.format)),
    engines: Object.fromEntries(
      [...byEngine].map(([engine, does]) => [engine, [...new Set(does.flatMap(({ to }) => to))]]),
    ),
  }
}
