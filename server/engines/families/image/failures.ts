import { EngineFailure } from '../../kernel/engine.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'

const SENTENCES: [pattern: RegExp, code: EngineFailure['code'], message: Sentence][] = [
  [
    /pixel limit|too large.*dimension|exceeds.*limit/i,
    'source_too_complex',
    sentence`The image has too many pixels to be converted here. Make it smaller, then try again.`,
  ],
  [
    /bad extract area|extract_area/i,
    'option_refused',
    sentence`The crop lies outside the image. Choose a part that is inside of it.`,
  ],
  [
    /too large for the|must be less than|too many pixels for/i,
    'option_refused',
    sentence`The image is too large for this format. Choose a smaller width or height.`,
  ],
  [
    /out of memory|unable to allocate/i,
    'memory_limit',
    sentence`The image needed too much memory. Make it smaller, then try again.`,
  ],
  [
    /unsupported (codec|compression|feature|bit)|not supported|Unsupported/i,
    'source_unsupported',
    sentence`The image uses a variant of its format that cannot be read here. Save it again with default settings.`,
  ],
]

/** Maps errors of libvips. The rest counts as damage, since writing hardly ever fails. */
export function imageFailure(error: unknown): EngineFailure {
  if (error instanceof EngineFailure) return error
  const words = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${words.slice(0, 500)}\n`)
  for (const [pattern, code, message] of SENTENCES) {
    if (pattern.test(words) && !/unsupported image format/i.test(words))
      return new EngineFailure(code, message, { cause: error })
  }
  return new EngineFailure(
    'source_damaged',
    sentence`The image is damaged and could not be read. Check that it opens elsewhere.`,
    { cause: error },
  )
}
