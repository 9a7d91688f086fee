import { EngineFailure } from '../../kernel/engine.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'

const SENTENCES: [pattern: RegExp, code: EngineFailure['code'], message: Sentence][] = [
  [
    /no space left/i,
    'storage_full',
    sentence`The server is out of disk space for the result. Try again later.`,
  ],
  [
    /file too large/i,
    'output_too_large',
    sentence`The result grew too large. Choose a shorter part, a lower resolution or a lower quality.`,
  ],
  [
    /cannot allocate memory|out of memory/i,
    'memory_limit',
    sentence`The conversion needed too much memory. Choose a lower resolution or a shorter part.`,
  ],
  [
    /unknown encoder|encoder .*not found/i,
    'engine_unavailable',
    sentence`This server cannot write the chosen codec. Choose another codec or target format.`,
  ],
  [
    /encrypted|DRM/,
    'source_encrypted',
    sentence`The file is protected against copying and cannot be read. Choose a file without protection.`,
  ],
  [
    /unknown codec|decoder .*not found|no decoder|unsupported codec|not yet implemented|patch ?welcome|codec not currently supported/i,
    'source_unsupported',
    sentence`The file uses a codec that cannot be read here. Save it again with a common codec such as H.264 or AAC.`,
  ],
  [
    /picture size .* invalid|dimensions .* not set|invalid dimensions/i,
    'source_damaged',
    sentence`The file says that its images have an impossible size: it is damaged. Check that it opens elsewhere.`,
  ],
  [
    /moov atom not found|invalid data|end of file|could not find codec parameters|header (parsing|missing)|error opening input|does not contain any stream|matches no streams/i,
    'source_damaged',
    sentence`The file is damaged or cut short and cannot be read. Check that it opens elsewhere, or upload it again.`,
  ],
]

/** Maps FFmpeg's messages; the log gets them in full. */
export function mediaFailure(words: string): EngineFailure {
  process.stderr.write(`${words.slice(0, 1000)}\n`)
  for (const [pattern, code, message] of SENTENCES)
    if (pattern.test(words)) return new EngineFailure(code, message)
  return new EngineFailure(
    'engine_failed',
    sentence`The file could not be converted. Try another target format, or check that it opens elsewhere.`,
  )
}

export const unreadable = () =>
  new EngineFailure(
    'source_damaged',
    sentence`The file is damaged: it has neither video nor audio that can be read. Check that it opens elsewhere.`,
  )
