import { z } from 'zod'
import { isPersonal, type Permission } from './permissions.ts'

/**
 * Every problem with which a request can be refused (decision 1). The code is stable, the status
 * follows from it, and the title summarizes it. The `detail` of a problem says what happened and
 * what to do about it.
 */
export const PROBLEMS = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  malformed_body: { status: 400, title: 'The request body cannot be read' },
  upload_incomplete: { status: 400, title: 'The upload is incomplete' },
  file_missing: { status: 400, title: 'No file was sent' },
  file_empty: { status: 400, title: 'The file is empty' },
  unsupported_source: { status: 400, title: 'The file format is not supported' },
  unsupported_target: { status: 400, title: 'The file cannot be converted to this format' },
  weak_password: { status: 400, title: 'The password is too easy to guess' },
  invalid_code: { status: 400, title: 'The code is not correct' },
  method_unavailable: { status: 400, title: 'The confirmation method is not set up' },
  provider_failed: { status: 400, title: 'The sign-in with the provider failed' },
  invalid_options: { status: 400, title: 'An option is not valid' },
  malicious_file: { status: 400, title: 'The file contains malware' },
  url_refused: { status: 400, title: 'The URL is not allowed' },
  url_failed: { status: 400, title: 'The file could not be downloaded from the URL' },
  pipeline_invalid: { status: 400, title: 'A step of the pipeline cannot run' },
  pipeline_unreadable: { status: 400, title: 'The pipeline document cannot be read' },
  signature_invalid: { status: 400, title: 'The signature is not valid' },
  operation_unknown: { status: 400, title: 'The rate card does not have this operation' },
  inspection_failed: { status: 400, title: 'The file could not be inspected' },
  unauthenticated: { status: 401, title: 'The request needs a credential' },
  invalid_token: { status: 401, title: 'The token is not valid' },
  invalid_credentials: { status: 401, title: 'The user name or password is wrong' },
  insufficient_credits: { status: 402, title: 'Not enough credits' },
  spend_limit_reached: { status: 402, title: 'The monthly spend limit is reached' },
  payment_declined: { status: 402, title: 'The payment was declined' },
  step_up_required: { status: 403, title: 'The operation needs a recent confirmation' },
  insufficient_scope: { status: 403, title: 'The API key lacks a scope' },
  session_required: { status: 403, title: 'API keys cannot use this operation' },
  forbidden: { status: 403, title: 'Only an administrator can do this' },
  permission_missing: { status: 403, title: 'The role does not allow this' },
  rank_too_low: { status: 403, title: 'The member has the same or a higher rank' },
  business_inactive: { status: 403, title: 'The business cannot be changed now' },
  account_locked: { status: 403, title: 'The account is locked' },
  file_quarantined: { status: 403, title: 'The file is in quarantine' },
  own_account: { status: 403, title: 'Administrators cannot do this to themselves' },
  second_factor_required: { status: 403, title: 'The business requires a second factor' },
  share_rule: { status: 403, title: 'A policy of the business forbids this' },
  email_domain_refused: { status: 403, title: 'The business does not allow this address' },
  cross_origin: { status: 403, title: 'The request came from another origin' },
  share_locked: { status: 403, title: 'The share link is locked' },
  share_password_wrong: { status: 403, title: 'The password of the share link is wrong' },
  pairing_required: { status: 403, title: 'The operation needs a pairing token' },
  signing_locked: { status: 403, title: 'The signing link is locked' },
  not_found: { status: 404, title: 'Not found' },
  promo_unknown: { status: 404, title: 'The promo code is not valid' },
  missing_trailing_slash: { status: 404, title: 'The path lacks its trailing slash' },
  method_not_allowed: { status: 405, title: 'The path does not support this method' },
  username_taken: { status: 409, title: 'The user name is taken' },
  email_taken: { status: 409, title: 'The e-mail address is taken' },
  identity_conflict: { status: 409, title: 'The e-mail address belongs to another account' },
  identity_taken: { status: 409, title: 'The identity is linked to another account' },
  last_sign_in: { status: 409, title: 'The last sign-in method cannot be removed' },
  limit_reached: { status: 409, title: 'The limit is reached' },
  promo_exists: { status: 409, title: 'The promo code exists' },
  not_refundable: { status: 409, title: 'The purchase cannot be refunded' },
  not_finished: { status: 409, title: 'The conversion has not finished' },
  already_finished: { status: 409, title: 'The conversion has finished' },
  upload_offset_mismatch: { status: 409, title: 'The upload offset does not match' },
  signing_misfit: { status: 409, title: 'The action is not possible in the current state' },
  signing_incomplete: { status: 409, title: 'A required field is empty' },
  signing_changed: { status: 409, title: 'The signing session was changed in the meantime' },
  scan_page_conflict: { status: 409, title: 'The page exists with another photo' },
  scan_incomplete: { status: 409, title: 'A page is still being uploaded' },
  business_misfit: { status: 409, title: 'The action is not possible in the current state' },
  webhook_disabled: { status: 409, title: 'The webhook is disabled' },
  verification_incomplete: { status: 409, title: 'The verification is incomplete' },
  already_member: { status: 409, title: 'The person is already a member' },
  member_changed: { status: 409, title: 'The member was changed in the meantime' },
  account_state: { status: 409, title: 'The account is not in the right state for this' },
  last_owner: { status: 409, title: 'A business needs an owner' },
  other_account: { status: 409, title: 'The invitation is for another address' },
  promo_used: { status: 409, title: 'The promo code was used before' },
  promo_not_applicable: { status: 409, title: 'The promo code does not apply here' },
  subscription_exists: { status: 409, title: 'The account has a plan already' },
  no_subscription: { status: 409, title: 'The account has no paid plan' },
  no_payment_method: { status: 409, title: 'The account has no card' },
  idempotency_conflict: { status: 409, title: 'The idempotency key was used for another request' },
  expired: { status: 410, title: 'The file has expired' },
  link_expired: { status: 410, title: 'The link has expired' },
  signing_closed: { status: 410, title: 'The signing session is closed' },
  scan_closed: { status: 410, title: 'The scan session has ended' },
  share_expired: { status: 410, title: 'The share link has expired' },
  share_revoked: { status: 410, title: 'The share link was revoked' },
  share_used_up: { status: 410, title: 'The download limit is reached' },
  share_unavailable: { status: 410, title: 'The shared file is no longer available' },
  promo_expired: { status: 410, title: 'The promo code has expired' },
  challenge_expired: { status: 410, title: 'The sign-in challenge has expired' },
  scan_page_changed: { status: 412, title: 'The page was changed in the meantime' },
  file_too_large: { status: 413, title: 'The file is too large' },
  storage_quota_exceeded: { status: 413, title: 'The storage quota is exceeded' },
  body_too_large: { status: 413, title: 'The request body is too large' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'The service is not available' },
  payment_unavailable: { status: 503, title: 'The payment provider does not answer' },
  storage_full: { status: 507, title: 'The storage of the instance is full' },
} as const

