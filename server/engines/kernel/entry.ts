import { z } from 'zod'
import type { Operation, OptionsSchema } from './engine.ts'
import { formatNamed } from './formats.ts'
import type { CatalogEntry } from './module.ts'

type EntryInput = Pick<Operation, 'family' | 'engine' | 'from' | 'features'> &
  Pick<CatalogEntry, 'schema' | 'kinds' | 'run' | 'limits'>

/** The entry of a plain conversion from each format of `from` to `target`. */
export function conversion(input: EntryInput & { target: string }): CatalogEntry {
  const { target, ...rest } = input
  const label = `Convert to ${formatNamed(target)?.label ?? target}`
  return operation({ ...rest, operation: 'convert', label, to: [target] })
}

/** The entry of any other operation on one file, or on several in order. */
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

/** The schema for forms. Derived from the input type, so options with a default aren't required. */
function optionsSchema(schema: z.ZodType): OptionsSchema {
  const { $schema: _, ...drawn } = z.toJSONSchema(schema, { io: 'input' })
  return drawn as OptionsSchema
}
