import { z } from 'zod'

/**
 * Every way in which a request can be refused (decision 1). The code is stable; the status follows from it; the title
 * says in a few words what it is. The `detail` of an actual problem says what happened and what to do about it.
 */
export const PROBLEMS = {
  invalid_request: { status: 400, title: 'Something in the request is not right' },
  malformed_body: { status: 400, title: 'The request body cannot be read' },
  upload_incomplete: { status: 400, title: 'The upload ended before it was whole' },
  file_missing: { status: 400, title: 'No file was sent' },
  file_empty: { status: 400, title: 'The file is empty' },
  unsupported_source: { status: 400, title: 'This kind of file cannot be converted here' },
  unsupported_target: { status: 400, title: 'This file cannot become that format' },
  weak_password: { status: 400, title: 'This password is too easy to guess' },
  invalid_code: { status: 400, title: 'The code is not right' },
  method_unavailable: { status: 400, title: 'This way of confirming is not set up' },
  provider_failed: { status: 400, title: 'Signing in there did not work' },
  invalid_options: { status: 400, title: 'An option is out of bounds' },
  malicious_file: { status: 400, title: 'The file holds known malware' },
  url_refused: { status: 400, title: 'This address is not fetched from' },
  url_failed: { status: 400, title: 'The file could not be fetched' },
  pipeline_invalid: { status: 400, title: 'A step of the pipeline cannot run' },
  pipeline_unreadable: { status: 400, title: 'This is no pipeline that can be read' },
  inspection_failed: { status: 400, title: 'The file could not be looked into' },
  unauthenticated: { status: 401, title: 'Sign in to go on' },
  invalid_token: { status: 401, title: 'The token is not valid' },
  invalid_credentials: { status: 401, title: 'Name or password is not right' },
  insufficient_credits: { status: 402, title: 'Not enough credits' },
  step_up_required: { status: 403, title: 'Confirm that it is you' },
  insufficient_scope: { status: 403, title: 'The API key may not do this' },
  session_required: { status: 403, title: 'An API key cannot do this' },
  forbidden: { status: 403, title: 'This is for who runs the instance' },
  cross_origin: { status: 403, title: 'The request came from another site' },
  share_locked: { status: 403, title: 'The link asks for something first' },
  share_password_wrong: { status: 403, title: 'This is not the link’s password' },
  signing_locked: { status: 403, title: 'Show first who you are' },
  not_found: { status: 404, title: 'There is no such thing here' },
  missing_trailing_slash: { status: 404, title: 'The path ends with a slash' },
  method_not_allowed: { status: 405, title: 'The path does not take this method' },
  username_taken: { status: 409, title: 'This user name is taken' },
  email_taken: { status: 409, title: 'This e-mail address has an account' },
  identity_conflict: { status: 409, title: 'The address belongs to an account here' },
  identity_taken: { status: 409, title: 'This sign-in belongs to another account' },
  last_sign_in: { status: 409, title: 'It is the only way to sign in' },
  limit_reached: { status: 409, title: 'There are as many as there may be' },
  not_finished: { status: 409, title: 'The conversion has not finished' },
  already_finished: { status: 409, title: 'The conversion has finished' },
  upload_offset_mismatch: { status: 409, title: 'The upload stands elsewhere' },
  signing_misfit: { status: 409, title: 'It does not fit as things stand' },
  signing_incomplete: { status: 409, title: 'Something is still to be filled in' },
  signing_changed: { status: 409, title: 'It was changed elsewhere' },
  idempotency_conflict: { status: 409, title: 'The idempotency key was used for another request' },
  expired: { status: 410, title: 'The file has expired' },
  link_expired: { status: 410, title: 'The link does not work any more' },
  signing_closed: { status: 410, title: 'There is nothing to sign any more' },
  share_expired: { status: 410, title: 'The link has expired' },
  share_revoked: { status: 410, title: 'The link was taken back' },
  share_used_up: { status: 410, title: 'The link’s downloads are used up' },
  share_unavailable: { status: 410, title: 'The file is not there any more' },
  challenge_expired: { status: 410, title: 'The sign-in took too long' },
  file_too_large: { status: 413, title: 'The file is too large' },
  storage_quota_exceeded: { status: 413, title: 'There is not enough room in your storage' },
  body_too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'The body is of another type' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service is not available' },
  storage_full: { status: 507, title: 'There is no room to store the file' },
} as const

