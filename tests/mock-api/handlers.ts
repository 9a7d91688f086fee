import { type HttpHandler, HttpResponse, http } from 'msw/http'
import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiProblem } from '../../server/core/api-problem.ts'
import { accessHandlers } from './access.ts'
import { accountHandlers } from './account.ts'
import { adminHandlers } from './admin.ts'
import { batchHandlers } from './batches.ts'
import { billingHandlers } from './billing.ts'
import { billingAdminHandlers } from './billing-admin.ts'
import { businessEventHandlers } from './business-events.ts'
import { businessInvitationHandlers } from './business-invitations.ts'
import { businessUserHandlers } from './business-users.ts'
import { businessVerificationHandlers } from './business-verification.ts'
import { businessHandlers } from './businesses.ts'
import { convertHandlers } from './convert.ts'
import { visitorCookie } from './cookies.ts'
import { advance, type Db } from './db.ts'
import { fontHandlers } from './fonts.ts'
import { actorOf, authorise, type Cookies } from './guard.ts'
import {
  type Actor,
  type Extras,
  type MockHandlers,
  MockProblem,
  matchRoute,
  parsePart,
  problemResponse,
} from './handler.ts'
import { historyHandlers } from './history.ts'
import { mfaHandlers } from './mfa.ts'
import { notificationHandlers } from './notifications.ts'
import { pdfHandlers } from './pdf.ts'
import { pipelineHandlers } from './pipelines.ts'
import { sampleHandlers } from './samples.ts'
import { scanHandlers } from './scan.ts'
import { PAIR_PATH } from './scan-pair.ts'
import { shareHandlers } from './shares.ts'
import { signInHandlers } from './sign-in.ts'
import { signingHandlers } from './signing.ts'
import { statusHandlers } from './status.ts'
import { storageHandlers } from './storage.ts'
import { tokenHandlers } from './tokens.ts'
import { usageHandlers } from './usage.ts'
import { verifyHandlers } from './verify.ts'
import { webhookHandlers } from './webhooks.ts'

/** An operation without a handler does not compile here. */
const handlers: MockHandlers = {
  ...accountHandlers,
  ...notificationHandlers,
  ...signInHandlers,
  ...mfaHandlers,
  ...accessHandlers,
  ...tokenHandlers,
  ...convertHandlers,
  ...fontHandlers,
  ...pdfHandlers,
  ...sampleHandlers,
  ...scanHandlers,
  ...pipelineHandlers,
  ...batchHandlers,
  ...historyHandlers,
  ...statusHandlers,
  ...adminHandlers,
  ...usageHandlers,
  ...billingHandlers,
  ...billingAdminHandlers,
  ...storageHandlers,
  ...shareHandlers,
  ...signingHandlers,
  ...verifyHandlers,
  ...businessHandlers,
  ...businessVerificationHandlers,
  ...businessEventHandlers,
  ...businessUserHandlers,
  ...businessInvitationHandlers,
  ...webhookHandlers,
}

export interface MockOptions {
  /** Where the instance is: `http://127.0.0.1:4000`, or `*` for whatever page asks. */
  origin: string
  /**
   * Remembers the cookies that were set, by name, for callers that keep none themselves: a page
   * under a service worker cannot set an HttpOnly cookie, and jsdom sends none. A suite with a
   * cookie jar of its own leaves it out.
   */
  jar?: Jar
}

export interface Jar {
  get(name: string): string | null
  set(name: string, value: string | null): void
}

/** A loosely typed handler: the table above has checked each against its endpoint. */
type AnyHandler = (
  request: unknown,
) => Promise<Extras & { status: number; body?: unknown; bytes?: unknown; location?: string }>

export function createHandlers(db: Db, { origin, jar }: MockOptions): HttpHandler[] {
  return ['api', 'auth'].map((prefix) =>
    http.all(`${origin}/${prefix}/*`, async ({ request, cookies }) => {
      const url = new URL(request.url)
      try {
        advance(db)
        const sent = cookiesOf(request, cookies, jar)
        const isPaired = url.pathname.startsWith(PAIR_PATH)
        const actor = actorOf(db, isPaired ? null : request.headers.get('authorization'), sent)
        const response = await answer(db, request, url, actor)
        for (const set of JSON.parse(response.headers.get('x-mock-cookies') ?? '[]') as string[]) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          if (name && name !== 'visitor') jar?.set(name, value || null)
        }
        return response
      } catch (error) {
        if (error instanceof MockProblem) return problemResponse(error, url.pathname)
        // What the mock asks the server's own rules.
        if (error instanceof ApiProblem)
          return problemResponse(new MockProblem(error.code, error.message, error.extras), url.pathname)
        throw error
      }
    }),
  )
}

