import { join } from 'node:path'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import type { PdfRequest } from './pdf-child.ts'

/** Converts a PDF to text, page images, extracted images, or a report. */
export async function convertPdf(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const { result, folder } = await runPdf(job, run, limits, {})
  return jobOutput(join(folder, result.files[0] ?? ''), job.target, result)
}

/** Runs one step in the PDF child; `request` overrides its defaults. */
export async function runPdf(job: Job, run: StepRunner, limits: Limits, request: Partial<PdfRequest>) {
  const [input] = job.inputs
  if (!input) throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const { pages, dpi, quality, grayscale, size } = job.options as Partial<PdfRequest>
  return await run('pdf', [{ path: input.path, name: 'source.pdf' }], {
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
    findScans: false,
    ...request,
  } satisfies PdfRequest)
}
