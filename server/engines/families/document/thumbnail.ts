import type { Job, JobOutput } from '../../kernel/engine.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { convertPdf } from '../pdf/convert.ts'
import { typesetDocument } from './convert.ts'
import { PDF_OPTIONS } from './options.ts'

/** More than a page holds: the rest of a book need not be typeset to see how it begins. */
const FIRST_PAGE = 80

/** The first of the pages that a document would have, as a small picture. */
export async function drawDocument(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const beginning = { ...job, target: 'pdf', options: PDF_OPTIONS.parse({}) }
  const pages = await typesetDocument(beginning, run, { blocks: FIRST_PAGE })
  const picture = await convertPdf({ ...job, inputs: [pages] }, run, limits)
  return { ...picture, warnings: [] }
}
