import { join } from 'node:path'
import { z } from 'zod'
import { EngineFailure, type JobFile } from '../../kernel/engine.ts'
import { operation } from '../../kernel/entry.ts'
import { extensionOf } from '../../kernel/formats.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { CatalogEntry } from '../../kernel/module.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { encrypted } from '../../kernel/source/zip.ts'
import { checkSource } from '../detection/check.ts'
import { isProtected, ODF_FORMATS } from './is-protected.ts'
import type { UnlockRequest } from './unlock-child.ts'

/** Formats with optional encryption that a password can open. */
export const LOCKABLE = ['docx', 'xlsx', 'pptx', 'doc', 'xls', 'ppt', ...ODF_FORMATS]

/**
 * Excel's default password for write-protected workbooks, which all programs open. Source:
 * [MS-OFFCRYPTO] 2.4.2.3.
 */
const KNOWN_PASSWORD = 'VelvetSweatshop'

export const PASSWORD = z
  .string()
  .max(255)
  .regex(/^\P{Cc}*$/u, 'Enter a single line')
  .default('')
  .meta({
    title: 'Password',
    description: 'Opens the file where it needs one.',
    format: 'password',
    writeOnly: true,
  })

/** Adds a password option to a catalog entry for sources that may be encrypted. */
export function withPassword(entry: CatalogEntry): CatalogEntry[] {
  const { operation: offered, schema, kinds, run, limits } = entry
  const lockable = offered.from.filter((format) => LOCKABLE.includes(format))
  if (lockable.length === 0 || !(schema instanceof z.ZodObject)) return [entry]
  const others = offered.from.filter((format) => !LOCKABLE.includes(format))
  const unlocking = operation({
    ...offered,
    from: lockable,
    schema: schema.extend({ password: PASSWORD }),
    kinds,
    run: async (job, step, bounds) => {
      const { password, ...options } = job.options
      const inputs = await Promise.all(
        job.inputs.map((input) => unlock(input, String(password), step, bounds)),
      )
      return run({ ...job, inputs, options }, step, bounds)
    },
    ...(limits && { limits }),
  })
  return others.length > 0 ? [{ ...entry, operation: { ...offered, from: others } }, unlocking] : [unlocking]
}

/**
 * The decrypted file; the file itself if it has no password.
 * @throws `source_encrypted` if it can't be decrypted
 */
async function unlock(file: JobFile, password: string, run: StepRunner, limits: Limits): Promise<JobFile> {
  if (!(await isProtected(file.path, file.format))) return file
  const isOdf = ODF_FORMATS.includes(file.format)
  if (password === '' && isOdf) throw encrypted()
  const extension = extensionOf(file.format)
  const [input, output] = [`source.${extension}`, `unlocked.${extension}`]
  const request: UnlockRequest = { input, output, password: password || KNOWN_PASSWORD, isOdf }
  try {
    const { folder } = await run('unlock', [{ path: file.path, name: input }], request)
    const unlocked = { path: join(folder, output), format: file.format }
    await checkSource(unlocked.path, unlocked.format, limits)
    return unlocked
  } catch (error) {
    if (password === '' && error instanceof EngineFailure && error.code === 'source_encrypted')
      throw encrypted()
    throw error
  }
}
