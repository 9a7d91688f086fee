import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteGenericInterface,
  RouteOptions,
} from 'fastify'
import { z } from 'zod'
import { pathsOf } from '../../contract/contract.ts'
import { BYTES, type Endpoint, REDIRECT } from '../../contract/endpoint.ts'
import { ApiProblem } from '../core/api-problem.ts'
import { callerLimits, takeApiRequest } from '../core/billing/limits-of.ts'
import { check } from '../core/check.ts'
import { type Actor, type Context, NOBODY } from '../core/context.ts'
import { consumeOrThrow, LIMIT_RULES } from '../core/limit-rules.ts'
import type { Platform } from '../platform.ts'
import { authenticate, pairingToken, refuseCrossOrigin } from './authenticate.ts'
import { authorise, type NamedBusiness } from './authorise.ts'
import { setCookies, shownCookie } from './cookies.ts'
import { goOn } from './expect.ts'
import type { BytesAnswer, Handler } from './handlers.ts'
import { revalidated, sendRevalidated } from './revalidate.ts'
import type { VisitorLimiter } from './visitor-limiter.ts'

const IDEMPOTENCY_KEY = z.string().min(1).max(255)

/** The response violates the contract: a server error, never a 400. */
class WrongAnswer extends Error {
  override name = 'WrongAnswer'
}

/**
 * Shared by all requests: each request ends with it, and a new error would build an unused stack.
 */
const CLOSED = new DOMException('The connection was closed.', 'AbortError')

/**
 * Identifies a route in the log. `signedIn`: the path alone grants no access, so it may be logged.
 */
export interface RouteConfig {
  operation?: string
  signedIn?: boolean
}

/**
 * Registers an endpoint of the contract as a route: validates the request, calls the handler,
 * validates the response.
 */
export function serve(
  app: FastifyInstance,
  name: string,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  platform: Platform,
  limiter: VisitorLimiter,
) {
  const isOpen = endpoint.auth === 'open' || endpoint.auth === 'anyone'
  // Refuses undeclared parameters, so that a misspelled filter is not ignored.
  const query = (endpoint.query ?? z.object({})).strict()
  const isLimited = isOpen && !endpoint.form && !endpoint.bytes
  // When the server closes, long polls return the current state at once.
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  for (const path of pathsOf(endpoint)) {
    const route: Route = {
      method: endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      config: { operation: name, signedIn: isSignedIn(endpoint) },
      ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
      // Ranges and lengths count the uncompressed bytes of a file.
      ...(Object.values(endpoint.responses).includes(BYTES) && { compress: false }),
      handler: async (request, reply) => {
        refuseCrossOrigin(request)
        const ctx = await contextOf(platform, endpoint, request)
        await authorise(ctx, endpoint, namedBusiness(request))
        await takeApiRequest(ctx)
        if (!endpoint.urlencoded && isUrlencoded(request)) {
          throw new ApiProblem('unsupported_media_type', 'Send this body as application/json.')
        }
        // Before the upload: without an account, only the address can be limited.
        const isVisitor = isStranger(ctx.actor)
        // A paired phone is limited by its session.
        if (endpoint.form && isVisitor && ctx.shown.pairing === undefined)
          await consumeOrThrow(ctx, LIMIT_RULES.visitorUploads, ctx.address)
        const form = endpoint.form !== undefined && request.isMultipart()
        if (endpoint.form && !form && !(endpoint.json && isJson(request))) {
          throw new ApiProblem('unsupported_media_type', 'Send the file as multipart/form-data.')
        }
        const isBytes = isOctets(request)
        if (Boolean(endpoint.bytes) !== isBytes && (isBytes || endpoint.bytes))
          throw new ApiProblem(
            'unsupported_media_type',
            endpoint.bytes
              ? 'Send the bytes as application/octet-stream.'
              : 'This operation does not accept raw bytes.',
          )
        refuseLargeFile(endpoint, request)
        const fileLimit =
          endpoint.fileLimit ?? (form ? (await callerLimits(ctx)).max_upload_bytes : undefined)
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort(CLOSED))
        const incoming: Parameters<Handler<Endpoint>>[0] = {
          ctx,
          params: parseParams(endpoint, request) as never,
          query: check(query, queryOf(request)) as never,
          json: (form ? undefined : endpoint.json && check(endpoint.json, request.body)) as never,
          parts: () => {
            goOn(request, reply)
            return request.parts({
              limits: {
                ...(endpoint.bodyLimit && { fieldSize: endpoint.bodyLimit }),
                ...(fileLimit !== undefined && { fileSize: fileLimit }),
              },
            })
          },
          stream: () => {
            goOn(request, reply)
            return request.body as Readable
          },
          signed: {
            body: request.body as Buffer,
            signature: endpoint.signed && headerOf(request, endpoint.signed),
          },
          idempotencyKey: endpoint.idempotent ? readIdempotencyKey(request) : undefined,
          range: request.headers.range,
          length: lengthOf(request),
          gone: AbortSignal.any([gone.signal, closing.signal]),
        }
        const release = isLimited && isVisitor ? await limiter.acquire(name, gone.signal) : undefined
        let answer: Awaited<ReturnType<typeof handler>>
        try {
          answer = await handler(incoming)
        } finally {
          // Before the response is sent: a slow client would otherwise hold the slot.
          release?.()
        }
        setCookies(request, reply, ctx)
        return send(reply, name, endpoint, answer, ctx.issued.visitor?.token)
      },
    }
    if (endpoint.signed) app.register(async (child) => takeBytes(child).route(route))
    else app.route(route)
  }
}

