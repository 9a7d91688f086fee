import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inertJson } from './inert-json.ts'

/** What the page waits for at most: its script asks for what takes longer. */
const WAIT_MS = 300
/** Of the page's own request, and no part of who asks. */
const OF_THE_PAGE = /^(accept|accept-encoding|connection|content-.*|if-.*|range|sec-.*|upgrade.*)$/

/**
 * The answers of the API with which a page begins, as the caller would get them, so that they come
 * with the page and need no requests of their own: an object in JSON, by URL. Only what succeeds,
 * and issues no cookie, is in it.
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
