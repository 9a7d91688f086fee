import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '../../api/errors.ts'

export interface ProblemLabels {
  /** What happened. */
  title: MessageDescriptor
  /** What to do, and whether credits were charged, if applicable. */
  next: MessageDescriptor
}

/** Texts of error codes; a missing one is a type error. */
export const PROBLEM_TEXT: Record<ErrorCode, ProblemLabels> = {
  offline: {
    title: msg`You’re offline`,
    next: msg`Data may be out of date. It updates automatically when you reconnect.`,
  },
  unreachable: {
    title: msg`The server didn’t respond`,
    next: msg`Nothing was changed or charged. Retry in a moment.`,
  },
  invalid_request: {
    title: msg`The request is invalid`,
    next: msg`Check the highlighted fields and retry.`,
  },
  malformed_body: {
    title: msg`The request could not be read`,
    next: msg`Reload the page and retry. Nothing was charged.`,
  },
  upload_incomplete: {
    title: msg`The upload was interrupted`,
    next: msg`Upload the file again. Nothing was charged.`,
  },
  file_missing: { title: msg`No file was received`, next: msg`Add the file again. Nothing was charged.` },
  file_empty: {
    title: msg`The file is empty`,
    next: msg`It contains no data. Export it again from its source, then add it.`,
  },
  unsupported_source: {
    title: msg`This file format isn’t supported`,
    next: msg`Save the file in a more common format first. Nothing was charged.`,
  },
  unsupported_target: {
    title: msg`This file can’t be converted to that format`,
    next: msg`Choose another format. Nothing was charged.`,
  },
  malicious_file: {
    title: msg`The file contains known malware`,
    next: msg`It was deleted and nothing was charged. Check the device it came from.`,
  },
  upload_offset_mismatch: {
    title: msg`The upload is out of sync`,
    next: msg`Retry to resume where it stopped.`,
  },
  storage_quota_exceeded: {
    title: msg`Your storage is full`,
    next: msg`Delete files you no longer need, then retry. Nothing was uploaded or charged.`,
  },
  share_locked: {
    title: msg`This link is protected`,
    next: msg`Complete the required steps to continue.`,
  },
  share_password_wrong: {
    title: msg`Wrong password`,
    next: msg`Check the password, or ask the sender for it.`,
  },
  share_expired: {
    title: msg`This link has expired`,
    next: msg`Ask the sender for a new link.`,
  },
  share_revoked: {
    title: msg`This link was revoked`,
    next: msg`Ask the sender for a new link.`,
  },
  share_used_up: {
    title: msg`Download limit reached`,
    next: msg`Ask the sender for a new link.`,
  },
  share_unavailable: {
    title: msg`The file was deleted`,
    next: msg`Ask the sender to share it again.`,
  },
  signing_locked: {
    title: msg`Verify your identity to open this link`,
    next: msg`Enter the verification code to continue.`,
  },
  signing_misfit: {
    title: msg`This action isn’t available right now`,
    next: msg`Nothing was changed. Reload the page to see the current state.`,
  },
  signing_incomplete: {
    title: msg`Required fields are empty`,
    next: msg`Complete the highlighted fields, then sign. Nothing was signed.`,
  },
  signing_changed: {
    title: msg`The draft was changed in another window`,
    next: msg`Reload it, then repeat your change to keep both.`,
  },
  pairing_required: {
    title: msg`A paired phone is required`,
    next: msg`Scan the code on the desk with your phone.`,
  },
  scan_closed: {
    title: msg`The scan session has ended`,
    next: msg`Start a new scan session on the desk.`,
  },
  scan_page_changed: {
    title: msg`The page was changed on the other device`,
    next: msg`The latest version is shown. Repeat your change if needed.`,
  },
  scan_page_conflict: {
    title: msg`This page already has another photo`,
    next: msg`Take the photo again.`,
  },
  scan_incomplete: {
    title: msg`A page is still being uploaded`,
    next: msg`Wait for it, delete it, or create the PDF without it.`,
  },
  signing_closed: {
    title: msg`This signature request is closed`,
    next: msg`It was completed or voided. Ask the sender for details.`,
  },
  url_refused: {
    title: msg`This URL isn’t allowed`,
    next: msg`Only public URLs can be used. Download the file yourself and add it here.`,
  },
  url_failed: {
    title: msg`The file could not be downloaded`,
    next: msg`Open the URL in your browser to check it, or download the file and add it here.`,
  },
  inspection_failed: {
    title: msg`The file could not be read`,
    next: msg`It may be damaged. Check that it opens in another program.`,
  },
  pipeline_invalid: {
    title: msg`A pipeline step cannot run`,
    next: msg`Open the pipeline and fix the highlighted step. Nothing was charged.`,
  },
  pipeline_unreadable: {
    title: msg`This isn’t a valid pipeline file`,
    next: msg`Choose an exported pipeline file.`,
  },
  weak_password: {
    title: msg`This password is too easy to guess`,
    next: msg`Choose another one. A few words work best.`,
  },
  invalid_code: { title: msg`Wrong code`, next: msg`Check the code, or request a new one.` },
  method_unavailable: {
    title: msg`This verification method isn’t set up`,
    next: msg`Choose another method.`,
  },
  provider_failed: {
    title: msg`Sign-in with this provider failed`,
    next: msg`Start again, or sign in with a password.`,
  },
  invalid_options: {
    title: msg`An option is out of range`,
    next: msg`Open the options, fix the highlighted values and retry. Nothing was charged.`,
  },
  unauthenticated: {
    title: msg`Sign in to continue`,
    next: msg`Your session has expired. Your files are still there.`,
  },
  invalid_token: { title: msg`This session is no longer valid`, next: msg`Sign in again.` },
  invalid_credentials: {
    title: msg`Wrong user name or password`,
    next: msg`Check both. Passwords are case-sensitive.`,
  },
  insufficient_credits: {
    title: msg`Not enough credits`,
    next: msg`Nothing was charged. Remove files, or choose cheaper formats.`,
  },
  payment_declined: {
    title: msg`The card was declined`,
    next: msg`Nothing was changed or charged. Retry with another card.`,
  },
  signature_invalid: {
    title: msg`The signature is invalid`,
    next: msg`Only the payment provider sends this request.`,
  },
  promo_exists: {
    title: msg`This promo code already exists`,
    next: msg`Choose another code. Retired codes can’t be reused.`,
  },
  not_refundable: {
    title: msg`This purchase can’t be refunded`,
    next: msg`Nothing was refunded. The purchase is unpaid, already refunded, or its remaining value is too low.`,
  },
  operation_unknown: {
    title: msg`This operation isn’t on the rate card`,
    next: msg`Nothing was charged. Choose an operation from the rate card.`,
  },
  promo_unknown: {
    title: msg`This promo code isn’t valid`,
    next: msg`Check the spelling and retry.`,
  },
  promo_used: {
    title: msg`This promo code was already used`,
    next: msg`Use another code.`,
  },
  promo_expired: {
    title: msg`This promo code has expired`,
    next: msg`Use another code.`,
  },
  promo_not_applicable: {
    title: msg`This promo code doesn’t apply here`,
    next: msg`Enter discount codes at checkout. Some codes are for first purchases only.`,
  },
  subscription_exists: {
    title: msg`This account already has a paid plan`,
    next: msg`Change the plan instead of buying another one.`,
  },
  no_subscription: {
    title: msg`This account is on the free plan`,
    next: msg`Buy a plan first.`,
  },
  no_payment_method: {
    title: msg`No card on file`,
    next: msg`Buy a pack or a plan first, or add a card.`,
  },
  payment_unavailable: {
    title: msg`The payment provider isn’t responding`,
    next: msg`Nothing was charged. Retry in a moment.`,
  },
  spend_limit_reached: {
    title: msg`Monthly spend limit reached`,
    next: msg`Nothing was charged. Raise the limit in Billing, or wait until the first of next month.`,
  },
  step_up_required: {
    title: msg`Your identity wasn’t verified`,
    next: msg`Nothing was changed. Retry and verify your identity.`,
  },
  insufficient_scope: {
    title: msg`This API key lacks a required scope`,
    next: msg`Create a key with the missing scope.`,
  },
  session_required: { title: msg`API keys can’t do this`, next: msg`Sign in to the dashboard instead.` },
  forbidden: { title: msg`Administrators only`, next: msg`Ask the administrator of this server.` },
  permission_missing: {
    title: msg`Your role doesn’t allow this`,
    next: msg`Ask an owner or admin of the business.`,
  },
  business_inactive: {
    title: msg`This business can’t be changed right now`,
    next: msg`You can still view everything. Ask an owner of the business.`,
  },
  account_locked: {
    title: msg`This account is locked`,
    next: msg`Contact the administrator of this service.`,
  },
  file_quarantined: {
    title: msg`This file is in quarantine`,
    next: msg`An administrator blocked it. Contact the administrator to have it released.`,
  },
  own_account: {
    title: msg`You can’t do this to your own account`,
    next: msg`Ask another administrator.`,
  },
  second_factor_required: {
    title: msg`This business requires two-factor authentication`,
    next: msg`Set it up in Security, then retry.`,
  },
  rank_too_low: {
    title: msg`Your role is too low for this`,
    next: msg`Nothing was changed. Ask a member with a higher role.`,
  },
  share_rule: {
    title: msg`A business policy doesn’t allow this link`,
    next: msg`Correct the highlighted fields. Owners and admins can change the policy.`,
  },
  email_domain_refused: {
    title: msg`The business doesn’t allow this e-mail address`,
    next: msg`Use an address in an allowed domain. Owners and admins can change the policy.`,
  },
  cross_origin: {
    title: msg`The request came from another site`,
    next: msg`Open the dashboard at its own URL and retry.`,
  },
  not_found: {
    title: msg`Page not found`,
    next: msg`It may have been deleted, or it belongs to another account.`,
  },
  missing_trailing_slash: { title: msg`URL not found`, next: msg`Reload the page.` },
  method_not_allowed: { title: msg`This action isn’t supported here`, next: msg`Reload the page.` },
  username_taken: { title: msg`This user name is taken`, next: msg`Choose another one.` },
  email_taken: {
    title: msg`An account already uses this e-mail address`,
    next: msg`Sign in with it, or use another address.`,
  },
  identity_conflict: {
    title: msg`An account with this e-mail address already exists`,
    next: msg`Sign in with its password, then connect this sign-in on the Account page.`,
  },
  identity_taken: {
    title: msg`This sign-in is already connected to another account`,
    next: msg`Disconnect it there first, or use another one.`,
  },
  last_sign_in: {
    title: msg`This is the only way to sign in to this account`,
    next: msg`Set a password first.`,
  },
  limit_reached: {
    title: msg`Limit reached`,
    next: msg`There are as many as allowed. Delete one you don’t need, then try again.`,
  },
  not_finished: {
    title: msg`The conversion is still running`,
    next: msg`The result will be available when it completes.`,
  },
  already_finished: {
    title: msg`The conversion has already finished`,
    next: msg`There is nothing to cancel.`,
  },
  business_misfit: {
    title: msg`This action isn’t available right now`,
    next: msg`Nothing was changed. Reload the page to see the current state.`,
  },
  webhook_disabled: {
    title: msg`The webhook is disabled`,
    next: msg`Enable it, then send the events again.`,
  },
  verification_incomplete: {
    title: msg`The verification is incomplete`,
    next: msg`Add the highlighted documents and fields, then submit again.`,
  },
  already_member: {
    title: msg`This person is already a member`,
    next: msg`To change their role, use the member list.`,
  },
  member_changed: {
    title: msg`Someone else changed this member`,
    next: msg`Nothing was changed. Check the current role, then repeat your change.`,
  },
  account_state: {
    title: msg`The account has changed in the meantime`,
    next: msg`Reload to see its current state.`,
  },
  last_owner: {
    title: msg`The business needs an owner`,
    next: msg`Transfer the business to another member first, or close it.`,
  },
  other_account: {
    title: msg`The invitation is for another e-mail address`,
    next: msg`Sign in with the invited address, or accept with this account.`,
  },
  idempotency_conflict: {
    title: msg`The same request was sent with different content`,
    next: msg`Reload the page and retry. Nothing was charged twice.`,
  },
  expired: {
    title: msg`The file has expired`,
    next: msg`Results are kept for a limited time. Convert the original again.`,
  },
  link_expired: {
    title: msg`This link no longer works`,
    next: msg`It was already used or has expired. Request a new one.`,
  },
  challenge_expired: { title: msg`Time limit exceeded`, next: msg`Start again. Nothing was changed.` },
  file_too_large: {
    title: msg`The file is too large`,
    next: msg`Reduce its size or split it. Nothing was charged.`,
  },
  body_too_large: {
    title: msg`The request is too large`,
    next: msg`Send less data at once. Nothing was charged.`,
  },
  unsupported_media_type: {
    title: msg`The server didn’t understand the request`,
    next: msg`Reload the page and retry.`,
  },
  too_many_requests: { title: msg`Too many requests`, next: msg`Wait a minute, then retry.` },
  internal: {
    title: msg`Something went wrong on our side`,
    next: msg`Nothing was charged. Retry, or contact support with the code below.`,
  },
  unavailable: {
    title: msg`The server is unavailable`,
    next: msg`Nothing was changed or charged. Retry in a few minutes.`,
  },
  storage_full: {
    title: msg`The server is out of storage`,
    next: msg`Nothing was charged. Delete old files, or contact the administrator.`,
  },
}