type Route = RouteOptions<Server, IncomingMessage, ServerResponse, RouteGenericInterface, RouteConfig>

/** The signature covers the raw bytes. */
function takeBytes(app: FastifyInstance): FastifyInstance {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  return app
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** A token in a path is a secret even if sign-in is required: an invitation link. */
const isSignedIn = ({ auth, path }: Endpoint) =>
  (auth === 'account' || auth === 'admin') && !path.includes('{token}')

/** Approximate size of a form without its file. */
const FORM_BYTES = 10_000

/** Checks Content-Length before any of the body is written to the disk. */
function refuseLargeFile({ fileLimit }: Endpoint, request: FastifyRequest) {
  if (fileLimit === undefined || (lengthOf(request) ?? 0) <= fileLimit + FORM_BYTES) return
  throw new ApiProblem(
    'file_too_large',
    `The file is larger than ${fileLimit / 1_000_000} MB, the limit of this operation.`,
  )
}

const isJson = (request: FastifyRequest) =>
  /^application\/(.+\+)?json\b/i.test(request.headers['content-type'] ?? '')

const isOctets = (request: FastifyRequest) =>
  /^application\/octet-stream\b/i.test(request.headers['content-type'] ?? '')

const lengthOf = ({ headers }: FastifyRequest) =>
  /^\d+$/.test(headers['content-length'] ?? '') ? Number(headers['content-length']) : null

const isUrlencoded = (request: FastifyRequest) =>
  /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')

async function contextOf(platform: Platform, endpoint: Endpoint, request: FastifyRequest): Promise<Context> {
  if (endpoint.auth === 'open') return contextFor(platform, request, NOBODY)
  if (endpoint.auth === 'paired') {
    const ctx = contextFor(platform, request, NOBODY)
    ctx.shown.pairing = pairingToken(request)
    return ctx
  }
  return contextFor(platform, request, await authenticate(platform, request, { basic: endpoint.urlencoded }))
}

const isStranger = ({ principal }: Actor) => principal.kind === 'anonymous' || principal.kind === 'visitor'

/**
 * The business that the caller acts for. Requests that a browser sends for an image or a download
 * cannot set headers: they name the business in their query.
 */
function namedBusiness(request: FastifyRequest): NamedBusiness {
  const { business_id: path } = request.params as { business_id?: string }
  const header =
    request.headers['x-business-id'] ?? (isGet(request) ? queryIn(request).business_id : undefined)
  return { path, header: header === undefined || header === '' ? undefined : String(header) }
}

const isGet = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'
const queryIn = (request: FastifyRequest) => request.query as Record<string, unknown>

/** The query without `business_id`. */
function queryOf(request: FastifyRequest) {
  if (!isGet(request)) return request.query
  const { business_id: _, ...query } = queryIn(request)
  return query
}

/** The verb's context for a request, with `actor` as the caller. */
export function contextFor(platform: Platform, request: FastifyRequest, actor: Actor): Context {
  return {
    platform,
    actor,
    requestId: request.id,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    origin: platform.settings.publicUrl ?? `${request.protocol}://${request.host}`,
    log: request.log,
    shown: {
      challenge: shownCookie(request, 'challenge'),
      device: shownCookie(request, 'device'),
      flow: shownCookie(request, 'flow'),
      share: shownCookie(request, 'share'),
      reading: shownCookie(request, 'reading'),
      signing: shownCookie(request, 'signing'),
    },
    issued: {},
    isHead: request.method === 'HEAD',
  }
}

/** A malformed id gives 404, like an unknown one. */
function parseParams(endpoint: Endpoint, request: FastifyRequest) {
  const parsed = endpoint.params?.safeParse(request.params)
  if (parsed && !parsed.success) throw new ApiProblem('not_found', 'Not found.')
  return parsed?.data
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const given = request.headers['idempotency-key']
  if (given === undefined) return undefined
  const key = IDEMPOTENCY_KEY.safeParse(given)
  if (!key.success)
    throw new ApiProblem('invalid_request', 'The Idempotency-Key may have 1 to 255 characters.')
  return key.data
}

type AnyAnswer = { status: number; body?: unknown; location?: string } & Partial<BytesAnswer>

/** @param visitorToken for clients without a cookie jar; schemas without this property drop it */
function send(
  reply: FastifyReply,
  name: string,
  endpoint: Endpoint,
  given: unknown,
  visitorToken: string | undefined,
) {
  const answer = given as AnyAnswer
  const schema = endpoint.responses[answer.status as 200]
  if (schema === undefined) throw new WrongAnswer(`${name} answered the undeclared status ${answer.status}`)
  reply.code(answer.status).header('cache-control', 'no-store')
  if (schema === REDIRECT) return reply.header('location', answer.location).send()
  if (schema === null) return reply.send()
  if (schema === BYTES) {
    reply.headers(answer.headers ?? {})
    if (reply.request.method !== 'HEAD') return reply.send(answer.bytes)
    // A HEAD request: stops the stream.
    answer.bytes?.destroy()
    return reply.send(Readable.from([]))
  }
  const body = visitorToken ? { ...(answer.body as object), visitor_token: visitorToken } : answer.body
  const checked = schema.safeParse(body)
  if (!checked.success)
    throw new WrongAnswer(`${name} answered what its contract does not have: ${checked.error.message}`)
  return endpoint.cache === 'revalidate'
    ? sendRevalidated(reply, revalidated(checked.data))
    : reply.send(checked.data)
}
