import { join } from 'node:path'
import { EngineFailure, type Job, type JobFile, type JobOutput } from '../../kernel/engine.ts'
import { extensionOf } from '../../kernel/formats.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import { convertDocument } from '../document/convert.ts'
import { convertPdf } from '../pdf/convert.ts'
import { type CsvExport, type Kind, OFFICE_FORMATS, type PdfExport } from './filters.ts'
import { OFFICE_PDF_OPTIONS } from './options.ts'
import type { OfficeRequest } from './serve-office.ts'

/** The default PDF export. */
const PLAIN_PDF: PdfExport = OFFICE_PDF_OPTIONS.parse({})

type Request = Omit<OfficeRequest, 'input' | 'format'>

/** The jobs of an office engine that runs in children of this kind. */
export function officeJobs(child: string) {
  const inOffice = (job: Job, run: StepRunner, request: Request) => runOffice(child, job, run, request)
  return {
    /**
     * Converts an office document to PDF with its layout, or to another office format of its kind.
     */
    convertOffice: (job: Job, run: StepRunner): Promise<JobOutput> => {
      const { target, options } = job
      return inOffice(job, run, {
        target,
        ...(target === 'pdf' ? { pdf: options as unknown as PdfExport } : {}),
        ...(target === 'csv' ? { csv: options as unknown as CsvExport } : {}),
      })
    },

    /** The first page as a thumbnail. */
    drawOffice: (job: Job, run: StepRunner): Promise<JobOutput> => {
      const { size } = job.options as { size: number }
      return inOffice(job, run, {
        target: job.target,
        pdf: { ...PLAIN_PDF, pages: '1', tagged: false },
        size,
      })
    },

    /** Each page or slide as an image, via PDF. */
    drawPages: async (job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> => {
      const pdf = await inOffice(job, run, { target: 'pdf', pdf: { ...PLAIN_PDF, image_quality: 100 } })
      return convertPdf({ ...job, inputs: [pdf] }, run, limits)
    },

    /** Converts formats that pandoc can't read to one that it can, then to the target. */
    convertThroughOffice: async (job: Job, run: StepRunner): Promise<JobOutput> => {
      const kind = OFFICE_FORMATS[job.inputs[0]?.format ?? '']?.kind ?? 'text'
      const modern = await inOffice(job, run, { target: MODERN[kind] })
      return convertDocument({ ...job, inputs: [modern] }, run)
    },
  }
}

export const MODERN: Record<Kind, string> = { text: 'docx', sheet: 'xlsx', slides: 'pptx' }

async function runOffice(
  child: string,
  job: Job,
  run: StepRunner,
  request: Request,
): Promise<JobOutput & JobFile> {
  const [source] = job.inputs
  if (!source)
    throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const input = `source.${extensionOf(source.format)}`
  const { result, folder } = await run(child, [{ path: source.path, name: input }], {
    ...request,
    input,
    format: source.format,
  } satisfies OfficeRequest)
  return jobOutput(join(folder, result.files[0] ?? ''), request.target, result)
}