async function answer(db: Db, request: Request, url: URL, caller: Actor): Promise<Response> {
  const routes = matchRoute(url.pathname)
  if (routes.length === 0) {
    if (!url.pathname.endsWith('/') && matchRoute(`${url.pathname}/`).length > 0) {
      if (request.method === 'GET')
        return new HttpResponse(null, {
          status: 301,
          headers: { location: `${url.pathname}/${url.search}` },
        })
      throw new MockProblem('missing_trailing_slash', `The path ends with a slash: ${url.pathname}/`)
    }
    throw new MockProblem('not_found', 'There is no such path here.')
  }
  const route = routes.find(({ endpoint }) => endpoint.method === request.method)
  if (!route)
    throw new MockProblem('method_not_allowed', `This path does not take ${request.method}.`, {
      allowed: routes.map(({ endpoint }) => endpoint.method),
    })
  const { endpoint, pattern, keys, name } = route
  const raw = pattern.exec(url.pathname)?.slice(1) ?? []
  const params = Object.fromEntries(keys.map((key, index) => [key, decodeURIComponent(raw[index] ?? '')]))
  const query = Object.fromEntries(url.searchParams)
  const actor = authorise(db, endpoint, caller, {
    path: params.business_id,
    header: namedIn(request, query),
  })
  // Where both are taken, the content type says which was sent.
  const isForm = endpoint.form && (!endpoint.json || isMultipart(request))
  const body = endpoint.json && !isForm ? await readJson(request, endpoint) : undefined
  const repeat = endpoint.idempotent ? remembered(db, request, actor, name, body) : null
  if (repeat?.answer) return HttpResponse.json(repeat.answer.body as object, { status: repeat.answer.status })

  const handler = handlers[name] as unknown as AnyHandler
  const result = await handler({
    db,
    actor,
    request,
    params: parseParams(endpoint.params, params),
    query: parsePart((endpoint.query ?? z.object({})).strict(), query),
    json: isForm ? undefined : parsePart(endpoint.json, body),
    form: isForm ? await readForm(request) : new FormData(),
  })
  repeat?.keep(result)
  return respond(result, actor, url.origin)
}

/**
 * The business that is acted for. An image or a download can send no header: a GET may say it in
 * its query.
 */
function namedIn(request: Request, query: Record<string, string>): string | undefined {
  const header = request.headers.get('x-business-id') || undefined
  if (request.method !== 'GET') return header
  const { business_id: inQuery } = query
  delete query.business_id
  return header ?? (inQuery || undefined)
}

/** An id that cannot be one is not found, as on the server. */
function parseParams(schema: z.ZodType | undefined, params: unknown): unknown {
  if (schema && !schema.safeParse(params).success)
    throw new MockProblem('not_found', 'There is no such conversion here. It may have been removed.')
  return params
}

function respond(result: Awaited<ReturnType<AnyHandler>>, actor: Actor, origin: string): Response {
  const headers = new Headers(result.headers)
  if (result.location !== undefined) headers.set('location', result.location)
  const cookies = result.cookies ?? (actor.user || actor.key ? [] : [visitorCookie(actor.id)])
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  // A page may not read Set-Cookie; the jar reads this.
  if (cookies.length > 0) headers.set('x-mock-cookies', JSON.stringify(cookies))
  if (result.bytes !== undefined)
    return new HttpResponse(result.bytes as BodyInit, { status: result.status, headers })
  if (result.body === undefined) return new HttpResponse(null, { status: result.status, headers })
  return HttpResponse.json(withOrigin(result.body, origin), { status: result.status, headers })
}

/**
 * A copy, so that what was answered does not change with the db; with whole addresses, as the
 * server gives them.
 */
const withOrigin = (body: unknown, origin: string): object =>
  JSON.parse(
    JSON.stringify(body, (key, value) =>
      (key === 'download_url' || key === 'content_url') && typeof value === 'string'
        ? new URL(value, origin).href
        : value,
    ),
  )

async function readJson(request: Request, { json, urlencoded }: Endpoint): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!type && json?.safeParse(undefined).success) return undefined
  if (urlencoded && type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(await request.clone().text()))
  if (!type.includes('json'))
    throw new MockProblem('unsupported_media_type', 'Send the body as application/json.')
  return request
    .clone()
    .json()
    .catch(() => {
      throw new MockProblem('malformed_body', 'The body is not JSON.')
    })
}

const isMultipart = (request: Request) =>
  (request.headers.get('content-type') ?? '').startsWith('multipart/form-data')

async function readForm(request: Request): Promise<FormData> {
  if (!isMultipart(request))
    throw new MockProblem('unsupported_media_type', 'Send the file as multipart/form-data.')
  return request.formData().catch(() => {
    throw new MockProblem('malformed_body', 'The form cannot be read.')
  })
}

function remembered(db: Db, request: Request, actor: Actor, name: string, body: unknown) {
  const key = request.headers.get('idempotency-key')
  if (!key) return null
  const slot = `${actor.id} ${name} ${key}`
  const fingerprint = JSON.stringify(body ?? null)
  const answer = db.answers.get(slot)
  if (answer && answer.fingerprint !== fingerprint)
    throw new MockProblem('idempotency_conflict', 'This key was used for another request.')
  return {
    answer,
    keep: ({ status, body: answered }: { status: number; body?: unknown }) =>
      void db.answers.set(slot, { fingerprint, status, body: answered }),
  }
}

function cookiesOf(request: Request, known: Record<string, string>, jar: Jar | undefined): Cookies {
  const sent = Object.fromEntries(
    (request.headers.get('cookie') ?? '').split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
  const of = (name: string) => sent[name] ?? jar?.get(name) ?? known[name]
  return {
    session: of('session'),
    signIn: of('sign-in'),
    device: of('device'),
    share: of('share'),
    reading: of('reading'),
    signing: of('signing'),
    visitor: of('visitor'),
  }
}
