import type { z } from 'zod'
import type { FieldError, Problem, ProblemCode } from '../../contract/problems.ts'

/**
 * `offline`: this device has no network. `unreachable`: it has, and the service did not answer, or
 * not in our words.
 */
export type ErrorCode = ProblemCode | 'offline' | 'unreachable'

/** Every failed request becomes one of these, in this file and nowhere else. */
export class ApiError extends Error {
  readonly code: ErrorCode
  /** 0 when there was no answer. */
  readonly status: number
  readonly requestId: string | null
  readonly errors: z.infer<typeof FieldError>[]
  readonly problem: Problem | null

  constructor(code: ErrorCode, status: number, problem: Problem | null = null, options?: ErrorOptions) {
    super(problem?.detail ?? code, options)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.problem = problem
    this.requestId = problem?.request_id ?? null
    this.errors = problem?.errors ?? []
  }

  /** The message for one field of a form, where the service named it. */
  field(path: string): string | undefined {
    return this.errors.find((error) => error.path === path)?.message
  }
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && 'status' in body && 'detail' in body

/** What a status means when the body is not one of our problems: a proxy in between answered. */
const BY_STATUS: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  402: 'insufficient_credits',
  404: 'not_found',
  410: 'expired',
  413: 'body_too_large',
  429: 'too_many_requests',
  500: 'internal',
  503: 'unavailable',
}

/** An answer that is not a success. */
export const errorFromAnswer = (status: number, body: unknown): ApiError =>
  isProblem(body)
    ? new ApiError(body.code, status, body)
    : new ApiError(BY_STATUS[status] ?? 'unreachable', status)

/** No answer at all. */
export const errorFromNetwork = (cause?: unknown): ApiError =>
  new ApiError(navigator.onLine === false ? 'offline' : 'unreachable', 0, null, { cause })

/**
 * Whatever was thrown, as ours. Anything but a failed request is a fault of the dashboard itself.
 */
export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('internal', 0, null, { cause: error })
