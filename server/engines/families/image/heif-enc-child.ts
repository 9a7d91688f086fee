/// <reference path="./heic-decode.d.ts" />
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '../../kernel/child-serve.ts'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { HEIF_ENC } from './heif-enc-program.ts'

export interface HeifEncRequest {
  /** A PNG in `in`. */
  input: string
  /** The expected size of the result. */
  width: number
  height: number
  /** The file name in `out`. */
  output: string
  quality: number
}

const run = promisify(execFile)

await serve<HeifEncRequest>({
  warm: async () => {},

  async run({ input, width, height, output, quality }, report) {
    report(sentence`Converting`, null)
    const path = join('out', output)
    // This preset makes files as small as the default one in a third of the time.
    const words = ['-q', String(quality), '-p', 'preset=veryfast', '-o', path, join('in', input)]
    await run(HEIF_ENC, words, { env: {} }).catch((error: Error) => {
      process.stderr.write(`${error.message}\n`)
      throw new EngineFailure(
        'engine_failed',
        sentence`The image could not be written as HEIC. Try a smaller image, or another target format.`,
      )
    })
    report(sentence`Checking`, null)
    const seen = await sizeOf(readFileSync(path))
    if (seen?.width !== width || seen.height !== height)
      throw new EngineFailure(
        'output_wrong',
        sentence`The result could not be opened again. Try another target format.`,
        { cause: new Error(JSON.stringify(seen)) },
      )
    return { files: [output], width, height, warnings: [] }
  },
})

/** Decodes the image with another decoder; null unless it has exactly one image. */
async function sizeOf(bytes: Buffer) {
  const { default: decode } = await import('heic-decode')
  const images = await decode.all({ buffer: bytes })
  try {
    const [first, second] = images
    return first && !second ? await first.decode() : null
  } finally {
    images.dispose()
  }
}
