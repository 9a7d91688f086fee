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
  /** With `{name}` for parameters, and the trailing slash that the specification has. */
  path: `/${string}`
  auth: Auth
  /**
   * What the caller needs beside being known: of a member's role in a business, and of an API key's
   * scopes. None where nothing of an owner is touched.
   */
  permission?: Permission
  /** An API key cannot do this, whatever its scopes: it must be a person's own session. */
  sessionOnly?: true
  /**
   * Asks a signed-in person to show who they are again, unless they have done so lately (GitHub
   * calls it sudo mode).
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
   * A JSON body. Where there is a form too, the caller's content type says which of the two is
   * sent.
   */
  json?: z.ZodType
  /** The same body may come as `application/x-www-form-urlencoded`, where a standard has it so. */
  urlencoded?: true
  /** A multipart body. It is streamed: the verb checks its fields, the schema documents them. */
  form?: z.ZodObject
  /** The body is bytes (`application/octet-stream`) and streamed. */
  bytes?: true
  /**
   * The header with the signature of a JSON body: the handler is given both, the body as its bytes.
   */
  signed?: string
  /** So many bytes of JSON or of one field of a form are taken, where that is more than usual. */
  bodyLimit?: number
  /** Bytes that each file of the form may have, where that is less than the instance takes. */
  fileLimit?: number
  /** Whether a repeated call with the same `Idempotency-Key` answers the first one's result. */
  idempotent?: true
  responses: Partial<Record<200 | 201 | 202 | 204 | 206 | 302 | 503, ResponseBody>>
  /**
   * Callers may keep the answer and revalidate it by its ETag before each use. By default nothing
   * is stored.
   */
  cache?: 'revalidate'
  /**
   * The problems that this operation's own rules raise; those that any request may meet are added
   * for all.
   */
  problems?: readonly ProblemCode[]
  /** Not in the specification; added in its spirit (decision 10). */
  extension?: true
}

/**
 * Keeps the literal types, so that paths, statuses and bodies are known to whoever reads the table.
 */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Out<S> = S extends z.ZodType ? z.output<S> : S extends null ? undefined : never
type In<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a caller sends. */
export type Params<E extends Endpoint> = E['params'] extends z.ZodObject ? z.input<E['params']> : undefined
export type Query<E extends Endpoint> = E['query'] extends z.ZodObject ? z.input<E['query']> : undefined
/** Where a form may be sent in its place, nothing of it need be there. */
export type Body<E extends Endpoint> = E['form'] extends z.ZodObject ? Partial<In<E['json']>> : In<E['json']>

/** What a caller gets: the body of whichever success it was. */
export type Answer<E extends Endpoint> = {
  [S in keyof E['responses']]: Out<E['responses'][S]>
}[keyof E['responses']]

/**
 * What a handler may give back: a declared status with its body. An undeclared one does not
 * compile.
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
