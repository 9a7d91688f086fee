import { z } from 'zod'
import type { Operation, OptionsSchema } from './engine.ts'
import { formatNamed } from './formats.ts'
import type { CatalogEntry } from './module.ts'

type EntryInput = Pick<Operation, 'family' | 'engine' | 'from' | 'features'> &
  Pick<CatalogEntry, 'schema' | 'kinds' | 'run' | 'limits'>

/** The entry of a plain conversion: one file in a format of `from` becomes one in `target`. */
export function conversion(input: EntryInput & { target: string }): CatalogEntry {
  const { target, ...rest } = input
  const label = `Convert to ${formatNamed(target)?.label ?? target}`
  return operation({ ...rest, operation: 'convert', label, to: [target] })
}

/** The entry of anything else that can be done to a file, or to several in their order. */
export function operation(
  input: EntryInput &
    Pick<Operation, 'operation' | 'label' | 'to'> & { maxFiles?: number; minFiles?: number },
): CatalogEntry {
  const { schema, kinds, run, limits, minFiles = 1, maxFiles = 1, ...rest } = input
  return {
    operation: { ...rest, minFiles, maxFiles, options: optionsSchema(schema) },
    schema,
    kinds,
    run,
    ...(limits && { limits }),
  }
}

/**
 * The schema as a form is drawn from it. Drawn from the input, so that options with a default are
 * not required.
 */
function optionsSchema(schema: z.ZodType): OptionsSchema {
  const { $schema: _, ...drawn } = z.toJSONSchema(schema, { io: 'input' })
  return drawn as OptionsSchema
}
