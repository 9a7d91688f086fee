import { join } from 'node:path'
import { z } from 'zod'
import { EngineFailure, type JobFile } from '../../kernel/engine.ts'
import { operation } from '../../kernel/entry.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { CatalogEntry } from '../../kernel/module.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { encrypted } from '../../kernel/source/zip.ts'
import { PASSWORD } from '../unlock/unlock.ts'
import type { PdfEditRequest } from './pdf-edit-child.ts'

const WORKER = 'pdf-edit'

/** Adds a password option to a conversion of PDFs. Its other source formats keep their entry. */
export function withPdfPassword(entry: CatalogEntry): CatalogEntry[] {
  const { operation: offered, schema, kinds, run, limits } = entry
  const asks =
    offered.operation === 'convert' &&
    offered.from.includes('pdf') &&
    schema instanceof z.ZodObject &&
    !('password' in schema.shape)
  if (!asks) return [entry]
  const others = offered.from.filter((format) => format !== 'pdf')
  const unlocking = operation({
    ...offered,
    from: ['pdf'],
    schema: schema.extend({ password: PASSWORD }),
    kinds: [...new Set([...kinds, WORKER])],
    run: async (job, step, bounds) => {
      const { password, ...options } = job.options
      try {
        const inputs = await Promise.all(
          job.inputs.map((input) => unlocked(input, String(password), step, bounds)),
        )
        return await run({ ...job, inputs, options }, step, bounds)
      } catch (error) {
        // The engines' errors don't mention this conversion's password option.
        if (password === '' && error instanceof EngineFailure && error.code === 'source_encrypted')
          throw encrypted()
        throw error
      }
    },
    ...(limits && { limits }),
  })
  return others.length > 0
    ? [unlocking, operation({ ...offered, from: others, schema, kinds, run, ...(limits && { limits }) })]
    : [unlocking]
}

/** The decrypted PDF; the file itself if no password is given or needed. */
async function unlocked(file: JobFile, password: string, run: StepRunner, limits: Limits): Promise<JobFile> {
  if (password === '' || file.format !== 'pdf') return file
  const name = 'source.pdf'
  try {
    const { folder, result } = await run(WORKER, [{ path: file.path, name }], {
      operation: 'decrypt',
      inputs: [{ name, format: 'pdf' }],
      output: 'unlocked',
      options: { password },
      maxPixels: limits.pixels,
    } satisfies PdfEditRequest)
    return { path: join(folder, result.files[0] ?? ''), format: 'pdf' }
  } catch (error) {
    if (error instanceof EngineFailure && error.code === 'option_refused') return file
    throw error
  }
}
