import { join } from 'node:path'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { extensionOf } from '../../kernel/formats.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import type { OcrRequest } from './ocr-child.ts'
import type { OcrOptions } from './options.ts'

/** OCR of a scan (PDF or image): to a searchable PDF, or to text. */
export async function recogniseText(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const [input] = job.inputs
  if (!input) throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const options = job.options as OcrOptions
  const name = `source.${extensionOf(input.format)}`
  const second = options.second_language
  const languages = [options.language, ...(second === 'none' || second === options.language ? [] : [second])]
  const { result, folder } = await run('ocr', [{ path: input.path, name }], {
    input: name,
    format: input.format,
    target: job.target as OcrRequest['target'],
    output: `result.${extensionOf(job.target)}`,
    languages,
    pages: options.pages,
    dpi: options.dpi,
    skipText: options.skip_text,
    maxPixels: limits.pixels,
  } satisfies OcrRequest)
  return jobOutput(join(folder, result.files[0] ?? ''), job.target, result)
}
