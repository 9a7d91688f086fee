import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DocumentKind } from '../../../../../contract/business-states.ts'

export const KIND_WORDS: Record<DocumentKind, MessageDescriptor> = {
  registration_certificate: msg`Certificate of registration`,
  proof_of_address: msg`Proof of address`,
  owner_identity: msg`Proof of identity`,
  tax_registration: msg`Tax registration`,
  other: msg`Other document`,
}

/** Accepted documents of each type. */
export const KIND_HINTS: Record<DocumentKind, MessageDescriptor> = {
  registration_certificate: msg`Commercial register extract, no older than one year`,
  proof_of_address: msg`Utility bill, bank statement or tax letter from the last three months`,
  owner_identity: msg`An owner’s passport or ID card, both sides`,
  tax_registration: msg`Tax or VAT certificate`,
  other: msg`Any supporting document`,
}

/** The file dialog's filter; the server checks the content. */
export const ACCEPT = '.pdf,.jpg,.jpeg,.png,.webp,.tif,.tiff,.heic,application/pdf,image/*'
