import { randomBytes } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { contract, type OperationName } from '../contract/contract.ts'
import { LIMITS } from '../contract/convert.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { isUnreachable } from './adapters/postgres.ts'
import { ApiProblem, toProblem } from './core/api-problem.ts'
import { NO_TRACER } from './core/no-tracer.ts'
import { StorageFull } from './core/storage-full.ts'
import { Unreachable } from './core/unreachable.ts'
import { accessRoutes } from './features/access/routes.ts'
import { accountRoutes } from './features/account/routes.ts'
import { adminRoutes } from './features/admin/routes.ts'
import { batchRoutes } from './features/batches/routes.ts'
import { billingRoutes } from './features/billing/routes.ts'
import { billingAdminRoutes } from './features/billing-admin/routes.ts'
import { businessUserRoutes } from './features/business-users/routes.ts'
import { businessRoutes } from './features/businesses/routes.ts'
import { avatarRoutes } from './features/convert/avatar-routes.ts'
import { fontRoutes } from './features/convert/font-routes.ts'
import { pdfRoutes } from './features/convert/pdf-routes.ts'
import { convertRoutes } from './features/convert/routes.ts'
import { historyRoutes } from './features/history/routes.ts'
import { mfaRoutes } from './features/mfa/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { pipelineRoutes } from './features/pipelines/routes.ts'
import { sampleRoutes } from './features/samples/routes.ts'
import { scanRoutes } from './features/scan/routes.ts'
import { peekPublicShare } from './features/shares/public-share.ts'
import { shareRoutes } from './features/shares/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { signingRoutes } from './features/signing/routes.ts'
import { sealRoutes } from './features/signing/seal-routes.ts'
import { statusRoutes } from './features/status/routes.ts'
import { storageRoutes } from './features/storage/routes.ts'
import { tokenRoutes } from './features/tokens/routes.ts'
import { usageRoutes } from './features/usage/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { authenticate } from './http/authenticate.ts'
import { allowOrigins } from './http/cors.ts'
import { serveDashboard } from './http/dashboard.ts'
import { goOn, isStreamed, waitsToSend } from './http/expect.ts'
import type { Handler, Handlers } from './http/handlers.ts'
import { type ServedMetrics, serveMetrics } from './http/metrics.ts'
import { refuseUnknownPath } from './http/paths.ts'
import { serveProblemPages } from './http/problem-page.ts'
import { type Revalidated, revalidated, sendRevalidated } from './http/revalidate.ts'
import { SECURITY_HEADERS } from './http/security-headers.ts'
import { type RouteConfig, serve } from './http/serve.ts'
import { traceRequests } from './http/trace-requests.ts'
import { VisitorLimiter } from './http/visitor-limiter.ts'
import { openApiDocument } from './openapi.ts'
import type { Platform, Settings } from './platform.ts'
import type { Sandbox } from './sandbox/sandbox.ts'

const handlers: Handlers<OperationName> = {
  ...statusRoutes,
  ...adminRoutes,
  ...accountRoutes,
  ...avatarRoutes,
  ...notificationRoutes,
  ...signInRoutes,
  ...mfaRoutes,
  ...accessRoutes,
  ...tokenRoutes,
  ...convertRoutes,
  ...fontRoutes,
  ...pdfRoutes,
  ...pipelineRoutes,
  ...scanRoutes,
  ...batchRoutes,
  ...historyRoutes,
  ...sampleRoutes,
  ...usageRoutes,
  ...billingRoutes,
  ...billingAdminRoutes,
  ...storageRoutes,
  ...shareRoutes,
  ...signingRoutes,
  ...sealRoutes,
  ...businessRoutes,
  ...businessUserRoutes,
  ...webhookRoutes,
}

/** Retry-After of a 503 without its own value: a database restart takes a moment. */
const UNAVAILABLE_SECONDS = 2

/** The largest JSON body; files travel as multipart and are streamed. */
const JSON_LIMIT = 64 * 1024

/**
 * The HTTP application: every operation of the contract, the API's description and the dashboard.
 * Does not listen.
 */