export type ProblemCode = keyof typeof PROBLEMS
export const PROBLEM_CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]

/** Problems of any request. */
export const COMMON_PROBLEMS = [
  'invalid_request',
  'invalid_token',
  'cross_origin',
  'too_many_requests',
  'internal',
  'unavailable',
] as const satisfies readonly ProblemCode[]

/** Areas whose operations read stored files, which may be in quarantine. */
const FILE_AREAS: ReadonlySet<string> = new Set([
  ...['convert', 'batches', 'history', 'pipelines', 'scan', 'shares', 'signing', 'storage'],
  ...['account', 'businesses'],
])

/**
 * Every problem of an operation: those of its own rules, of its access rules, and of any request.
 */
export function problemsOf(endpoint: {
  auth: string
  area: string
  sessionOnly?: true
  sensitive?: true
  permission?: Permission
  problems?: readonly ProblemCode[]
}): ProblemCode[] {
  const codes: ProblemCode[] = [...(endpoint.problems ?? []), ...COMMON_PROBLEMS]
  if (endpoint.auth === 'account' || endpoint.auth === 'admin') codes.push('unauthenticated')
  if (endpoint.auth === 'admin') codes.push('forbidden')
  if (endpoint.auth === 'paired') codes.push('unauthenticated', 'pairing_required')
  else if (endpoint.auth !== 'open')
    codes.push(endpoint.sessionOnly ? 'session_required' : 'insufficient_scope')
  if (endpoint.permission && !isPersonal(endpoint.permission))
    // The caller names a business and isn't a member of it.
    codes.push('not_found', 'permission_missing', 'business_inactive', 'second_factor_required')
  if (endpoint.sensitive) codes.push('step_up_required')
  if (FILE_AREAS.has(endpoint.area)) codes.push('file_quarantined')
  return [...new Set(codes)]
}

