import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../../kernel/child-serve.ts'
import { EngineFailure } from '../../kernel/engine.ts'
import { plural, sentence } from '../../kernel/sentence.ts'
import { readSigned } from './read-signed.ts'

export interface SignedRequest {
  /** A name in `in`. */
  input: string
  /** A name in `out`. */
  output: string
  /** Whether to write the content or a report on the signatures. */
  wanted: 'content' | 'report'
}

await serve<SignedRequest>({
  async warm() {},

  async run({ input, output, wanted }, report) {
    report(sentence`Opening`, null)
    const opened = await readSigned(readFileSync(join('in', input)))
    if (wanted === 'report') writeFileSync(join('out', output), `${JSON.stringify(opened.report, null, 2)}\n`)
    else writeFileSync(join('out', output), opened.content ?? detached())
    const failed = opened.report.signatures.filter(
      ({ digest_holds, signature_holds }) => digest_holds === false || signature_holds === false,
    ).length
    const words = sentence`${plural(failed, '# signature does', '# signatures do')} not match the content: it was changed after it was signed, or the file is damaged.`
    return { files: [output], warnings: failed > 0 ? [words] : [] }
  },
})

function detached(): never {
  throw new EngineFailure(
    'source_unsupported',
    sentence`The file holds a signature only, without the document that was signed. Convert that document, or choose JSON to read about the signature.`,
  )
}
