import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import { ZipWriter } from '../../kernel/zip-writer.ts'
import type { ArchiveRequest } from '../archive/archive-child.ts'
import { convertPdf } from '../pdf/convert.ts'
import type { ComicRequest } from './comic-child.ts'
import { COMICS, INFO_FILE } from './formats.ts'

const MEGABYTE = 1_000_000

/** All pages are in memory while a PDF is written, at about three times their size. */
export const COMIC_LIMITS: Partial<Limits> = {
  wallMs: 5 * 60_000,
  memoryBytes: 1536 * MEGABYTE,
  outputBytes: 1536 * MEGABYTE,
  zipInflatedBytes: 350 * MEGABYTE,
}

/** Converts a comic to PDF. */
export async function comicToPdf(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const { result, folder } = await unpack(job, 'pages', run, limits)
  const inputs = result.files.map((name) => ({ path: join(folder, name), name }))
  const made = await run('comic', inputs, {
    images: result.files.filter((name) => name !== INFO_FILE),
    output: 'result.pdf',
    direction: job.options.direction as ComicRequest['direction'],
    maxPixels: limits.pixels,
  } satisfies ComicRequest)
  const output = jobOutput(join(made.folder, made.result.files[0] ?? ''), job.target, made.result)
  return { ...output, warnings: [...result.warnings, ...output.warnings] }
}

/** Converts a comic in another archive format to CBZ. */
export async function comicToCbz(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const { result, folder } = await unpack(job, 'cbz', run, limits)
  return jobOutput(join(folder, result.files[0] ?? ''), job.target, result)
}

/** Renders the pages of a PDF as JPEG images in a CBZ. */
export async function pdfToCbz(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const { path, format, warnings, pages = 1 } = await convertPdf({ ...job, target: 'jpg' }, run, limits)
  const comic = join(job.folder, 'result.cbz')
  if (format === 'zip') copyFileSync(path, comic)
  else {
    const zip = new ZipWriter(comic)
    zip.add('page-1.jpg', readFileSync(path))
    zip.close()
  }
  return { path: comic, format: job.target, entries: pages, pages, warnings }
}

function unpack(job: Job, comic: NonNullable<ArchiveRequest['comic']>, run: StepRunner, limits: Limits) {
  const [input] = job.inputs
  if (!input) throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const name = `source.${input.format}`
  const { zipInflatedBytes, zipEntries, zipRatio } = limits
  return run('archive', [{ path: input.path, name }], {
    input: name,
    output: 'result.cbz',
    format: COMICS[input.format] ?? input.format,
    target: 'zip',
    password: String(job.options.password ?? ''),
    encoding: 'auto',
    bounds: { zipInflatedBytes, zipEntries, zipRatio },
    comic,
  } satisfies ArchiveRequest)
}
