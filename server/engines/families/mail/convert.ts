import { join } from 'node:path'
import { z } from 'zod'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { conversion } from '../../kernel/entry.ts'
import { extensionOf } from '../../kernel/formats.ts'
import type { CatalogEntry } from '../../kernel/module.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import type { MailForm, MailRequest } from './mail-child.ts'

export const MAIL_FORMATS = ['eml', 'msg', 'mbox']

export const MAIL_OPTIONS = z.strictObject({
  attachments: z.enum(['list', 'zip']).default('list').meta({
    title: 'Attachments',
    description: 'Listed by name and size, or put into a ZIP together with the document.',
  }),
})

type Read = { path: string; attachments: [name: string, path: string][]; warnings: Sentence[] }

/** Converts a message to an HTML page or EML. */
export async function convertMessage(job: Job, run: StepRunner): Promise<JobOutput> {
  const zip = job.options.attachments === 'zip'
  const read = await readMessage(job, run, job.target === 'eml' ? 'eml' : 'page', zip)
  const output: JobOutput = { path: read.path, format: job.target, warnings: read.warnings }
  return zip ? packed(output, read, run) : output
}

/** Entries of HTML for messages: converts to HTML first, then runs the entry's own engine. */
export function throughPage(entries: readonly CatalogEntry[]): CatalogEntry[] {
  const taken = new Set(['html'])
  return entries.flatMap((entry) => {
    const { operation, schema, kinds, run, limits } = entry
    const [target = ''] = operation.to
    const fits = operation.operation === 'convert' && operation.from.includes('html') && !taken.has(target)
    if (!fits || !(schema instanceof z.ZodObject)) return []
    taken.add(target)
    const printed = kinds.includes('browser')
    const form = printed ? 'page' : target === 'pdf' ? 'typeset' : 'plain'
    return [
      conversion({
        family: 'document',
        engine: `postal-mime + ${operation.engine}`,
        from: MAIL_FORMATS,
        target,
        schema: schema.extend(MAIL_OPTIONS.shape),
        kinds: ['mail', ...kinds],
        ...(limits && { limits }),
        run: async (job, step, bounds) => {
          const { attachments, ...options } = job.options
          const read = await readMessage(job, step, form, attachments === 'zip')
          const inputs = [{ path: read.path, format: 'html' }]
          const made = await run({ ...job, inputs, options }, step, bounds)
          const output = { ...made, warnings: [...read.warnings, ...made.warnings] }
          return attachments === 'zip' ? packed(output, read, step) : output
        },
      }),
    ]
  })
}

async function readMessage(job: Job, run: StepRunner, as: MailForm, attachments: boolean): Promise<Read> {
  const [source] = job.inputs
  if (!source)
    throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const [input, output] = [`source.${source.format}`, as === 'eml' ? 'message.eml' : 'message.html']
  const format = source.format === 'msg' || source.format === 'mbox' ? source.format : 'eml'
  const { result, folder } = await run('mail', [{ path: source.path, name: input }], {
    step: 'read',
    input,
    format,
    output,
    as,
    attachments,
  } satisfies MailRequest)
  return {
    path: join(folder, output),
    attachments: Object.entries(result.names ?? {}).map(([name, file]) => [name, join(folder, file)]),
    warnings: result.warnings,
  }
}

/**
 * The document with its attachments in an archive. The document's name differs from all
 * attachments'.
 */
async function packed(made: JobOutput, read: Read, run: StepRunner): Promise<JobOutput> {
  const document = `message.${made.format === 'zip' ? 'zip' : extensionOf(made.format)}`
  const files = [
    [document, made.path],
    ...read.attachments.map(([name, path]) => [`attachments/${name}`, path]),
  ]
  const inputs = files.map(([, path = ''], index) => ({ path, name: `file-${index}` }))
  const request: MailRequest = {
    step: 'pack',
    files: files.map(([name = ''], index) => ({ input: `file-${index}`, name })),
    output: 'result.zip',
  }
  const { folder } = await run('mail', inputs, request)
  const none = read.attachments.length === 0 ? [sentence`The message has no attachments.`] : []
  const { pages, warnings } = made
  return {
    path: join(folder, 'result.zip'),
    format: 'zip',
    entries: files.length,
    ...(pages !== undefined && { pages }),
    warnings: [...warnings, ...none],
  }
}
