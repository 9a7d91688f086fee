import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AdminAct } from '../../../api/admin-acts.ts'

/** Texts of actions; a missing one is a type error. */
export const ACT_WORDS: Record<AdminAct, MessageDescriptor> = {
  'account.locked': msg`Account locked`,
  'account.unlocked': msg`Account unlocked`,
  'account.second_factor_reset': msg`Second factor reset`,
  'account.password_link_sent': msg`Password reset link sent`,
  'sessions.ended': msg`Sessions ended`,
  'conversion.cancelled': msg`Conversion cancelled`,
  'conversions.retried': msg`Failed conversions retried`,
  'file.quarantined': msg`File quarantined`,
  'file.released': msg`File released`,
  'purchase.refund_requested': msg`Refund requested`,
  'promo_code.created': msg`Promo code created`,
  'promo_code.retired': msg`Promo code retired`,
  'credits.adjusted': msg`Credits adjusted`,
  'business.review_started': msg`Business review started`,
  'business.verification_decided': msg`Business verification decided`,
  'business.verification_set': msg`Business verification set`,
  'business.status_changed': msg`Business status changed`,
}
export const ACTS = Object.keys(ACT_WORDS) as AdminAct[]
