import { join } from 'node:path'
import { serve } from '../../kernel/child-serve.ts'
import { sentence } from '../../kernel/sentence.ts'
import type { DataFormat } from './formats.ts'
import { DataLosses } from './losses.ts'
import { readData } from './read-data.ts'
import { writeData } from './write-data.ts'

export interface DataRequest {
  /** Names in `in` and `out`. */
  input: string
  output: string
  format: DataFormat
  target: DataFormat
  /** The operation's validated options. */
  options: Record<string, unknown>
}

await serve<DataRequest>({
  async warm() {},

  async run({ input, output, format, target, options }, report) {
    const losses = new DataLosses()
    report(sentence`Reading`, null)
    const data = await readData(join('in', input), format, options, losses)
    report(sentence`Writing`, null)
    const { file, tables } = await writeData(data, { format: target, options }, output, losses)
    const several = tables > 1 ? { format: 'zip', entries: tables } : {}
    return { files: [file], ...several, warnings: losses.sentences() }
  },
})
