import type { z } from 'zod'
import type { Formats } from '../../../contract/convert.ts'
import type { Family } from '../../../contract/families.ts'
import type { Context } from '../../core/context.ts'
import type { Operation } from '../../engines/kernel/engine.ts'

/**
 * The formats of some families, what each can become, and which engine converts between which of
 * them (decision 5).
 */
export function listFormats(ctx: Context, families: readonly Family[]): z.input<typeof Formats> {
  const { engines } = ctx.platform
  const formats = families.flatMap((family) => engines.formats(family))
  const listed = new Set(formats.map(({ format }) => format))
  const conversions = engines
    .operations({})
    .filter(({ operation }) => operation === 'convert')
    .map(({ engine, from, to }) => ({ engine, from: from.filter((format) => listed.has(format)), to }))
  return {
    formats: formats.map(({ mimeTypes, extensions, ...format }) => ({
      ...format,
      mime_types: [...mimeTypes],
      extensions: [...extensions],
    })),
    engines: Object.fromEntries(
      engines
        .states()
        .map((engine) => ({ ...engine, ...conversionsBy(engine.name, conversions) }))
        // An animated GIF becomes a video by an engine of another family.
        .filter(({ family, inputs }) => families.includes(family) || inputs.length > 0)
        .map(({ name, installed, version, licence, adds, install, inputs, outputs, conversions: its }) => [
          name,
          { installed, version, licence, adds, install, inputs, outputs, conversions: its },
        ]),
    ),
  }
}

/** What an engine converts between, alone or together with another (“LibreOffice + PDFium”). */
function conversionsBy(engine: string, all: readonly Pick<Operation, 'engine' | 'from' | 'to'>[]) {
  const its = all.filter((operation) => operation.engine.split(' + ').includes(engine))
  const unique = (names: readonly string[]) => [...new Set(names)].sort()
  const inputs = unique(its.flatMap(({ from }) => from))
  const outputsOf = (input: string) => unique(its.flatMap(({ from, to }) => (from.includes(input) ? to : [])))
  return {
    inputs,
    outputs: unique(inputs.flatMap(outputsOf)),
    conversions: Object.fromEntries(inputs.map((input) => [input, outputsOf(input)])),
  }
}
