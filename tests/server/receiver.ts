import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './process.ts'

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
