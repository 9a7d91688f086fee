import { join } from 'node:path'
import { EngineFailure, type Job, type JobOutput } from '../engine.ts'
import { jobOutput } from '../job-output.ts'
import type { Limits } from '../limits.ts'
import type { StepRunner } from '../run-step.ts'
import type { PdfRequest } from './pdf-child.ts'

/** A PDF into its text, or into a picture of each page. */
export async function convertPdf(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const [input] = job.inputs
  if (!input) throw new EngineFailure('internal', 'No file was given. Choose a file, then try again.')
  const { pages, dpi, quality, grayscale } = job.options as Partial<PdfRequest>
  const { result, folder } = await run('pdf', [{ path: input.path, name: 'source.pdf' }], {
    input: 'source.pdf',
    output: 'result',
    target: job.target as PdfRequest['target'],
    pages: pages ?? '',
    dpi: dpi ?? 150,
    quality: quality ?? 85,
    grayscale: grayscale ?? false,
    maxPixels: limits.pixels,
  } satisfies PdfRequest)
  return jobOutput(join(folder, result.files[0] ?? ''), job.target, result)
}
