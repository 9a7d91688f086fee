import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'

export interface ServedMetrics {
  /** All metrics in the Prometheus text format. */
  metrics: { text(): Promise<{ type: string; body: string }> }
  /** The required bearer token; null on a separate port without authentication. */
  token: string | null
}

/** `/metrics` for Prometheus. */
export function serveMetrics(app: FastifyInstance, { metrics, token }: ServedMetrics): void {
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (token !== null && !isSame(request.headers.authorization ?? '', `Bearer ${token}`))
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .type('text/plain')
        .send('The token is missing or wrong.\n')
    const { type, body } = await metrics.text()
    return reply.type(type).send(body)
  })
}

/** A server for metrics only. */
export function createMetricsApp(served: ServedMetrics): FastifyInstance {
  const app = Fastify({ logger: false })
  serveMetrics(app, served)
  return app
}

/** Compares in constant time. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))
const digest = (text: string) => createHash('sha256').update(text).digest()
