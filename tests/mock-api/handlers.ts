import { type HttpHandler, HttpResponse, http } from 'msw/http'
import type { z } from 'zod'
import { accountHandlers } from './account.ts'
import { batchHandlers } from './batches.ts'
import { convertHandlers } from './convert.ts'
import { advance, type Db } from './db.ts'
import { fontHandlers } from './fonts.ts'
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
import { statusHandlers } from './status.ts'
import { usageHandlers } from './usage.ts'

/** An operation without a handler does not compile here. */
const handlers: MockHandlers = {
  ...accountHandlers,
  ...convertHandlers,
  ...fontHandlers,
  ...batchHandlers,
  ...historyHandlers,
  ...statusHandlers,
  ...usageHandlers,
}

export interface MockOptions {
  /** Where the instance is: `http://127.0.0.1:4000`, or `*` for whatever page asks. */
  origin: string
  /**
   * Remembers the last session that was set, for callers that keep no cookies themselves: a page under a service
   * worker cannot set an HttpOnly cookie, and jsdom sends none. A suite with a cookie jar of its own leaves it out.
   */
  jar?: { get(): string | null; set(token: string | null): void }
}

/** A loosely typed handler: the table above has checked each against its endpoint. */
type AnyHandler = (request: unknown) => Promise<Extras & { status: number; body?: unknown; bytes?: unknown }>

export function createHandlers(db: Db, { origin, jar }: MockOptions): HttpHandler[] {
  return [
    http.all(`${origin}/api/*`, async ({ request, cookies }) => {
      const url = new URL(request.url)
      try {
        advance(db)
        const actor = actorOf(db, request, cookies, jar?.get() ?? null)
        const response = await answer(db, request, url, actor)
        const set = /^session=([^;]*)/.exec(response.headers.get('x-mock-cookie') ?? '')
        if (set) jar?.set(set[1] || null)
        return response
      } catch (error) {
        if (error instanceof MockProblem) return problemResponse(error, url.pathname)
        throw error
      }
    }),
  ]
}

async function answer(db: Db, request: Request, url: URL, actor: Actor): Promise<Response> {
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
  if (endpoint.auth === 'account' && !actor.user)
    throw new MockProblem('unauthenticated', 'Sign in to go on.')

  const raw = pattern.exec(url.pathname)?.slice(1) ?? []
  const params = Object.fromEntries(keys.map((key, index) => [key, decodeURIComponent(raw[index] ?? '')]))
  // Where both are taken, the content type says which was sent.
  const isForm = endpoint.form && (!endpoint.json || isMultipart(request))
  const body = endpoint.json && !isForm ? await readJson(request) : undefined
  const repeat = endpoint.idempotent ? remembered(db, request, actor, name, body) : null
  if (repeat?.answer) return HttpResponse.json(repeat.answer.body as object, { status: repeat.answer.status })

  const handler = handlers[name] as unknown as AnyHandler
  const result = await handler({
    db,
    actor,
    request,
    params: parseParams(endpoint.params, params),
    query: parsePart(endpoint.query, Object.fromEntries(url.searchParams)),
    json: isForm ? undefined : parsePart(endpoint.json, body),
    form: isForm ? await readForm(request) : new FormData(),
  })
  repeat?.keep(result)
  return respond(result, actor, url.origin)
}

/** An id that cannot be one is not found, as on the server. */
function parseParams(schema: z.ZodType | undefined, params: unknown): unknown {
  if (schema && !schema.safeParse(params).success)
    throw new MockProblem('not_found', 'There is no such conversion here. It may have been removed.')
  return params
}

function respond(result: Awaited<ReturnType<AnyHandler>>, actor: Actor, origin: string): Response {
  const headers = new Headers(result.headers)
  const cookie = result.cookie ?? (actor.user ? null : `visitor=${actor.id}; Path=/; HttpOnly; SameSite=Lax`)
  if (cookie) {
    headers.set('set-cookie', cookie)
    // A page may not read Set-Cookie; the jar reads this.
    headers.set('x-mock-cookie', cookie)
  }
  if ('bytes' in result) return new HttpResponse(String(result.bytes), { status: result.status, headers })
  if (result.status === 204) return new HttpResponse(null, { status: 204, headers })
  return HttpResponse.json(withOrigin(result.body, origin), { status: result.status, headers })
}

/** A copy, so that what was answered does not change with the db; with whole addresses, as the server gives them. */
const withOrigin = (body: unknown, origin: string): object =>
  JSON.parse(
    JSON.stringify(body, (key, value) =>
      key === 'download_url' && typeof value === 'string' ? origin + value : value,
    ),
  )

async function readJson(request: Request): Promise<unknown> {
  if (!(request.headers.get('content-type') ?? '').includes('json'))
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

const VISITOR = 'visitor-of-this-browser'

function actorOf(db: Db, request: Request, cookies: Record<string, string>, jar: string | null): Actor {
  const sent = Object.fromEntries(
    (request.headers.get('cookie') ?? '').split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
  const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (bearer && !db.sessions.has(bearer)) throw new MockProblem('invalid_token', 'The token is not valid.')
  const token = bearer ?? sent.session ?? jar ?? cookies.session
  const user = db.users.find((one) => one.user.id === db.sessions.get(token ?? ''))?.user ?? null
  return user ? { id: user.id, user } : { id: sent.visitor ?? cookies.visitor ?? VISITOR, user: null }
}