export function createApp(
  platform: Platform,
  options: { dashboard?: string; sandbox?: Sandbox; metrics?: ServedMetrics } = {},
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: platform.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `req_${randomBytes(9).toString('base64url')}`,
    trustProxy: trusted(platform.settings.trustProxy),
    bodyLimit: JSON_LIMIT,
    routerOptions: { maxParamLength: 300 },
    // Errors of requests with a malformed URL: no route matched and no hook has run.
    frameworkErrors: (error, request, reply) => {
      reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
      answerError(error, request, reply)
    },
    // A body may take long to arrive, but an idle connection is closed.
    requestTimeout: 0,
    connectionTimeout: 120_000,
  })
  if (platform.tracer !== NO_TRACER) traceRequests(app, platform)
  app.register(cookie)
  compressAnswers(app)
  app.register(multipart, {
    limits: {
      fileSize: platform.settings.maxUploadBytes,
      files: LIMITS.files,
      fields: LIMITS.files + 12,
      fieldSize: LIMITS.options,
      fieldNameSize: 100,
      parts: LIMITS.files * 2 + 12,
      headerPairs: 20,
    },
    throwFileSizeLimit: false,
  })
  // Standards older than JSON use form bodies; only endpoints that declare them accept them.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: JSON_LIMIT },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  // A file's raw bytes as a stream; endpoints that do not declare bytes refuse them.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
  })
  allowOrigins(app, platform.settings.corsOrigins)
  // The route sends 100 Continue only after its checks: a refused body is never uploaded.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response))
  app.addHook('preParsing', async (request, reply) => {
    if (!isStreamed(request)) goOn(request, reply)
  })
  // A keep-alive connection would delay closing the server until its idle timeout.
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (request, reply) => {
    if (closing || waitsToSend(request)) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    drain(request)
    const { operation } = request.routeOptions.config as RouteConfig
    const line = {
      operation,
      method: request.method,
      path: loggedPath(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    platform.metrics.request({
      ...{ operation: operation ?? 'other', status: reply.statusCode },
      seconds: reply.elapsedTime / 1000,
    })
    request.log.info(line, 'request')
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(async (request, reply) => refuseUnknownPath(request, reply))

  const limiter = new VisitorLimiter()
  app.addHook('onClose', async () => limiter.close())
  app.after(() => {
    for (const [name, endpoint] of Object.entries(contract)) {
      // Handlers<OperationName> checks each handler against its endpoint; the loop erases the
      // types.
      serve(
        app,
        name,
        endpoint as Endpoint,
        handlers[name as OperationName] as unknown as Handler<Endpoint>,
        platform,
        limiter,
      )
    }
    const description = descriptionOf(platform.settings.version)
    app.get('/api/v1/openapi.json', (_request, reply) => sendRevalidated(reply, description))
    serveProblemPages(app)
    options.sandbox?.pages(app, async (request) => {
      const { principal } = await authenticate(platform, request, {})
      return principal.kind === 'user' && principal.isAdmin
    })
    if (options.metrics) serveMetrics(app, options.metrics)
    if (options.dashboard) serveDashboard(app, options.dashboard, platform, limiter, peekPublicShare)
  })
  return app
}

const descriptions = new Map<string, Revalidated>()

/** The API description takes a third of a second to build, so each process builds it once. */
function descriptionOf(version: string): Revalidated {
  const made = descriptions.get(version) ?? revalidated(openApiDocument(version))
  descriptions.set(version, made)
  return made
}

/**
 * Reads the rest of a body that was refused while it arrived. An aborted form leaves the connection
 * paused, and the next request on it would wait behind unread bytes.
 */
function drain({ raw }: FastifyRequest) {
  if (raw.complete) return
  raw.unpipe()
  raw.resume()
}

/** A number of proxies trusts that many hops, counted from the connection's own address. */
const trusted = (proxies: Settings['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies

/** Brotli at quality 5 takes little more time than gzip and compresses better. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * Compresses generated text. Files are sent uncompressed, since ranges count their bytes.
 * Cross-site requests are not compressed: the response size must not leak content.
 */
function compressAnswers(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    if (request.headers['sec-fetch-site'] === 'cross-site') request.headers['x-no-compression'] = 'yes'
  })
  app.register(compress, {
    global: true,
    encodings: ['br', 'gzip'],
    customTypes: /^(application\/(problem\+)?json|text\/html)\b/,
    threshold: 1024,
    brotliOptions: BROTLI,
    removeContentLengthHeader: true,
  })
}

/** Sends every error as a problem document (RFC 9457). */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = apiProblemOf(error)
  const problem = toProblem(refusal, pathOf(request), request.id)
  if (problem.status >= 500) request.log.error({ err: error, code: refusal.code }, 'request failed')
  else request.log.info({ code: refusal.code, address: request.ip }, 'refused')
  const retryAfter = problem.retry_after ?? (problem.status === 503 ? UNAVAILABLE_SECONDS : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(problem.status).type('application/problem+json').send(problem)
}

/**
 * The path of an operation that requires sign-in, else the route's pattern: without sign-in, the
 * path parameters grant access and must not be logged.
 */
const loggedPath = (request: FastifyRequest) => {
  const { url: pattern, config } = request.routeOptions
  return (config as RouteConfig).signedIn ? pathOf(request) : (pattern ?? 'no route')
}

/** The path without its query, which may hold secrets. */
const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] as string

/** The problem that the client sees; the log has the original error. */
function apiProblemOf(error: FastifyError): ApiProblem {
  if (error instanceof ApiProblem) return error
  if (error instanceof StorageFull)
    return new ApiProblem(
      'storage_full',
      'The server is out of disk space. Nothing was stored or charged. Try again later.',
    )
  const away = error instanceof Unreachable ? error.part : isUnreachable(error) ? 'The database' : null
  if (away)
    return new ApiProblem(
      'unavailable',
      `${away} cannot be reached right now. Nothing was changed; try again in a moment.`,
    )
  switch (error.code) {
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_BAD_URL':
      return new ApiProblem('not_found', 'No page or operation exists at this URL.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiProblem('unsupported_media_type', 'Send this body as application/json.')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiProblem('body_too_large', `The body may have ${JSON_LIMIT / 1024} KB.`)
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiProblem('malformed_body', 'The body is not valid JSON.')
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_FILES_LIMIT':
      return new ApiProblem('invalid_request', 'The form has more parts than this operation takes.')
  }
  if (error instanceof SyntaxError) return new ApiProblem('malformed_body', 'The body is not valid JSON.')
  if (error.statusCode && error.statusCode < 500)
    return new ApiProblem('malformed_body', 'The request could not be parsed.')
  return new ApiProblem(
    'internal',
    'An internal error occurred. Nothing was charged. The request ID identifies it in the log.',
  )
}
