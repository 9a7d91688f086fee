import { join } from 'node:path'
import { convertDocument } from '../document/convert.ts'
import { EngineFailure, type Job, type JobOutput } from '../engine.ts'
import { jobOutput } from '../job-output.ts'
import type { Limits } from '../limits.ts'
import type { StepRunner } from '../run-step.ts'
import type { PdfRequest } from './pdf-child.ts'

/** A PDF into its text, a picture of each page, the pictures on them, or a report. */
export async function convertPdf(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const [input] = job.inputs
  if (!input) throw new EngineFailure('internal', 'No file was given. Choose a file, then try again.')
  const { pages, dpi, quality, grayscale, size } = job.options as Partial<PdfRequest>
  const { result, folder } = await run('pdf', [{ path: input.path, name: 'source.pdf' }], {
    input: 'source.pdf',
    output: 'result',
    operation: job.operation as PdfRequest['operation'],
    target: job.target as PdfRequest['target'],
    pages: pages ?? '',
    dpi: dpi ?? 150,
    quality: quality ?? 85,
    grayscale: grayscale ?? false,
    size: size ?? 680,
    maxPixels: limits.pixels,
  } satisfies PdfRequest)
  return jobOutput(join(folder, result.files[0] ?? ''), job.target, result)
}

/** A PDF into a document that can be edited: its text and headings as Markdown first, and from that the target. */
export async function rewriteDocument(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const { pages, ...options } = job.options
  const text = await convertPdf({ ...job, target: 'md', options: { pages } }, run, limits)
  const inputs = [{ path: text.path, format: 'md' }]
  const made = await convertDocument({ ...job, inputs, options }, run)
  return {
    ...made,
    warnings: [
      'The text and the headings were kept, and not the layout, the tables or the pictures.',
      ...text.warnings,
      ...made.warnings,
    ],
  }
}
