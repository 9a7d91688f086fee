import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const HOUR_SECONDS = 3600

/**
 * Allows pages of these origins (`*`: all) to call the API with a bearer token. Requests without
 * one get no CORS headers, so that no other site reads cookie-authenticated responses: with an
 * Authorization header no cookie is read.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]) {
  if (origins.length === 0) return
  const origin = origins.includes('*') ? '*' : [...origins]
  app.register(cors, {
    delegator: (request, callback) =>
      callback(null, {
        origin: isApi(request) && hasBearer(request) ? origin : false,
        credentials: false,
        methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'range'],
        exposedHeaders: [
          'content-disposition',
          'content-range',
          'etag',
          'location',
          'retry-after',
          'x-request-id',
        ],
        maxAge: HOUR_SECONDS,
      }),
  })
}

const isApi = ({ url }: FastifyRequest) => url.startsWith('/api/') || url.startsWith('/auth/')

/** Whether a request has a bearer token, or is a preflight for one. */
function hasBearer({ method, headers }: FastifyRequest): boolean {
  if (method !== 'OPTIONS') return headers.authorization !== undefined
  const asked = headers['access-control-request-headers'] ?? ''
  return asked.split(',').some((name) => name.trim().toLowerCase() === 'authorization')
}
