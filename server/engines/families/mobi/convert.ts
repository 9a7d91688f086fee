import { join } from 'node:path'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { conversion } from '../../kernel/entry.ts'
import type { CatalogEntry } from '../../kernel/module.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import { readZipDirectory } from '../../kernel/source/zip.ts'
import type { MobiRequest } from './mobi-child.ts'

export const MOBI_READER = 'Filewright books'

/** Converts a Kindle book to EPUB. */
export async function convertBook(job: Job, run: StepRunner): Promise<JobOutput> {
  const [source] = job.inputs
  if (!source)
    throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const [input, output] = ['source.mobi', 'book.epub']
  const request: MobiRequest = { input, output }
  const { folder, result } = await run('mobi', [{ path: source.path, name: input }], request)
  const path = join(folder, output)
  readZipDirectory(path, 65_535)
  return { path, format: 'epub', warnings: result.warnings }
}

/** Entries of EPUB for Kindle books: converts to EPUB first, then runs the entry's own engine. */
export function throughEpub(entries: readonly CatalogEntry[]): CatalogEntry[] {
  const taken = new Set(['epub'])
  return entries.flatMap(({ operation, schema, kinds, run, limits }) => {
    const [target = ''] = operation.to
    if (operation.operation !== 'convert' || !operation.from.includes('epub') || taken.has(target)) return []
    taken.add(target)
    return [
      conversion({
        family: 'document',
        engine: `${MOBI_READER} + ${operation.engine}`,
        from: ['mobi'],
        target,
        schema,
        kinds: ['mobi', ...kinds],
        ...(limits && { limits }),
        run: async (job, step, bounds) => {
          const book = await convertBook(job, step)
          const made = await run({ ...job, inputs: [{ path: book.path, format: 'epub' }] }, step, bounds)
          return { ...made, warnings: [...book.warnings, ...made.warnings] }
        },
      }),
    ]
  })
}
