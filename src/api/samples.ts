import { randomId } from '../lib/random-id.ts'
import { call, type Input } from './client.ts'
import { follow } from './live.ts'
import { invalidateSoon } from './query-client.ts'

export type SampleName = Input<'convertSample'>['params']['sample']

/** Starts the free conversion of a sample file. @returns the conversion's id */
export async function convertSample(
  sample: SampleName,
  family: Parameters<typeof follow>[1],
): Promise<string> {
  const { conversion_id } = await call(
    'convertSample',
    { params: { sample } },
    { idempotencyKey: randomId() },
  )
  follow(conversion_id, family)
  invalidateSoon('listConversions')
  return conversion_id
}
