import type { z } from 'zod'
import type { FieldError, Problem, ProblemCode } from '../../contract/problems.ts'

/**
 * `offline`: this device has no network. `unreachable`: no response, or none in the API's format.
 */
export type ErrorCode = ProblemCode | 'offline' | 'unreachable'

/** The error of every failed request, created only in this file. */
export class ApiError extends Error {
  readonly code: ErrorCode
  /** 0 without a response. */
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

  /** The error message for one form field, where the server names it. */
  field(path: string): string | undefined {
    return this.errors.find((error) => error.path === path)?.message
  }
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && 'status' in body && 'detail' in body

/** The code for a status whose body is not a Problem, because a proxy responded. */
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

/** The error of an unsuccessful response. */
export const errorFromAnswer = (status: number, body: unknown): ApiError =>
  isProblem(body)
    ? new ApiError(body.code, status, body)
    : new ApiError(BY_STATUS[status] ?? 'unreachable', status)

/** The error of a request without a response. */
export const errorFromNetwork = (cause?: unknown): ApiError =>
  new ApiError(navigator.onLine === false ? 'offline' : 'unreachable', 0, null, { cause })

/**
 * Converts anything thrown to an ApiError. Errors other than failed requests are bugs of the
 * dashboard.
 */
export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('internal', 0, null, { cause: error })
