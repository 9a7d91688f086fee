import { join } from 'node:path'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { extensionOf } from '../../kernel/formats.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import type { PdfEditRequest } from './pdf-edit-child.ts'

/** Input formats of `merge` besides PDF: each image becomes a page. */
export const MERGED_IMAGES: readonly string[] = ['jpg', 'png', 'webp', 'tiff', 'gif', 'avif']

/** Input formats of `edit` besides PDF: images to place on a page. */
export const INSERTED_IMAGES: readonly string[] = ['png', 'jpg', 'webp']

/** Input formats of `seal` besides PDF: signature images. */
export const SEALED_IMAGES: readonly string[] = ['png', 'jpg']
/** Operations on the first file that take images as further files. */
const ON_ONE: readonly string[] = ['edit', 'edit_check', 'seal']

/**
 * Runs any operation that writes PDFs or reads their structure, in the child with all PDF tools.
 */
export async function editPdf(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const stranger = job.inputs.findIndex(({ format }) => format !== 'pdf' && !MERGED_IMAGES.includes(format))
  if (stranger >= 0) {
    throw new EngineFailure(
      'source_unsupported',
      sentence`File ${stranger + 1} is neither a PDF nor an image that can be a page. Convert it to PDF first.`,
    )
  }
  if (ON_ONE.includes(job.operation) && job.inputs[0]?.format !== 'pdf') {
    throw new EngineFailure(
      'source_unsupported',
      sentence`The first file is what is edited, and it is not a PDF. Send the PDF first.`,
    )
  }
  const inputs = job.inputs.map(({ path, format }, index) => ({
    path,
    format,
    name: `source-${index + 1}.${extensionOf(format)}`,
  }))
  const { result, folder } = await run('pdf-edit', inputs, {
    operation: job.operation,
    inputs: inputs.map(({ name, format }) => ({ name, format })),
    output: 'result',
    options: job.options,
    maxPixels: limits.pixels,
  } satisfies PdfEditRequest)
  return jobOutput(join(folder, result.files[0] ?? ''), job.target, result)
}
