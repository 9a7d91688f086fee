import type { ProblemCode } from './problems.ts'

/**
 * Meaning of each problem, and what to do about it: the text of its page and of the API
 * description.
 */
export const PROBLEM_DESCRIPTIONS: Record<ProblemCode, { cause: string; remedy: string }> = {
  invalid_request: {
    cause: 'A parameter, header or field of the request is missing, unknown or out of range.',
    remedy:
      'Read `errors`: each entry contains a field and its error. Correct the fields and repeat the request.',
  },
  malformed_body: {
    cause: 'The request body could not be parsed as the media type in its Content-Type.',
    remedy: 'Send valid JSON, or a complete multipart form with its boundary.',
  },
  upload_incomplete: {
    cause: 'The connection ended before the upload was complete.',
    remedy: 'Send the file again. For large files, use a resumable upload.',
  },
  file_missing: {
    cause: 'The operation needs a file, and the request has none.',
    remedy: 'Add a `file` part, or name a stored file by `s3_key`, `file_id` or `conversion_id`.',
  },
  file_empty: { cause: 'The file has no bytes.', remedy: 'Check the file and send it again.' },
  unsupported_source: {
    cause: 'No engine of this instance reads this file format, or the format could not be detected.',
    remedy:
      'Set `source_format` if you know the format. The formats operation of each family lists the supported formats.',
  },
  unsupported_target: {
    cause: 'No engine of this instance converts this source format to the target format.',
    remedy: 'Choose one of the formats in `allowed`, or convert in two steps.',
  },
  weak_password: {
    cause: 'The password is too short, too common, or derived from the user name or e-mail address.',
    remedy: 'Choose a longer password. A sentence of several words works well.',
  },
  invalid_code: {
    cause: 'The code is wrong, was already used or has expired.',
    remedy:
      'Enter the most recent code. `attempts_left` is the number of remaining attempts, if they are limited.',
  },
  method_unavailable: {
    cause: 'The account has not set up this confirmation method.',
    remedy: 'Use one of the methods in `methods_available`, or set the method up first.',
  },
  provider_failed: {
    cause: 'The identity provider refused the sign-in, or its response could not be verified.',
    remedy: 'Start the sign-in again. If it fails repeatedly, sign in another way.',
  },
  invalid_options: {
    cause: 'An option is unknown for this operation, or its value is out of range.',
    remedy:
      'Read `errors`, and compare the options with the JSON Schema in the list of operations for the pair of formats.',
  },
  malicious_file: {
    cause: 'The malware scanner of this instance detected malware in the file. The file was deleted.',
    remedy:
      'Scan the device that the file comes from. If you think this is a false positive, contact the operator.',
  },
  url_refused: {
    cause: 'The URL is not HTTP or HTTPS, or it leads to a private network.',
    remedy: 'Use a public URL, or download the file and upload it.',
  },
  url_failed: {
    cause: 'The remote server did not deliver the file.',
    remedy: 'Open the URL in a browser without signing in. `detail` contains the remote status or error.',
  },
  pipeline_invalid: {
    cause:
      'A step of the pipeline has an unknown operation, or does not accept the output of the previous step.',
    remedy: 'Correct the step in `detail`.',
  },
  pipeline_unreadable: {
    cause: 'The document is not a pipeline that this instance can import.',
    remedy: 'Import a pipeline exported from Filewright or Stirling-PDF.',
  },
  inspection_failed: {
    cause: 'The file is damaged or encrypted, and its content could not be read.',
    remedy: 'Open the file in its own program, repair or unlock it, and send it again.',
  },
  unauthenticated: {
    cause: 'The operation needs an account, and the request has no credential.',
    remedy: 'Send `Authorization: Bearer` with an API key or access token, or sign in.',
  },
  invalid_token: {
    cause: 'The bearer token is unknown, expired or revoked.',
    remedy: 'Create a new API key in the dashboard, or refresh the access token.',
  },
  invalid_credentials: {
    cause: 'The user name or e-mail address does not exist, or the password is wrong.',
    remedy: 'Check both, or reset the password.',
  },
  insufficient_credits: {
    cause: 'The operation needs more credits than the account has. Nothing was charged.',
    remedy:
      'Compare `credits_required` with `credits_available`. Convert fewer files, or use an account instead of an anonymous request.',
  },
  spend_limit_reached: {
    cause: 'The operation would exceed the monthly spend limit of the account. Nothing was charged.',
    remedy: 'Raise the monthly spend limit in Billing, or wait until the first day of the next month (UTC).',
  },
  payment_declined: {
    cause: 'The bank declined the card. Nothing was changed and nothing was charged.',
    remedy: 'Use another card in the customer portal, then try again.',
  },
  signature_invalid: {
    cause: 'The signature of the event is missing, wrong or too old.',
    remedy:
      'This operation is only for the payment provider. Operators should check the signing secret of the webhook endpoint.',
  },
  promo_exists: {
    cause: 'A promo code with this text already exists, active or retired.',
    remedy: 'Choose another code.',
  },
  not_refundable: {
    cause:
      'The purchase was not paid, was already refunded, or the remaining amount is less than the requested refund. Nothing was refunded.',
    remedy: 'Get the purchase to see the remaining amount.',
  },
  operation_unknown: {
    cause: 'The rate card has no operation with this family and code. Nothing was charged.',
    remedy: 'Take `family` and `operation` from `GET /api/v1/subscription/rate_card/`.',
  },
  promo_unknown: {
    cause: 'The promo code does not exist or is not valid yet.',
    remedy: 'Check the spelling. Attempts are limited.',
  },
  promo_used: {
    cause: 'The account has reached the usage limit of the code, or the code has no uses left.',
    remedy: 'Use another code.',
  },
  promo_not_applicable: {
    cause: 'The code is a discount code for checkout, or only valid for accounts without earlier purchases.',
    remedy: 'Enter a discount code at checkout.',
  },
  promo_expired: {
    cause: 'The last day of the promo code has passed.',
    remedy: 'Use another code.',
  },
  subscription_exists: {
    cause: 'The account has a paid plan. A second one cannot be bought.',
    remedy: 'Change the plan with `POST /api/v1/subscription/change/`.',
  },
  no_subscription: {
    cause: 'The account has the free plan, which cannot be changed, cancelled or resumed.',
    remedy: 'Buy a plan with `POST /api/v1/subscription/purchase_initiate/`.',
  },
  no_payment_method: {
    cause: 'Automatic top-up charges the card of an earlier payment, and the account has none.',
    remedy: 'Buy a pack or a plan first, or add a card in the customer portal.',
  },
  payment_unavailable: {
    cause: 'The payment provider did not respond, or refused the request. Nothing was charged.',
    remedy: 'Try again in a moment.',
  },
  step_up_required: {
    cause: 'The operation is sensitive, and the user has not confirmed their identity recently.',
    remedy: 'Confirm with one of `methods_available`, then send the request again.',
  },
  insufficient_scope: {
    cause: 'The API key does not have the scope that the operation needs.',
    remedy: 'Create an API key with the scope in `detail`. `allowed` lists the scopes of this key.',
  },
  session_required: {
    cause: 'The operation manages the account itself, which API keys cannot do.',
    remedy: 'Sign in to the dashboard, or use an access token from a sign-in.',
  },
  forbidden: {
    cause: 'The operation is reserved for administrators of the instance.',
    remedy: 'Ask an administrator.',
  },
  permission_missing: {
    cause: 'The role of the caller in the business lacks the permission that the operation needs.',
    remedy: 'Ask an owner or admin of the business. `allowed` lists the permissions that the caller has.',
  },
  rank_too_low: {
    cause: 'The member, or the role to assign, has the same rank as the caller or a higher one.',
    remedy: 'Ask a member with a higher role. `allowed` lists the roles that the caller can assign.',
  },
  business_inactive: {
    cause: 'The business is suspended, closed or inactive, and therefore read-only.',
    remedy: '`detail` says who can reactivate it.',
  },
  account_locked: {
    cause: 'An administrator locked the account. The password was correct.',
    remedy: 'Contact the administrator of the instance.',
  },
  file_quarantined: {
    cause: 'An administrator quarantined the file. It cannot be downloaded, previewed, shared or converted.',
    remedy: 'Contact the administrator of the instance, who can release it.',
  },
  own_account: {
    cause: 'An administrator tried to lock, unlock or reset their own account.',
    remedy: 'Ask another administrator.',
  },
  second_factor_required: {
    cause: 'The business requires a second factor, and the deadline to add one has passed.',
    remedy: 'Add a second factor in Security, then repeat the request.',
  },
  share_rule: {
    cause: 'A policy of the business limits the lifetime of share links, or requires a password for them.',
    remedy: 'Correct the fields in `errors`. Owners and admins can change the policies.',
  },
  email_domain_refused: {
    cause: 'The policies of the business allow members from certain e-mail domains only.',
    remedy: 'Use an address of one of the domains in `allowed`.',
  },
  cross_origin: {
    cause: 'A page of another origin sent a state-changing request with cookies.',
    remedy: 'Send an API key as a bearer token instead of cookies.',
  },
  share_locked: {
    cause: 'The share link requires a password or an e-mail address.',
    remedy: 'Send the password or e-mail address that `requires_password` and `email_gate` require.',
  },
  share_password_wrong: {
    cause: 'The password of the share link is wrong.',
    remedy: 'Ask the sender of the link for its password.',
  },
  signing_locked: {
    cause: 'The recipient must verify their identity first.',
    remedy: 'Enter the access code, or the code that was sent to the recipient.',
  },
  not_found: {
    cause: 'The object does not exist, was deleted or belongs to another account.',
    remedy: 'Check the identifier, and the account whose credential you send.',
  },
  missing_trailing_slash: {
    cause: 'The path has no trailing slash. Only GET requests are redirected.',
    remedy: 'Send the request to the path with its slash.',
  },
  method_not_allowed: {
    cause: 'The path exists and does not support this HTTP method.',
    remedy: 'Use one of the methods in `allowed` and in the Allow header.',
  },
  username_taken: { cause: 'Another account has this user name.', remedy: 'Choose another user name.' },
  email_taken: {
    cause: 'Another account has this e-mail address.',
    remedy: 'Sign in to that account, or reset its password.',
  },
  identity_conflict: {
    cause: 'The e-mail address at the identity provider belongs to an account that is not connected to it.',
    remedy: 'Sign in with the password, then connect the provider in the security settings.',
  },
  identity_taken: {
    cause: 'This account at the identity provider is already connected to another account.',
    remedy: 'Disconnect it there first.',
  },
  last_sign_in: {
    cause: 'Without this sign-in method, nobody could sign in to the account.',
    remedy: 'Set a password or connect another provider first.',
  },
  limit_reached: {
    cause: 'The account has reached the maximum number of objects of this type.',
    remedy: 'Delete one that you no longer need.',
  },
  not_finished: {
    cause: 'The conversion is still queued or running and has no result.',
    remedy: 'Wait until its status is `completed`.',
  },
  already_finished: {
    cause: 'The conversion is completed or failed and can no longer be cancelled.',
    remedy: 'Delete it if you do not need the result.',
  },
  upload_offset_mismatch: {
    cause: 'The part does not start at the current offset of the resumable upload.',
    remedy: 'Continue at `offset`.',
  },
  signing_misfit: {
    cause: 'The signing session or its recipient is in a state that does not allow this action.',
    remedy: 'Get the session, and choose an action that its state allows.',
  },
  signing_incomplete: {
    cause: 'A required field has no value, or the session lacks a document, recipients or fields.',
    remedy: 'Complete the fields in `errors`.',
  },
  signing_changed: {
    cause: 'The signature request was changed after you loaded it.',
    remedy: 'Get the session again and repeat your change.',
  },
  pairing_required: {
    cause: 'The operation is for a phone paired with a scan session; the request has a different credential.',
    remedy:
      'Send the pairing token of the session as a bearer token. It is in the response of `createScanSession`.',
  },
  scan_page_conflict: {
    cause: 'The session already has a page with this `page_id` and a different photo.',
    remedy: 'Send a new `page_id`, or `replace` with the value `true` to replace the photo.',
  },
  scan_incomplete: {
    cause: 'The photo of a page has not arrived, only its preview. `allowed` lists the ids of such pages.',
    remedy: 'Wait until the phone has sent it, delete the page, or set `skip_missing`.',
  },
  scan_closed: {
    cause: 'The scan session has ended or expired.',
    remedy: 'Open a new session.',
  },
  scan_page_changed: {
    cause: 'The page was changed after you loaded it.',
    remedy: 'Get the session again and repeat your change on the newest version.',
  },
  business_misfit: {
    cause: 'The business, its verification or its member is in a state that does not allow this action.',
    remedy: 'Get the business, and choose an action that its state allows. `allowed` lists these actions.',
  },
  webhook_disabled: {
    cause: 'The webhook is disabled. Nothing is sent to it.',
    remedy: 'Enable it with `is_active`, then repeat the request.',
  },
  verification_incomplete: {
    cause: 'A required document or field of the profile is missing.',
    remedy: 'Add the items in `errors`, then submit again.',
  },
  already_member: {
    cause: 'The person, or the owner of the address, is already a member of the business.',
    remedy: 'Change their role instead.',
  },
  member_changed: {
    cause: 'The role of the member was changed after you loaded it.',
    remedy: '`role` is the current role. Check it, then repeat your change.',
  },
  account_state: {
    cause: 'The account is already locked, is not locked, or has no second factor.',
    remedy: 'Get the account again: it may have been changed in the meantime.',
  },
  last_owner: {
    cause: 'The business would have no owner.',
    remedy: 'Transfer the business to another member first, or close it.',
  },
  other_account: {
    cause: 'The invitation was sent to a different e-mail address than that of the signed-in account.',
    remedy: 'Sign in with the invited address, or accept with `other_account`.',
  },
  idempotency_conflict: {
    cause: 'The Idempotency-Key was already used with a different request.',
    remedy: 'Use a new key for each new request.',
  },
  expired: {
    cause: 'The retention period of the file has ended, and the file was deleted.',
    remedy: 'Convert the source file again.',
  },
  link_expired: {
    cause: 'The link was used, replaced or has expired.',
    remedy: 'Request a new link.',
  },
  signing_closed: {
    cause: 'The signing session is completed, declined, voided or expired.',
    remedy: 'Ask the sender for a new session if you still need to sign.',
  },
  share_expired: {
    cause: 'The share link has expired.',
    remedy: 'Ask the sender for a new link.',
  },
  share_revoked: {
    cause: 'The owner revoked the share link.',
    remedy: 'Ask the owner if you still need the file.',
  },
  share_used_up: {
    cause: 'The share link reached its download limit.',
    remedy: 'Ask the sender for a new link.',
  },
  share_unavailable: {
    cause:
      'The shared file was deleted, has expired or is in quarantine, or the account of its owner is locked, suspended or closed.',
    remedy: 'Ask the sender for a new link.',
  },
  challenge_expired: {
    cause: 'The sign-in was not completed in time, or had too many wrong codes.',
    remedy: 'Sign in again from the start.',
  },
  file_too_large: {
    cause: 'The file is larger than this instance accepts.',
    remedy: 'Split or compress the file. `detail` contains the limit.',
  },
  storage_quota_exceeded: {
    cause: 'The file exceeds the free storage of the account. Nothing was stored.',
    remedy: 'Delete files permanently, or buy storage. `available_bytes` is the free storage in bytes.',
  },
  body_too_large: {
    cause: 'The JSON body is larger than the operation accepts.',
    remedy: 'Send files as multipart parts or in resumable uploads.',
  },
  unsupported_media_type: {
    cause: 'The operation does not accept the Content-Type of the request.',
    remedy: 'Use a media type in the description of the operation.',
  },
  too_many_requests: {
    cause: 'The caller exceeded a rate limit.',
    remedy: 'Wait for the number of seconds in `retry_after` and the Retry-After header.',
  },
  internal: {
    cause: 'An unexpected error occurred. The server log contains it under `request_id`.',
    remedy: 'Retry once. If it fails again, send the `request_id` to the operator.',
  },
  unavailable: {
    cause: 'The server is overloaded, or its database or file store cannot be reached. Nothing was changed.',
    remedy: 'Retry after the number of seconds in the Retry-After header.',
  },
  storage_full: {
    cause: 'The disk of the instance is full. Nothing was stored or charged.',
    remedy: 'Retry later, or contact the operator.',
  },
}
