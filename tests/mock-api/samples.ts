import { SAMPLES, type sampleEndpoints } from '../../contract/samples.ts'
import { normalise, operationFor } from './formats.ts'
import type { AreaHandlers } from './handler.ts'
import { MockProblem } from './handler.ts'
import { begin } from './submit.ts'

const BYTES = 240_000

export const sampleHandlers: AreaHandlers<keyof typeof sampleEndpoints> = {
  convertSample({ db, actor, params }) {
    const { file, family, target } = SAMPLES[params.sample]
    const source = normalise(file.slice(file.lastIndexOf('.') + 1), family) ?? ''
    const operation = operationFor(source, target, 'convert')
    if (!operation) throw new MockProblem('unsupported_target', 'The sample cannot be converted here.')
    return begin(
      db,
      actor,
      {
        ...{ key: null, route: family, operation: 'convert', names: [file], filename: file, bytes: BYTES },
        ...{ source, target, options: {}, external_token: null, batch_id: null },
      },
      { source, target, operation: { ...operation, credits: 0 } },
    )
  },
}
