import { join } from 'node:path'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { extensionOf } from '../../kernel/formats.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import type { ArchiveRequest } from './archive-child.ts'
import type { ArchiveTarget } from './formats.ts'
import type { NameEncoding } from './zip-names.ts'

const GIGABYTE = 1_000_000_000

/** Content is unpacked to disk and packed from there, which writes up to three times its size. */
export const ARCHIVE_LIMITS: Partial<Limits> = {
  wallMs: 5 * 60_000,
  outputBytes: 3.5 * GIGABYTE,
  zipInflatedBytes: GIGABYTE,
  zipEntries: 60_000,
}

/** Converts an archive to another format. */
export async function convertArchive(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const [input] = job.inputs
  if (!input) throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const name = `source.${extensionOf(input.format)}`
  const { zipInflatedBytes, zipEntries, zipRatio } = limits
  const { password = '', name_encoding = 'auto' } = job.options
  const { result, folder } = await run('archive', [{ path: input.path, name }], {
    input: name,
    output: `result.${extensionOf(job.target)}`,
    format: input.format,
    target: job.target as ArchiveTarget,
    password: String(password),
    encoding: name_encoding as NameEncoding,
    bounds: { zipInflatedBytes, zipEntries, zipRatio },
  } satisfies ArchiveRequest)
  return jobOutput(join(folder, result.files[0] ?? ''), job.target, result)
}
