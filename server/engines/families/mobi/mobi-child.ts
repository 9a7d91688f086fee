import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../../kernel/child-serve.ts'
import { sentence } from '../../kernel/sentence.ts'
import { writeEpub } from './epub.ts'
import { readBook } from './read-book.ts'

export interface MobiRequest {
  /** Names in `in` and `out`. */
  input: string
  output: string
}

await serve<MobiRequest>({
  async warm() {},

  async run({ input, output }, report) {
    report(sentence`Reading`, null)
    const { content, warnings } = readBook(readFileSync(join('in', input)))
    writeFileSync(join('out', output), writeEpub(content))
    return { files: [output], warnings }
  },
})
