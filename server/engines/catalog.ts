import { z } from 'zod'
import type { Family } from '../../contract/families.ts'
import { convertDocument, typesetDocument } from './document/convert.ts'
import { READERS, WRITERS } from './document/formats.ts'
import { PDF_OPTIONS, WRITER_OPTIONS } from './document/options.ts'
import type { Job, JobOutput, Operation, OptionsSchema } from './engine.ts'
import { formatNamed } from './formats.ts'
import { convertPicture } from './image/job.ts'
import { IMAGE_OPTIONS } from './image/options.ts'
import type { Limits } from './limits.ts'
import { convertPdf } from './pdf/convert.ts'
import { PDF_JPG_OPTIONS, PDF_PNG_OPTIONS, PDF_TEXT_OPTIONS } from './pdf/options.ts'
import type { StepRunner } from './run-step.ts'

/** An operation with what only the server needs of it. */
export interface CatalogEntry {
  operation: Operation
  schema: z.ZodType<Record<string, unknown>>
  run(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput>
}

export interface Installed {
  pandoc: boolean
  typst: boolean
  pdfium: boolean
  sharp: boolean
}

const IMAGE_SOURCES = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'svg']

/** All that can be done with the engines that are installed: one entry per target, so that each has its own options. */
export function buildCatalog(installed: Installed): CatalogEntry[] {
  const entries: CatalogEntry[] = []
  if (installed.pandoc) {
    const readable = Object.keys(READERS)
    for (const [target, { group }] of Object.entries(WRITERS)) {
      const sources = readable.filter((format) => format !== target)
      entries.push(entry('document', sources, target, WRITER_OPTIONS[group], convertDocument))
    }
    if (installed.typst && installed.pdfium)
      entries.push(entry('document', readable, 'pdf', PDF_OPTIONS, typesetDocument))
  }
  if (installed.pdfium && installed.sharp) {
    entries.push(entry('document', ['pdf'], 'txt', PDF_TEXT_OPTIONS, convertPdf))
    entries.push(entry('document', ['pdf'], 'md', PDF_TEXT_OPTIONS, convertPdf))
    entries.push(entry('document', ['pdf'], 'png', PDF_PNG_OPTIONS, convertPdf))
    entries.push(entry('document', ['pdf'], 'jpg', PDF_JPG_OPTIONS, convertPdf))
  }
  if (installed.sharp) {
    // A picture may stay what it is: to make it smaller, turn it, or take its metadata out.
    for (const [target, schema] of Object.entries(IMAGE_OPTIONS)) {
      entries.push(entry('image', IMAGE_SOURCES, target, schema, convertPicture))
    }
  }
  return entries
}

function entry(
  family: Family,
  from: string[],
  target: string,
  schema: z.ZodType<Record<string, unknown>>,
  run: CatalogEntry['run'],
): CatalogEntry {
  return {
    operation: {
      operation: 'convert',
      label: `Convert to ${formatNamed(target)?.label ?? target}`,
      family,
      from,
      to: [target],
      options: optionsSchema(schema),
    },
    schema,
    run,
  }
}

/** The schema as a form is drawn from it. Drawn from the input, so that options with a default are not required. */
function optionsSchema(schema: z.ZodType): OptionsSchema {
  const { $schema: _, ...drawn } = z.toJSONSchema(schema, { io: 'input' })
  return drawn as OptionsSchema
}

export type CheckedOptions =
  | { ok: true; options: Record<string, unknown> }
  | { ok: false; errors: { path: string; message: string }[] }

/** Fills in the defaults, or says what is wrong, an entry per option. */
export function parseOptions(schema: z.ZodType<Record<string, unknown>>, options: unknown): CheckedOptions {
  const parsed = schema.safeParse(options ?? {})
  if (parsed.success) return { ok: true, options: parsed.data }
  return {
    ok: false,
    errors: parsed.error.issues.flatMap((issue) => {
      if (issue.code === 'unrecognized_keys') {
        return issue.keys.map((path) => ({ path, message: 'This option does not exist here.' }))
      }
      return [{ path: issue.path.join('.'), message: sentence(issue) }]
    }),
  }
}

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big') return `Must be at most ${issue.maximum}.`
  if (issue.code === 'too_small') return `Must be at least ${issue.minimum}.`
  if (issue.code === 'invalid_value') return `Must be one of: ${issue.values.join(', ')}.`
  if (issue.code === 'invalid_type')
    return `Must be ${issue.expected === 'int' ? 'a whole number' : `a ${issue.expected}`}.`
  return issue.message.endsWith('.') ? issue.message : `${issue.message}.`
}
