import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { conversion } from '../../kernel/entry.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { CatalogEntry } from '../../kernel/module.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import { checkSource } from '../detection/check.ts'
import type { IworkRequest } from './iwork-child.ts'

export const IWORK_READER = 'Filewright previews'

const FORMATS = ['pages', 'numbers', 'key']
const TARGETS = ['pdf', 'jpg', 'png']
const WARNINGS = {
  pdf: sentence`Only the preview that the file contains was converted; the document itself may have changed since, or have more in it.`,
  jpg: sentence`Only the preview that the file contains was converted: page 1.`,
}

/** Entries of Apple's documents: extracts the preview, then runs the PDF and JPEG engines. */
export function throughPreview(entries: readonly CatalogEntry[]): CatalogEntry[] {
  const conversions = entries.filter(({ operation }) => operation.operation === 'convert')
  return TARGETS.map((target) =>
    conversion({
      family: 'document',
      engine: IWORK_READER,
      from: FORMATS,
      target,
      schema: z.strictObject({}),
      kinds: ['iwork'],
      run: (job, run, limits) => convertPreview(job, run, limits, conversions),
    }),
  )
}

async function convertPreview(
  job: Job,
  run: StepRunner,
  limits: Limits,
  conversions: readonly CatalogEntry[],
): Promise<JobOutput> {
  const [source] = job.inputs
  if (!source)
    throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const request: IworkRequest = { input: 'source.zip', output: 'preview' }
  const { folder, result } = await run('iwork', [{ path: source.path, name: request.input }], request)
  const format = result.format === 'pdf' ? 'pdf' : 'jpg'
  const path = join(folder, `preview.${format}`)
  renameSync(join(folder, request.output), path)
  await checkSource(path, format, limits)
  const warnings = [WARNINGS[format]]
  const entry = conversions.find(
    ({ operation }) => operation.from.includes(format) && operation.to.includes(job.target),
  )
  const { pages } = result
  if (!entry) return { path, format: job.target, ...(pages !== undefined && { pages }), warnings }
  const options = entry.schema.parse({})
  const made = await entry.run({ ...job, inputs: [{ path, format }], options }, run, limits)
  return { ...made, warnings: [...warnings, ...made.warnings] }
}
