import type { FastifyInstance, FastifyRequest } from 'fastify'
import { traceIdOf } from '../core/trace-id.ts'
import type { Platform, Span } from '../platform.ts'
import type { RouteConfig } from './serve.ts'

/**
 * Traces each request to an API operation, with a span named by its pattern. The client's
 * `traceparent` becomes a link, and the parent only if the operator trusts it
 * (`TRUST_TRACEPARENT`). Otherwise a client could have each of its requests sampled, or join the
 * traces of others.
 */
export function traceRequests(app: FastifyInstance, { tracer, settings }: Platform): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    const { operation } = request.routeOptions.config as RouteConfig
    if (operation === undefined) return done()
    const { url: route = '' } = request.routeOptions
    const given = traceparentOf(request)
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'url.scheme': request.protocol,
      'filewright.api.operation': operation,
      'filewright.request_id': request.id,
    }
    const parent = settings.trustTraceparent ? (given ?? null) : null
    const link = settings.trustTraceparent ? undefined : given
    const name = `${request.method} ${route}`
    void tracer.span(name, { kind: 'server', attributes, parent, link }, async (span) => {
      spans.set(request, span)
      request.log = request.log.child(traceIdOf(span))
      const closed = new Promise((resolve) => reply.raw.once('close', resolve))
      done()
      await closed
      const { statusCode } = reply.raw
      span.set({ 'http.response.status_code': statusCode })
      if (!reply.raw.writableFinished) span.fail('aborted')
      else if (statusCode >= 500) span.fail(String(statusCode))
    })
  })
  // Restores the span's context after the body was read.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.within(done)
    else done()
  })
}

const traceparentOf = ({ headers }: FastifyRequest): string | undefined =>
  typeof headers.traceparent === 'string' ? headers.traceparent : undefined
