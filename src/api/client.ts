import type { Contract, OperationName } from '../../contract/contract.ts'
import type { Answer, Body, Params, Query } from '../../contract/endpoint.ts'
import { actingHeaders } from '../lib/acting-headers.ts'
import { entryEndpoints } from './entry-endpoints.gen.ts'
import { ApiError, errorFromAnswer, errorFromNetwork } from './errors.ts'
import { forgetFirstAnswers, takeFirstAnswer } from './first-answers.ts'

/**
 * An absent part need not be given, one with only optional fields may be left out, any other is
 * asked for.
 */
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
  /** The same for every attempt at one thing, so that a lost answer does not do it twice. */
  idempotencyKey?: string
  /**
   * A multipart body, of an operation that takes a form. Files with progress go through the uploads
   * instead.
   */
  form?: FormData
  /** What goes on once it is confirmed, where that is not this operation itself. */
  opens?: OperationName
  /** The business that is acted for, whatever the tab acts for; null: the person themselves. */
  business?: string | null
}

type Table = { [N in OperationName]?: { method: string; path: string } }
const table: Table = { ...entryEndpoints }
/** The pages around signing in know their own operations; whoever asks for more brings the rest. */
export const addEndpoints = (more: Table): void => void Object.assign(table, more)

function endpointOf(name: OperationName) {
  const found = table[name]
  if (!found) throw new Error(`no path of ${name}`)
  return found
}

/**
 * Where a request without a session leads. Set once at the start, so that this file knows no
 * router.
 */
let onUnauthenticated: () => void = () => {}
export const setUnauthenticatedHandler = (handler: () => void): void => {
  onUnauthenticated = handler
}

/** An act that asks to confirm who one is. Answers whether the person did. */
export type StepUpHandler = (name: OperationName, methods: readonly string[]) => Promise<boolean>

/** Set once at the start; until then a sensitive act is refused like any other. */
let onStepUp: StepUpHandler = () => Promise.resolve(false)
export const setStepUpHandler = (handler: StepUpHandler): void => {
  onStepUp = handler
}

/** Several acts at once wait for one answer. */
let asking: Promise<boolean> | null = null
function stepUp(name: OperationName, error: ApiError): Promise<boolean> {
  asking ??= onStepUp(name, error.problem?.methods_available ?? []).finally(() => {
    asking = null
  })
  return asking
}

/** Asks for what a refused request lacks, credits for example. Answers whether it is there now. */
export type RefusalHandler = (error: ApiError) => Promise<boolean>

/** Set once at the start; until then what is refused is refused. */
let onRefused: RefusalHandler = () => Promise.resolve(false)
export const setRefusalHandler = (handler: RefusalHandler): void => {
  onRefused = handler
}

/** Whether what stopped a request is settled, so that the same request can be sent again. */
function isSettled(name: OperationName, error: ApiError, options: CallOptions): Promise<boolean> {
  return error.code === 'step_up_required' ? stepUp(options.opens ?? name, error) : onRefused(error)
}

/**
 * The business that this tab acts for; null: the person themselves. The dashboard sets it once;
 * public pages never do.
 */
let actingFor: () => string | null = () => null
export const setActingFor = (read: () => string | null): void => {
  actingFor = read
}

/**
 * A 401 to these is an answer like any other: a wrong password, and a session that has ended
 * already.
 */
const QUIET: readonly OperationName[] = ['logIn', 'logOut']

/**
 * The URL of an operation, origin-relative, for what the browser loads by itself: a GET names the
 * business that this tab acts for.
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
 * One request. Answers with the body of a success; throws an ApiError, or the signal's reason when
 * it was given up. A sensitive act asks the person to confirm who they are, and work that cannot be
 * paid asks for credits; both are sent again by themselves once that is settled.
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
 * The answer that came with the page, where this is asked for the first time. A tab that acts for a
 * business has none.
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
  // What the instance serves is held against the contract while we build and test; a production
  // bundle has no schemas.
  if (import.meta.env.DEV) {
    const { assertAnswer } = await import('./assert-answer.ts')
    assertAnswer(name, response.status, body)
  }
  return body as Output<N>
}
