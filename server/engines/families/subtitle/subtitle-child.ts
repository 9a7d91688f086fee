import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../../kernel/child-serve.ts'
import { sentence } from '../../kernel/sentence.ts'
import { convertSubtitles } from './convert-subtitles.ts'
import { decode } from './encoding.ts'
import type { SubtitleOptions } from './options.ts'

export interface SubtitleRequest extends SubtitleOptions {
  /** Names in `in` and `out`. */
  input: string
  output: string
  format: string
  target: string
}

await serve<SubtitleRequest>({
  async warm() {
    convertSubtitles('00:00:01,000 --> 00:00:02,000\nWarm', { format: 'srt', target: 'vtt', shift: 0 })
  },

  async run({ input, output, encoding, ...request }, report) {
    report(sentence`Converting`, null)
    const source = decode(readFileSync(join('in', input)), encoding)
    const { text, warnings } = convertSubtitles(source.text, request)
    writeFileSync(join('out', output), text)
    return { files: [output], warnings: [...source.warnings, ...warnings] }
  },
})
