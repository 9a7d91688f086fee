import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Job, JobOutput } from '../../kernel/engine.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import { convertDocument } from '../document/convert.ts'
import type { OcrRequest } from '../ocr/ocr-child.ts'
import { officeJobs } from '../office/convert.ts'
import { runPdf } from './convert.ts'
import type { DocumentOptions } from './document-options.ts'

/** The tools besides PDFium for documents. */
export interface DocumentTools {
  /** The kind of the office child that reads DOCX; null if there is none. */
  office: string | null
  ocr: boolean
}

/** The maximum number of pages for one OCR step. */
const MAX_SCANS = 300
const Scans = z.array(z.int().min(1).max(10_000_000)).min(1).max(10_000)
const OFFICE_TARGETS: readonly string[] = ['odt', 'rtf']

/**
 * Converts a PDF to an editable document: first to DOCX with OCR text for its scans, then to the
 * target.
 */
export function documentJob({ office, ocr }: DocumentTools) {
  return async (job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> => {
    const { ocr: wish, language, second_language, pages, ...options } = job.options as DocumentOptions
    const docx = { ...job, target: 'docx', options: { pages } }
    const languages = [language, second_language].filter((code) => code !== undefined && code !== 'none')
    const made =
      ocr && wish !== 'off'
        ? await withScans(docx, run, limits, [...new Set(languages)] as string[])
        : await written(docx, run, limits)
    if (!ocr && made.warnings.some((warning) => warning.endsWith(AS_IMAGE)))
      made.warnings.push(sentence`Text recognition is not installed on this server, so scans stay images.`)
    if (job.target === 'docx') return made
    const inputs = [{ path: made.path, format: 'docx' }]
    const next = { ...job, inputs, options }
    const byOffice = office !== null && OFFICE_TARGETS.includes(job.target)
    const result = byOffice
      ? await officeJobs(office).convertOffice(next, run)
      : await convertDocument(next, run)
    const lost = byOffice ? [] : [sentence`Page sizes, columns, headers and footers were not kept.`]
    return { ...result, warnings: [...made.warnings, ...lost, ...result.warnings] }
  }
}

/** The end of the child's warning about scans. */
const AS_IMAGE = 'as an image.'

async function written(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const { result, folder } = await runPdf(job, run, limits, {})
  return jobOutput(join(folder, result.files[0] ?? ''), 'docx', result)
}

/** The document with OCR text on its scanned pages. */
async function withScans(job: Job, run: StepRunner, limits: Limits, languages: string[]): Promise<JobOutput> {
  const { result, folder } = await runPdf(job, run, limits, { findScans: true })
  const [name = ''] = result.files
  if (result.format !== 'json') return jobOutput(join(folder, name), 'docx', result)
  const scans = Scans.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const chosen = scans.slice(0, MAX_SCANS)
  const recognised = await run('ocr', [{ path: job.inputs[0]?.path ?? '', name: 'source.pdf' }], {
    input: 'source.pdf',
    format: 'pdf',
    target: 'pdf',
    output: 'result.pdf',
    languages,
    pages: chosen.join(','),
    dpi: 200,
    skipText: false,
    maxPixels: limits.pixels,
  } satisfies OcrRequest).catch(nothingFound)
  const path = recognised ? join(recognised.folder, recognised.result.files[0] ?? '') : null
  const made = await written(path ? { ...job, inputs: [{ path, format: 'pdf' }] } : job, run, limits)
  const left = scans.length - chosen.length
  const warnings = [
    ...(recognised?.result.warnings ?? []),
    ...made.warnings,
    ...(left > 0
      ? [sentence`The text of ${left} scanned pages was not recognised. Choose fewer pages at once.`]
      : []),
  ]
  return { ...made, warnings }
}

/** If OCR finds no text, the scans stay images. */
function nothingFound(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'output_empty') return null
  throw error
}
