import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '../../api/errors.ts'

export interface ProblemWords {
  /** What happened. */
  title: MessageDescriptor
  /** What to do about it, and whether anything was charged where that could be asked. */
  next: MessageDescriptor
}

/** Every way in which a request can fail has its words here; a code without them does not compile. */
export const PROBLEM_TEXT: Record<ErrorCode, ProblemWords> = {
  offline: {
    title: msg`This device is offline`,
    next: msg`What you see may be old. It goes on by itself when the network is back.`,
  },
  unreachable: {
    title: msg`The service did not answer`,
    next: msg`Nothing was changed or charged. Try again in a moment.`,
  },
  invalid_request: {
    title: msg`Something in the request is not right`,
    next: msg`Look at the fields that are marked and try again.`,
  },
  malformed_body: {
    title: msg`The request could not be read`,
    next: msg`Load the page again and repeat it. Nothing was charged.`,
  },
  upload_incomplete: {
    title: msg`The upload ended early`,
    next: msg`Send the file again. Nothing was charged.`,
  },
  file_missing: { title: msg`No file arrived`, next: msg`Add the file again. Nothing was charged.` },
  file_empty: {
    title: msg`The file is empty`,
    next: msg`It has no bytes in it. Save it again where it comes from, then add it.`,
  },
  unsupported_source: {
    title: msg`This kind of file cannot be converted here`,
    next: msg`Save it in a more common format first. Nothing was charged.`,
  },
  unsupported_target: {
    title: msg`This file cannot become that format`,
    next: msg`Choose another target. Nothing was charged.`,
  },
  malicious_file: {
    title: msg`The file holds known malware`,
    next: msg`It was not kept, and nothing was charged. Check the device that it comes from.`,
  },
  upload_offset_mismatch: {
    title: msg`The upload stands elsewhere`,
    next: msg`It goes on from where the service has it. Try again.`,
  },
  storage_quota_exceeded: {
    title: msg`There is not enough room in your storage`,
    next: msg`Delete what you no longer need, the largest files first. Nothing was sent or charged.`,
  },
  share_locked: {
    title: msg`The link asks for something first`,
    next: msg`Give what it asks for, then go on.`,
  },
  share_password_wrong: {
    title: msg`This is not the link’s password`,
    next: msg`Look at it again, or ask whoever sent you the link.`,
  },
  share_expired: {
    title: msg`The link has expired`,
    next: msg`Ask whoever sent it for a new one.`,
  },
  share_revoked: {
    title: msg`The link was taken back`,
    next: msg`Ask whoever sent it whether there is another one.`,
  },
  share_used_up: {
    title: msg`The link’s downloads are used up`,
    next: msg`Ask whoever sent it for a new one.`,
  },
  share_unavailable: {
    title: msg`The file is not there any more`,
    next: msg`Ask whoever sent the link to share it again.`,
  },
  signing_locked: {
    title: msg`The link asks first who you are`,
    next: msg`Give the code that it asks for, then go on.`,
  },
  signing_misfit: {
    title: msg`It does not fit as things stand`,
    next: msg`Load the page again to see how it stands now. Nothing was changed.`,
  },
  signing_incomplete: {
    title: msg`Something is still to be filled in`,
    next: msg`Fill in the fields that are marked, then sign. Nothing was signed.`,
  },
  signing_changed: {
    title: msg`The draft was changed elsewhere`,
    next: msg`Load it again and repeat your change, so that nothing of the other one is lost.`,
  },
  pairing_required: {
    title: msg`This needs a paired phone`,
    next: msg`Scan the code on the desk with the phone.`,
  },
  scan_closed: {
    title: msg`The scan session has ended`,
    next: msg`Open a new session at the desk.`,
  },
  scan_page_changed: {
    title: msg`The page was changed on the other device`,
    next: msg`The newest version is shown. Repeat your change if it is still needed.`,
  },
  scan_page_conflict: {
    title: msg`The page has another photo already`,
    next: msg`Take the photo again.`,
  },
  scan_incomplete: {
    title: msg`A page is still being uploaded`,
    next: msg`Wait for it, delete it, or create the PDF without it.`,
  },
  signing_closed: {
    title: msg`There is nothing to sign any more`,
    next: msg`Everybody has signed, or it was ended. Ask whoever sent it.`,
  },
  url_refused: {
    title: msg`This address is not fetched from`,
    next: msg`Only addresses on the public internet are. Download the file yourself and add it here.`,
  },
  url_failed: {
    title: msg`The file could not be fetched`,
    next: msg`Open the address in your browser to see what it gives, or download the file and add it here.`,
  },
  inspection_failed: {
    title: msg`The file could not be looked into`,
    next: msg`It may be damaged. Check that it opens elsewhere.`,
  },
  pipeline_invalid: {
    title: msg`A step of the pipeline cannot run`,
    next: msg`Open the pipeline and mend the step that is marked. Nothing was charged.`,
  },
  pipeline_unreadable: {
    title: msg`This is no pipeline that can be read`,
    next: msg`Choose a file that was exported as a pipeline.`,
  },
  weak_password: {
    title: msg`This password is too easy to guess`,
    next: msg`Choose another. A few words in a row are best.`,
  },
  invalid_code: { title: msg`The code is not right`, next: msg`Look at it again, or ask for a new one.` },
  method_unavailable: {
    title: msg`This way of confirming is not set up`,
    next: msg`Choose another way.`,
  },
  provider_failed: {
    title: msg`Signing in there did not work`,
    next: msg`Begin again, or sign in with a password.`,
  },
  invalid_options: {
    title: msg`An option is out of bounds`,
    next: msg`Open the options, mend what is marked, and run it again. Nothing was charged.`,
  },
  unauthenticated: {
    title: msg`Sign in to go on`,
    next: msg`Your session has ended. Your files are still there.`,
  },
  invalid_token: { title: msg`This session is not valid any more`, next: msg`Sign in again.` },
  invalid_credentials: {
    title: msg`Name or password is not right`,
    next: msg`Check both. Capital letters count in the password.`,
  },
  insufficient_credits: {
    title: msg`There are not enough credits`,
    next: msg`Nothing was charged. Take files out of the run, or choose cheaper targets.`,
  },
  payment_declined: {
    title: msg`The card was declined`,
    next: msg`Nothing was changed and nothing was charged. Use another card, then try again.`,
  },
  signature_invalid: {
    title: msg`The signature is not valid`,
    next: msg`Only the payment provider sends this request.`,
  },
  promo_exists: {
    title: msg`The promo code exists already`,
    next: msg`Choose another code. Retired codes count too.`,
  },
  not_refundable: {
    title: msg`The purchase cannot be refunded`,
    next: msg`Nothing was paid back. It was not paid, was refunded before, or less is left of it.`,
  },
  operation_unknown: {
    title: msg`The rate card has no such operation`,
    next: msg`Nothing was charged. Choose an operation from the rate card.`,
  },
  promo_unknown: {
    title: msg`The promo code is not valid`,
    next: msg`Check how it is spelled, then try again.`,
  },
  promo_used: {
    title: msg`The promo code was used before`,
    next: msg`Use another code.`,
  },
  promo_expired: {
    title: msg`The promo code has expired`,
    next: msg`Use another code.`,
  },
  promo_not_applicable: {
    title: msg`The promo code does not apply here`,
    next: msg`A code for a discount is entered at the checkout. Some codes are only for a first purchase.`,
  },
  subscription_exists: {
    title: msg`The account has a paid plan`,
    next: msg`Change the plan instead of buying another one.`,
  },
  no_subscription: {
    title: msg`The account has the free plan`,
    next: msg`Buy a plan first.`,
  },
  no_payment_method: {
    title: msg`There is no card to charge`,
    next: msg`Buy a pack or a plan first, or add a card.`,
  },
  payment_unavailable: {
    title: msg`The payment provider does not answer`,
    next: msg`Nothing was charged. Try again in a moment.`,
  },
  spend_limit_reached: {
    title: msg`The monthly spend limit is reached`,
    next: msg`Nothing was charged. Raise the limit in Billing, or wait until the first day of the next month.`,
  },
  step_up_required: {
    title: msg`It was not confirmed that it is you`,
    next: msg`Nothing was changed. Try again and confirm.`,
  },
  insufficient_scope: {
    title: msg`The API key may not do this`,
    next: msg`Make a key with the scope that is missing.`,
  },
  session_required: { title: msg`An API key cannot do this`, next: msg`Sign in to the dashboard for it.` },
  forbidden: { title: msg`This is for who runs the instance`, next: msg`Ask them for it.` },
  permission_missing: {
    title: msg`Your role does not allow this`,
    next: msg`Ask an owner or admin of the business.`,
  },
  business_inactive: {
    title: msg`The business cannot be changed now`,
    next: msg`You can still see everything. Ask an owner of the business.`,
  },
  second_factor_required: {
    title: msg`The business requires a second factor`,
    next: msg`Add one in Security, then repeat it.`,
  },
  rank_too_low: {
    title: msg`Your role is not high enough for this`,
    next: msg`Nothing was changed. Ask a member with a higher role.`,
  },
  share_rule: {
    title: msg`A policy of the business does not allow this link`,
    next: msg`Correct the fields that are marked. Owners and admins can change the policy.`,
  },
  email_domain_refused: {
    title: msg`The business does not allow this e-mail address`,
    next: msg`Use an address of an allowed domain. Owners and admins can change the policy.`,
  },
  cross_origin: {
    title: msg`The request came from another site`,
    next: msg`Open the dashboard by its own address and repeat it.`,
  },
  not_found: {
    title: msg`There is no such thing here`,
    next: msg`It may have been removed, or it belongs to another account.`,
  },
  missing_trailing_slash: { title: msg`There is no such address`, next: msg`Load the page again.` },
  method_not_allowed: { title: msg`That cannot be done here`, next: msg`Load the page again.` },
  username_taken: { title: msg`This user name is taken`, next: msg`Choose another.` },
  email_taken: {
    title: msg`This e-mail address has an account`,
    next: msg`Sign in with it, or use another address.`,
  },
  identity_conflict: {
    title: msg`The address belongs to an account here`,
    next: msg`Sign in with its password, then connect the two on the Account page.`,
  },
  identity_taken: {
    title: msg`This sign-in opens another account already`,
    next: msg`Take it away there first, or use another.`,
  },
  last_sign_in: {
    title: msg`It is the only way to sign in to this account`,
    next: msg`Set a password first.`,
  },
  limit_reached: { title: msg`There are as many as there may be`, next: msg`Remove one that is not needed.` },
  not_finished: {
    title: msg`The conversion has not finished`,
    next: msg`Its result can be had when it is done.`,
  },
  already_finished: { title: msg`The conversion has finished already`, next: msg`There is nothing to stop.` },
  business_misfit: {
    title: msg`This action isn’t available right now`,
    next: msg`Nothing was changed. Load the page again to see the current state.`,
  },
  webhook_disabled: {
    title: msg`The webhook is disabled`,
    next: msg`Enable it, then send the events again.`,
  },
  verification_incomplete: {
    title: msg`The verification is incomplete`,
    next: msg`Add the documents and fields that are marked, then submit again.`,
  },
  already_member: {
    title: msg`The person is already a member`,
    next: msg`To give them another role, change it in the list of members.`,
  },
  member_changed: {
    title: msg`Somebody else changed this member`,
    next: msg`Nothing was changed. Check the current role, then repeat your change.`,
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
    title: msg`The same request was sent with other content`,
    next: msg`Load the page again and repeat it. Nothing was charged twice.`,
  },
  expired: {
    title: msg`The file has expired`,
    next: msg`Results are kept for a while only. Convert the original again.`,
  },
  link_expired: {
    title: msg`The link does not work any more`,
    next: msg`It was used, or it has run out. Ask for a new one.`,
  },
  challenge_expired: { title: msg`It took too long`, next: msg`Begin again. Nothing was changed.` },
  file_too_large: {
    title: msg`The file is too large`,
    next: msg`Make it smaller or split it. Nothing was charged.`,
  },
  body_too_large: {
    title: msg`The request is too large`,
    next: msg`Send less at once. Nothing was charged.`,
  },
  unsupported_media_type: {
    title: msg`The service did not understand the request`,
    next: msg`Load the page again and repeat it.`,
  },
  too_many_requests: { title: msg`Too many requests`, next: msg`Wait a minute, then try again.` },
  internal: {
    title: msg`Something went wrong on our side`,
    next: msg`Nothing was charged. Try again; if it stays, tell support the code below.`,
  },
  unavailable: {
    title: msg`The service is not available`,
    next: msg`Nothing was changed or charged. Try again in a few minutes.`,
  },
  storage_full: {
    title: msg`There is no room to store the file`,
    next: msg`Nothing was charged. Remove old files, or ask who runs this instance.`,
  },
}
