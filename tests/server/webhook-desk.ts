import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Delivery, Webhook } from '../../contract/webhooks.ts'
import type { Client } from './harness.ts'
import { until } from './process.ts'

export const WEBHOOKS = '/api/v1/webhooks/'

/** One request that a receiver got. */
export interface Received {
  path: string
  headers: Record<string, string>
  body: string
  at: number
}

/** A real receiver on loopback. `answer` may do anything to the response. */
export async function openReceiver(
  answer: (request: Received, response: http.ServerResponse) => void = (_request, response) => response.end(),
) {
  const received: Received[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
        at: performance.now(),
      }
      received.push(one)
      answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    received,
    /** The nth request, once it is there. */
    nth: (n: number, path?: string) =>
      until(60, async () => received.filter((one) => path === undefined || one.path === path)[n - 1]),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

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
