import { HttpResponse } from 'msw/http'
import type { z } from 'zod'
import type { User } from '../../contract/account.ts'
import { type Contract, contract, type OperationName, pathsOf } from '../../contract/contract.ts'
import type { Endpoint, Result } from '../../contract/endpoint.ts'
import type { Permission, Role } from '../../contract/permissions.ts'
import { PROBLEMS, type Problem, type ProblemCode } from '../../contract/problems.ts'
import type { Db } from './db.ts'
import type { Challenge, StoredKey, StoredSession } from './identity.ts'
import type { StoredBusiness } from './stored-businesses.ts'

/** Who asks: an account, or a visitor known by a cookie. */
export interface Actor {
  /** Owns what the caller makes: their account, the visitor, or the business that they act for. */
  id: string
  /** The person who acts; null for visitors and a business's keys. */
  user: User | null
  /** The business that is acted for, or that the path names. */
  business: StoredBusiness | null
  /** Of a member of that business. */
  role: Role | null
  permissions: readonly Permission[]
  /** The session that it came by. None with an API key. */
  session: StoredSession | null
  key: StoredKey | null
  /** A sign-in that waits for its second factor, by its own cookie. */
  pending: Challenge | null
  /** The trusted device that the browser is, by its cookie. */
  device: string | null
  /** What it has opened of a locked share link, by its cookie. */
  pass: string | null
  /** What it has begun to read by a link, by its cookie. */
  reading: string | null
  /** The documents to sign that it has shown who it is for, by its cookie. */
  signing: string | null
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type PartOf<E, K extends string> = K extends keyof E ? Parsed<E[K]> : undefined

export interface MockRequest<E extends Endpoint> {
  params: PartOf<E, 'params'>
  query: PartOf<E, 'query'>
  /** Undefined where a form was sent in its place. */
  json: 'form' extends keyof E ? PartOf<E, 'json'> | undefined : PartOf<E, 'json'>
  /** Only of an endpoint that takes a form. */
  form: FormData
  actor: Actor
  request: Request
  db: Db
}

export interface Extras {
  cookies?: string[]
  headers?: Record<string, string>
}

/** NoInfer, so that a wrong status or body is an error where it stands and not a wider type. */
export type MockHandler<E extends Endpoint> = (
  request: MockRequest<E>,
) => NoInfer<Result<E> & Extras> | Promise<NoInfer<Result<E> & Extras>>

export type MockHandlers = { [N in OperationName]: MockHandler<Contract[N]> }

/** Handlers of one area: a missing one does not compile where the areas come together. */
export type AreaHandlers<Names extends OperationName> = Pick<MockHandlers, Names>

/** Thrown by a handler; answered as a problem. */
export class MockProblem extends Error {
  readonly code: ProblemCode
  readonly extra: Partial<Problem>
  constructor(code: ProblemCode, detail: string, extra: Partial<Problem> = {}) {
    super(detail)
    this.code = code
    this.extra = extra
  }
}

export const signedIn = (actor: Actor): User => {
  if (!actor.user) throw new MockProblem('unauthenticated', 'Sign in to continue.')
  return actor.user
}

let requests = 0

export function problemResponse(error: MockProblem, instance: string): Response {
  const { status, title } = PROBLEMS[error.code]
  requests += 1
  const body: Problem = {
    type: `/problems/${error.code}`,
    title,
    status,
    detail: error.message,
    instance,
    code: error.code,
    request_id: `req_mock${String(requests).padStart(4, '0')}`,
    ...error.extra,
  }
  return HttpResponse.json(body, {
    status,
    headers: {
      'content-type': 'application/problem+json',
      ...(error.code === 'too_many_requests' && { 'retry-after': '2' }),
    },
  })
}

interface Route {
  name: OperationName
  endpoint: Endpoint
  pattern: RegExp
  keys: string[]
}

export const ROUTES: Route[] = (Object.entries(contract) as [OperationName, Endpoint][]).flatMap(
  ([name, endpoint]) =>
    pathsOf(endpoint).map((path) => {
      const keys: string[] = []
      const source = path.replace(/\{(\w+)\}/g, (_, key: string) => {
        keys.push(key)
        return '([^/]+)'
      })
      return { name, endpoint, pattern: new RegExp(`^${source}$`), keys }
    }),
)

/**
 * Literal segments win over parameters, as in the server's router: `conversion/wait/…` is no
 * conversion.
 */
export function matchRoute(pathname: string) {
  return ROUTES.filter(({ pattern }) => pattern.test(pathname)).sort((a, b) => a.keys.length - b.keys.length)
}

/** Checks a part of a request by the contract's schema, as the server does. */
export function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new MockProblem('invalid_request', 'Something in the request is not right. See errors.', {
    errors: result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  })
}
