import type { Delivery, Webhook } from '../../contract/webhooks.ts'
import type { Client } from './harness.ts'
import { until } from './process.ts'

export const WEBHOOKS = '/api/v1/webhooks/'

/** Somebody's webhooks, by the API. */
export function webhooksOf(client: Client) {
  const of = (id: string) => `${WEBHOOKS}${id}/`
  const listed = async (id: string, query = ''): Promise<Delivery[]> =>
    (await client.json('GET', `${of(id)}deliveries/?page_size=100${query}`)).body.results
  return {
    create: async (url: string, more: object = {}): Promise<Webhook & { secret: string }> => {
      const made = await client.json('POST', WEBHOOKS, { url, ...more })
      if (made.status !== 201) throw new Error(`no webhook: ${JSON.stringify(made.body)}`)
      return made.body
    },
    get: async (id: string): Promise<Webhook> => (await client.json('GET', of(id))).body,
    patch: (id: string, json: object) => client.json('PATCH', of(id), json),
    post: (id: string, path: string, json?: object) => client.json('POST', `${of(id)}${path}`, json),
    remove: (id: string) => client.json('DELETE', of(id)),
    deliveries: listed,
    /** The newest delivery, once it is as it should be. */
    delivery: (id: string, is: (one: Delivery) => boolean) =>
      until(60, async () => (await listed(id)).find(is)),
  }
}