export const ProblemCodeName = z
  .enum(PROBLEM_CODES)
  .meta({ id: 'ProblemCode', description: 'Stable code of the problem, for use in programs.' })

export const FieldError = z
  .object({
    path: z.string().meta({
      description: 'Location in the request; names are separated by dots.',
      example: 'options.quality',
    }),
    message: z.string().meta({ description: 'Reason why the value is not valid.', example: 'At most 100.' }),
  })
  .meta({ id: 'FieldError', description: 'An invalid field.' })

/** The body of every error response: `application/problem+json`, RFC 9457. */
export const Problem = z
  .object({
    type: z.string().meta({ description: 'URI of the problem type.', example: '/problems/not_found' }),
    title: z.string().meta({
      description: 'Short title of the problem, the same for each occurrence.',
      example: PROBLEMS.not_found.title,
    }),
    status: z.int().min(400).max(599).meta({ description: 'HTTP status code.', example: 404 }),
    detail: z.string().meta({ description: 'What happened and what to do, in readable form.' }),
    instance: z.string().meta({ description: 'Requested path.' }),
    code: ProblemCodeName,
    request_id: z
      .string()
      .meta({ description: 'Id of the request in the server log.', example: 'req_8F2KQ1' }),
    errors: z.array(FieldError).optional().meta({ description: 'Invalid fields, if any.' }),
    allowed: z.array(z.string()).optional().meta({ description: 'Accepted values, if they can be listed.' }),
    methods_available: z
      .array(z.string())
      .optional()
      .meta({ description: 'With step_up_required: methods to confirm the identity.' }),
    attempts_left: z
      .int()
      .optional()
      .meta({ description: 'With invalid_code: number of remaining attempts.' }),
    retry_after: z.int().optional().meta({ description: 'With too_many_requests: seconds to wait.' }),
    offset: z.int().optional().meta({ description: 'With upload_offset_mismatch: offset of the next part.' }),
    requires_password: z
      .boolean()
      .optional()
      .meta({ description: 'With share_locked: whether a password is required.' }),
    email_gate: z.string().optional().meta({ description: 'With share_locked: `none`, `ask` or `confirm`.' }),
    available_bytes: z
      .int()
      .optional()
      .meta({ description: 'With storage_quota_exceeded: free storage in bytes.' }),
    quota_bytes: z
      .int()
      .optional()
      .meta({ description: 'With storage_quota_exceeded: storage quota in bytes.' }),
    role: z.string().optional().meta({ description: 'With member_changed: current role of the member.' }),
    credits_required: z
      .int()
      .optional()
      .meta({ description: 'With insufficient_credits and spend_limit_reached: credits required.' }),
    credits_available: z
      .int()
      .optional()
      .meta({ description: 'With insufficient_credits and spend_limit_reached: credits available.' }),
  })
  .meta({ id: 'Problem', description: 'Reason of a refused request (RFC 9457).' })
export type Problem = z.infer<typeof Problem>
