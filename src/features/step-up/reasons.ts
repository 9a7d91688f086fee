import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Contract, OperationName } from '../../../contract/contract.ts'

type Sensitive = {
  [N in OperationName]: Contract[N] extends { sensitive: true } ? N : never
}[OperationName]

/** What goes on once it is confirmed. A sensitive operation without its words does not compile. */
export const REASONS: Record<Sensitive, MessageDescriptor> = {
  deleteMe: msg`Then the account’s deletion is planned.`,
  changePassword: msg`Then the password is changed.`,
  changeEmail: msg`Then a link is sent to the new address.`,
  exportMe: msg`Then your data is put together.`,
  checkStepUp: msg`Then it goes on where you were.`,
  linkIdentity: msg`Then the sign-in is connected.`,
  unlinkIdentity: msg`Then the sign-in is taken away.`,
  setupSms: msg`Then the phone can be added.`,
  setupEmail: msg`Then codes by e-mail can be added.`,
  setupTotp: msg`Then the authenticator app can be added.`,
  confirmMfa: msg`Then the new way of confirming is added.`,
  removeMfa: msg`Then the way of confirming is taken away.`,
  regenerateBackupCodes: msg`Then new backup codes are made.`,
  endSession: msg`Then the session is ended.`,
  endOtherSessions: msg`Then the other sessions are ended.`,
  endSessionsOf: msg`Then the sessions are ended.`,
  createApiKey: msg`Then the API key is made.`,
  closeBusiness: msg`Then the business is closed.`,
  transferBusiness: msg`Then the business is transferred.`,
  refundPurchase: msg`Then the purchase is refunded.`,
  createPromoCode: msg`Then the promo code is created.`,
  adjustCredits: msg`Then the credits are adjusted.`,
  listOutbox: msg`Then the outbox is opened.`,
}
