import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Contract, OperationName } from '../../../../contract/contract.ts'

type Sensitive = {
  [N in OperationName]: Contract[N] extends { sensitive: true } ? N : never
}[OperationName]

/** What continues after the confirmation; a missing text is a type error. */
export const REASONS: Record<Sensitive, MessageDescriptor> = {
  deleteMe: msg`Required to delete your account.`,
  changePassword: msg`Required to change your password.`,
  changeEmail: msg`Required to change your e-mail address.`,
  exportMe: msg`Required to export your data.`,
  checkStepUp: msg`You’ll continue where you left off.`,
  linkIdentity: msg`Required to connect a sign-in.`,
  unlinkIdentity: msg`Required to disconnect a sign-in.`,
  setupSms: msg`Required to add a phone number.`,
  setupEmail: msg`Required to add e-mail codes.`,
  setupTotp: msg`Required to add an authenticator app.`,
  confirmMfa: msg`Required to add a verification method.`,
  removeMfa: msg`Required to remove a verification method.`,
  regenerateBackupCodes: msg`Required to renew backup codes.`,
  endSession: msg`Required to sign out a session.`,
  endOtherSessions: msg`Required to sign out other sessions.`,
  endSessionsOf: msg`Required to sign out sessions.`,
  createApiKey: msg`Required to create an API key.`,
  closeBusiness: msg`Required to close the business.`,
  transferBusiness: msg`Required to transfer the business.`,
  refundPurchase: msg`Required to refund a purchase.`,
  createPromoCode: msg`Required to create a promo code.`,
  retryFailures: msg`Required to retry failed conversions.`,
  lockAccount: msg`Required to lock the account.`,
  unlockAccount: msg`Required to unlock the account.`,
  resetSecondFactor: msg`Required to reset the second factor.`,
  sendPasswordLink: msg`Required to send the link.`,
  cancelConversionOf: msg`Required to cancel the conversion.`,
  quarantineFile: msg`Required to quarantine the file.`,
  releaseFile: msg`Required to release the file.`,
  adjustCredits: msg`Required to adjust credits.`,
  listOutbox: msg`Required to open the outbox.`,
}