export type ProblemCode = keyof typeof PROBLEMS
export const PROBLEM_CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]

/** Any request may meet these, whatever it asks for. */
export const COMMON_PROBLEMS = [
  'invalid_request',
  'invalid_token',
  'cross_origin',
  'too_many_requests',
  'internal',
  'unavailable',
] as const satisfies readonly ProblemCode[]

/** Every way in which an operation can refuse: its own rules, who may call it, and what any request may meet. */
export function problemsOf(endpoint: {
  auth: string
  sessionOnly?: true
  sensitive?: true
  problems?: readonly ProblemCode[]
}): ProblemCode[] {
  const codes: ProblemCode[] = [...(endpoint.problems ?? []), ...COMMON_PROBLEMS]
  if (endpoint.auth === 'account' || endpoint.auth === 'admin') codes.push('unauthenticated')
  if (endpoint.auth === 'admin') codes.push('forbidden')
  if (endpoint.auth !== 'open') codes.push(endpoint.sessionOnly ? 'session_required' : 'insufficient_scope')
  if (endpoint.sensitive) codes.push('step_up_required')
  return [...new Set(codes)]
}

export const ProblemCodeName = z
  .enum(PROBLEM_CODES)
  .meta({ id: 'ProblemCode', description: 'Stable: branch on this.' })

export const FieldError = z
  .object({
    path: z
      .string()
      .meta({ description: 'Where in the request, dots between names.', example: 'options.quality' }),
    message: z.string().meta({ description: 'What is not valid about it.', example: 'At most 100.' }),
  })
  .meta({ id: 'FieldError', description: 'One field that is not valid.' })

/** The body of every refusal: `application/problem+json`, RFC 9457. */
export const Problem = z
  .object({
    type: z.string().meta({ description: 'A URI for this kind of problem.', example: '/problems/not_found' }),
    title: z.string().meta({
      description: 'Short name of the problem, the same for each occurrence.',
      example: PROBLEMS.not_found.title,
    }),
    status: z.int().min(400).max(599).meta({ description: 'HTTP status code.', example: 404 }),
    detail: z.string().meta({ description: 'What happened and what to do, for a person.' }),
    instance: z.string().meta({ description: 'The path that was asked for.' }),
    code: ProblemCodeName,
    request_id: z.string().meta({ description: 'Leads to the log.', example: 'req_8F2KQ1' }),
    errors: z.array(FieldError).optional().meta({ description: 'Which fields are wrong, where some are.' }),
    allowed: z
      .array(z.string())
      .optional()
      .meta({ description: 'What would have been taken, where that is a list.' }),
    methods_available: z
      .array(z.string())
      .optional()
      .meta({ description: 'With step_up_required: how one may confirm.' }),
    attempts_left: z.int().optional().meta({ description: 'With invalid_code.' }),
    retry_after: z.int().optional().meta({ description: 'With too_many_requests: seconds.' }),
    offset: z
      .int()
      .optional()
      .meta({ description: 'With upload_offset_mismatch: where the next piece begins.' }),
    requires_password: z.boolean().optional().meta({ description: 'With share_locked.' }),
    email_gate: z.string().optional().meta({ description: 'With share_locked: `none`, `ask` or `confirm`.' }),
    available_bytes: z.int().optional().meta({ description: 'With storage_quota_exceeded.' }),
    quota_bytes: z.int().optional().meta({ description: 'With storage_quota_exceeded.' }),
    credits_required: z.int().optional().meta({ description: 'With insufficient_credits.' }),
    credits_available: z.int().optional().meta({ description: 'With insufficient_credits.' }),
  })
  .meta({ id: 'Problem', description: 'Why a request was refused (RFC 9457).' })
export type Problem = z.infer<typeof Problem>
