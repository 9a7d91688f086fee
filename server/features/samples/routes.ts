import type { sampleEndpoints } from '../../../contract/samples.ts'
import type { Handlers } from '../../http/handlers.ts'
import { convertSample } from './convert-sample.ts'

export const sampleRoutes: Handlers<keyof typeof sampleEndpoints> = {
  convertSample: async ({ ctx, params, idempotencyKey }) => {
    const id = await convertSample(ctx, params.sample, idempotencyKey)
    return { status: 202, body: { conversion_id: id, id, status: 'pending', state: 'pending' } }
  },
}
