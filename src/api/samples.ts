import { useMutation } from '@tanstack/react-query'
import { randomId } from '../lib/random-id.ts'
import { call, type Input } from './client.ts'
import type { ApiError } from './errors.ts'
import { follow } from './live.ts'
import { invalidateSoon } from './query-client.ts'

export type SampleName = Input<'convertSample'>['params']['sample']

/** Starts the free conversion of a sample file; its data is the conversion's id. */
export const useConvertSample = () =>
  useMutation<string, ApiError, SampleName>({
    mutationFn: async (sample) => {
      const options = { idempotencyKey: randomId() }
      return (await call('convertSample', { params: { sample } }, options)).conversion_id
    },
    onSuccess: (id) => {
      follow(id)
      invalidateSoon('listConversions')
    },
  })
