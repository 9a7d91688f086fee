import { statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serve } from '../../kernel/child-serve.ts'
import type { EngineFailure } from '../../kernel/engine.ts'
import { EngineCrash } from '../../kernel/engine-crash.ts'
import { sentence } from '../../kernel/sentence.ts'
import { emptyResult, readText, refusal } from './pandoc-source.ts'
import { WarmPandoc } from './warm-pandoc.ts'
import { plainWords } from './warnings.ts'

export interface WarmPandocRequest {
  /** The source's name in `in`. */
  input: string
  /** The source format for messages. */
  label: string
  /** pandoc's name of the reader. */
  from: string
  /** The file name in `out`. */
  output: string
  toc: boolean
  numberSections: boolean
}

const pandoc = new WarmPandoc(resolve('state'))

/** Contains code, since syntax highlighting loads slowly on first use. */
const FIRST_TEXT = '# Warm\n\n~~~js\nconst a = 1\n~~~\n'

await serve<WarmPandocRequest>({
  async warm() {
    await pandoc.start()
    const [input, output] = [resolve('state', 'first.md'), resolve('state', 'first.html')]
    writeFileSync(input, FIRST_TEXT)
    await pandoc.convert({ from: 'markdown', toc: false, numberSections: false, input, output })
  },

  async run({ input, output, label, ...job }, report) {
    report(sentence`Reading`, null)
    const text = resolve('tmp', 'source')
    writeFileSync(text, readText(join('in', input), label, job.from))
    if (!pandoc.alive) await pandoc.start()
    report(sentence`Converting`, null)
    const path = resolve('out', output)
    const { failure, warnings } = await pandoc.convert({ ...job, input: text, output: path })
    if (failure !== null) throw failed(failure, label)
    if (statSync(path).size === 0) throw emptyResult()
    return { files: [output], warnings: plainWords(warnings) }
  },
})

function failed(reason: string, label: string): EngineFailure {
  if (pandoc.alive) return refusal(reason, label)
  return new EngineCrash(
    'engine_failed',
    sentence`The conversion engine stopped unexpectedly on this file. Check that the file opens elsewhere, or try another target format.`,
  )
}
