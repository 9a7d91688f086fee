import type { Contract, OperationName } from '../../contract/contract.ts'
import type { Answer, Body, Params, Query } from '../../contract/endpoint.ts'
import { actingHeaders } from '../lib/acting-headers.ts'
import { entryEndpoints } from './entry-endpoints.gen.ts'
import { ApiError, errorFromAnswer, errorFromNetwork } from './errors.ts'
import { forgetFirstAnswers, takeFirstAnswer } from './first-answers.ts'

/** An absent part is omitted, one with only optional fields is optional, any other is required. */
type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T }

export type Input<N extends OperationName> = Part<'params', Params<Contract[N]>> &
  Part<'query', Query<Contract[N]>> &
  Part<'body', Body<Contract[N]>>
export type Output<N extends OperationName> = Answer<Contract[N]>

interface Loose {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** The same for every attempt at one action, so that a lost response does not repeat it. */
  idempotencyKey?: string
  /**
   * A multipart body, for operations that take a form. Uploads with progress use the upload store.
   */
  form?: FormData
  /** The operation that continues after step-up, where it differs from this one. */
  opens?: OperationName
  /** The business to act for instead of the tab's; null: the user's own account. */
  business?: string | null
}

type Table = { [N in OperationName]?: { method: string; path: string } }
const table: Table = { ...entryEndpoints }
/** Sign-in pages know only their own operations; other pages add the rest. */
export const addEndpoints = (more: Table): void => void Object.assign(table, more)

function endpointOf(name: OperationName) {
  const found = table[name]
  if (!found) throw new Error(`no path of ${name}`)
  return found
}

/** Handles a request without a session. Set at startup, so that this file needs no router. */
let onUnauthenticated: () => void = () => {}
export const setUnauthenticatedHandler = (handler: () => void): void => {
  onUnauthenticated = handler
}

/** Asks the user to confirm their identity for an operation. Resolves to whether they did. */
export type StepUpHandler = (name: OperationName, methods: readonly string[]) => Promise<boolean>

/** Set at startup; before that a sensitive operation fails like any other. */
let onStepUp: StepUpHandler = () => Promise.resolve(false)
export const setStepUpHandler = (handler: StepUpHandler): void => {
  onStepUp = handler
}

/** Concurrent operations share one confirmation. */
let asking: Promise<boolean> | null = null
function stepUp(name: OperationName, error: ApiError): Promise<boolean> {
  asking ??= onStepUp(name, error.problem?.methods_available ?? []).finally(() => {
    asking = null
  })
  return asking
}

/**
 * Asks for what a refused request lacks, such as credits. Resolves to whether it is available now.
 */
export type RefusalHandler = (error: ApiError) => Promise<boolean>

/** Set at startup; before that refusals stay errors. */
let onRefused: RefusalHandler = () => Promise.resolve(false)
export const setRefusalHandler = (handler: RefusalHandler): void => {
  onRefused = handler
}

/** Whether the cause of an error is resolved, so that the same request can be sent again. */
function isSettled(name: OperationName, error: ApiError, options: CallOptions): Promise<boolean> {
  return error.code === 'step_up_required' ? stepUp(options.opens ?? name, error) : onRefused(error)
}

/** The business that this tab acts for; null: the user's own account. Set by the dashboard only. */
let actingFor: () => string | null = () => null
export const setActingFor = (read: () => string | null): void => {
  actingFor = read
}

/**
 * A 401 to these operations does not redirect: wrong password, or a session that has already ended.
 */
const QUIET: readonly OperationName[] = ['logIn', 'logOut']

/**
 * The origin-relative URL of an operation, for requests that the browser makes without headers: a
 * GET names the business that this tab acts for.
 */
export function urlOf<N extends OperationName>(name: N, input?: Omit<Input<N>, 'body'>): string {
  const path = pathOf(name, input)
  const business = endpointOf(name).method === 'GET' && actingFor()
  return business ? `${path}${path.includes('?') ? '&' : '?'}business_id=${business}` : path
}

/** The path with its parameters and query filled in. */
export function pathOf<N extends OperationName>(name: N, input?: Omit<Input<N>, 'body'>): string {
  const { params, query } = (input ?? {}) as Loose
  const path = endpointOf(name).path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params?.[key]
    if (value === undefined) throw new Error(`${name} lacks ${key}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

/**
 * Sends one request. Returns the body of a success; throws an ApiError, or the signal's reason when
 * aborted. Step-up authentication and missing credits open a dialog, then the request is retried.
 */
export async function call<N extends OperationName>(
  name: N,
  input?: Input<N>,
  options: CallOptions = {},
): Promise<Output<N>> {
  try {
    return await request(name, input, options)
  } catch (error) {
    if (!(error instanceof ApiError) || !(await isSettled(name, error, options))) throw error
    return request(name, input, options)
  }
}

/**
 * The initial response that was inlined in the page, used once. Not for tabs that act for a
 * business.
 */
export function firstAnswer<N extends OperationName>(
  name: N,
  input?: Omit<Input<N>, 'body'>,
): Output<N> | undefined {
  if (endpointOf(name).method !== 'GET' || actingFor() !== null) return undefined
  return takeFirstAnswer(pathOf(name, input)) as Output<N> | undefined
}

async function request<N extends OperationName>(
  name: N,
  input: Input<N> | undefined,
  options: CallOptions,
): Promise<Output<N>> {
  const { body } = (input ?? {}) as Loose
  const { form } = options
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...actingHeaders(options.business === undefined ? actingFor() : options.business),
  }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  const { method } = endpointOf(name)
  if (method !== 'GET') forgetFirstAnswers()
  const path = pathOf(name, input)
  const first = options.business === undefined ? firstAnswer(name, input) : undefined
  if (first !== undefined) return first
  let response: Response
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { body: form }),
      ...(options.signal && { signal: options.signal }),
    })
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw errorFromNetwork(cause)
  }
  return readAnswer(name, response)
}

async function readAnswer<N extends OperationName>(name: N, response: Response): Promise<Output<N>> {
  const text = response.status === 204 ? '' : await response.text().catch(() => '')
  let body: unknown
  try {
    body = text === '' ? undefined : JSON.parse(text)
  } catch {
    throw new ApiError('unreachable', response.status)
  }
  if (!response.ok) {
    const error = errorFromAnswer(response.status, body)
    if (error.code === 'unauthenticated' && !QUIET.includes(name)) onUnauthenticated()
    throw error
  }
  // Responses are validated in development and tests only; production bundles have no schemas.
  if (import.meta.env.DEV) {
    const { assertAnswer } = await import('./assert-answer.ts')
    assertAnswer(name, response.status, body)
  }
  return body as Output<N>
}
