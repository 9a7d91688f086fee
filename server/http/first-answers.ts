import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inertJson } from './inert-json.ts'

/** Maximum wait of the page: its script requests slower responses. */
const WAIT_MS = 300
/** Headers of the page request that do not identify the caller. */
const OF_THE_PAGE = /^(accept|accept-encoding|connection|content-.*|if-.*|range|sec-.*|upgrade.*)$/

/**
 * API responses that a page needs first, with the caller's credentials, embedded in the page to
 * save requests: a JSON object by URL. Contains only successful responses without new cookies.
 */
export async function firstAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  urls: readonly string[],
): Promise<string> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !OF_THE_PAGE.test(name)),
  )
  const found = new Map<string, string>()
  const asked = urls.map(async (url) => {
    const answer = await app.inject({
      method: 'GET',
      url,
      headers: { ...headers, accept: 'application/json' },
      remoteAddress: request.socket.remoteAddress ?? request.ip,
    })
    if (answer.statusCode === 200 && answer.headers['set-cookie'] === undefined)
      found.set(url, answer.payload)
  })
  const over = new AbortController()
  await Promise.race([Promise.allSettled(asked), sleep(WAIT_MS, null, { signal: over.signal })])
  over.abort()
  return inertJson(`{${[...found].map(([url, body]) => `${JSON.stringify(url)}:${body}`).join()}}`)
}
