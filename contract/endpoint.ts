import type { z } from 'zod'
import type { Permission } from './permissions.ts'
import type { ProblemCode } from './problems.ts'

/**
 * Who may call. `anyone`: without credentials too, within the free quota; with them, the account's.
 * `account`: a signed-in person or their API key. `owner`: an account or the anonymous visitor that
 * the thing belongs to. `challenged`: somebody whose password was right and who has yet to show a
 * second factor, known by a cookie or by the `challenge_id` of the body, or a signed-in person who
 * is asked again; the operation itself refuses everybody else. `admin`: who runs the instance.
 * `open`: nobody is asked who they are, so that it answers when accounts cannot be looked up.
 * `paired`: a phone, known by the pairing token of a scan session; an account's credentials open
 * nothing.
 */
export type Auth = 'anyone' | 'account' | 'owner' | 'challenged' | 'admin' | 'open' | 'paired'

/** Marks a response that is a file's bytes and not JSON. */
export const BYTES = 'bytes'

/** Marks a response that sends the browser elsewhere. */
export const REDIRECT = 'redirect'

type ResponseBody = z.ZodType | typeof BYTES | typeof REDIRECT | null

/**
 * One operation of the service, as it stands on the wire. Everything else follows from it: the
 * server's route, the OpenAPI document, the mock's handler, and the dashboard's types.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for parameters, and the specification's trailing slash. */
  path: `/${string}`
  auth: Auth
  /**
   * The permission that the caller needs, from a member's role in a business or an API key's
   * scopes. None if the operation uses no data of an owner.
   */
  permission?: Permission
  /** Refuses API keys, whatever their scopes: requires a person's session. */
  sessionOnly?: true
  /**
   * Requires a signed-in person to confirm their identity, unless they did so recently (GitHub's
   * sudo mode).
   */
  sensitive?: true
  area: string
  /** One line, in the imperative, without a full stop. */
  summary: string
  /** What the summary leaves out: effects, limits, costs, related operations. Markdown. */
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  /**
   * A JSON body. If there is a form too, the request's content type selects one of the two.
   */
  json?: z.ZodType
  /** Also accepts the body as `application/x-www-form-urlencoded`, where a standard requires it. */
  urlencoded?: true
  /** A multipart body. It is streamed: the verb validates its fields, the schema documents them. */
  form?: z.ZodObject
  /** The body is bytes (`application/octet-stream`) and streamed. */
  bytes?: true
  /**
   * The header with the signature of a JSON body. The handler gets the header and the body's bytes.
   */
  signed?: string
  /** Maximum bytes of the JSON body or of one form field, if larger than the default. */
  bodyLimit?: number
  /** Maximum bytes of each file of the form, if smaller than the instance's limit. */
  fileLimit?: number
  /** Whether a repeated request with the same `Idempotency-Key` returns the first result. */
  idempotent?: true
  responses: Partial<Record<200 | 201 | 202 | 204 | 206 | 302 | 503, ResponseBody>>
  /**
   * Clients may cache the response and revalidate it by its ETag before each use. By default,
   * responses are `no-store`.
   */
  cache?: 'revalidate'
  /**
   * Problems of this operation's own rules; the problems of any request are added to all
   * operations.
   */
  problems?: readonly ProblemCode[]
  /** An addition to the specification (decision 10). */
  extension?: true
}

/**
 * Keeps the literal types, so that the types of paths, statuses and bodies derive from the table.
 */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Out<S> = S extends z.ZodType ? z.output<S> : S extends null ? undefined : never
type In<S> = S extends z.ZodType ? z.input<S> : undefined

/** The body of a request. */
export type Params<E extends Endpoint> = E['params'] extends z.ZodObject ? z.input<E['params']> : undefined
export type Query<E extends Endpoint> = E['query'] extends z.ZodObject ? z.input<E['query']> : undefined
/** If the operation also accepts a form, every field is optional. */
export type Body<E extends Endpoint> = E['form'] extends z.ZodObject ? Partial<In<E['json']>> : In<E['json']>

/** The body of a successful response, of any declared success status. */
export type Answer<E extends Endpoint> = {
  [S in keyof E['responses']]: Out<E['responses'][S]>
}[keyof E['responses']]

/**
 * The result of a handler: a declared status with its body. An undeclared status does not compile.
 */
export type Result<E extends Endpoint> = {
  [S in keyof E['responses']]: E['responses'][S] extends z.ZodType
    ? { status: S; body: z.input<E['responses'][S]> }
    : E['responses'][S] extends typeof REDIRECT
      ? { status: S; location: string }
      : E['responses'][S] extends null
        ? { status: S }
        : { status: S; bytes: unknown }
}[keyof E['responses']]
