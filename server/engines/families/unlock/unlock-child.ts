import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decrypt } from 'officecrypto-tool'
import { serve } from '../../kernel/child-serve.ts'
import type { EngineFailure } from '../../kernel/engine.ts'
import { DEFAULT_LIMITS } from '../../kernel/limits.ts'
import { sentence } from '../../kernel/sentence.ts'
import { unknownEncryption, unlockOdf, wrongPassword } from './unlock-odf.ts'

export interface UnlockRequest {
  /** Names in `in` and `out`. */
  input: string
  output: string
  password: string
  /** Whether it is an OpenDocument package and not a Microsoft format. */
  isOdf: boolean
}

await serve<UnlockRequest>({
  async warm() {},

  async run({ input, output, password, isOdf }, report) {
    report(sentence`Unlocking`, null)
    const path = join('in', input)
    const bytes = isOdf
      ? await unlockOdf(path, password, DEFAULT_LIMITS)
      : await unlockMicrosoft(path, password)
    writeFileSync(join('out', output), bytes)
    return { files: [output], warnings: [] }
  },
})

async function unlockMicrosoft(path: string, password: string): Promise<Buffer> {
  try {
    return await decrypt(readFileSync(path), { password })
  } catch (error) {
    process.stderr.write(`${error}\n`)
    throw failureOf(error)
  }
}

/** The library's errors differ only by message. */
function failureOf(error: unknown): EngineFailure {
  return error instanceof Error && /password is incorrect/i.test(error.message)
    ? wrongPassword()
    : unknownEncryption()
}
