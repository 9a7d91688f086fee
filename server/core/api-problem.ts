import type { z } from 'zod'
import { type FieldError, PROBLEMS, type Problem, type ProblemCode } from '../../contract/problems.ts'

type Extras = Pick<
  Problem,
  | 'allowed'
  | 'attempts_left'
  | 'available_bytes'
  | 'credits_available'
  | 'credits_required'
  | 'email_gate'
  | 'methods_available'
  | 'offset'
  | 'quota_bytes'
  | 'requires_password'
  | 'retry_after'
  | 'role'
> & {
  errors?: z.infer<typeof FieldError>[]
}

/** An error of a verb: a problem code, and a message that says what happened and what to do. */
export class ApiProblem extends Error {
  readonly code: ProblemCode
  readonly extras: Extras
  constructor(code: ProblemCode, detail: string, extras: Extras = {}) {
    super(detail)
    this.name = 'ApiProblem'
    this.code = code
    this.extras = extras
  }
}

/** The problem document (RFC 9457). */
export function toProblem(refusal: ApiProblem, instance: string, requestId: string): Problem {
  const { status, title } = PROBLEMS[refusal.code]
  return {
    type: `/problems/${refusal.code}`,
    title,
    status,
    detail: refusal.message,
    instance,
    code: refusal.code,
    request_id: requestId,
    ...refusal.extras,
  }
}
