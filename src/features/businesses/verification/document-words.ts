import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DocumentKind } from '../../../../contract/business-states.ts'

export const KIND_WORDS: Record<DocumentKind, MessageDescriptor> = {
  registration_certificate: msg`Certificate of registration`,
  proof_of_address: msg`Proof of address`,
  owner_identity: msg`Owner’s identity`,
  tax_registration: msg`Tax registration`,
  other: msg`Other document`,
}

/** What is accepted as such a document. */
export const KIND_HINTS: Record<DocumentKind, MessageDescriptor> = {
  registration_certificate: msg`Extract of the commercial register, not older than a year`,
  proof_of_address: msg`Utility bill, bank statement or tax letter of the last three months`,
  owner_identity: msg`Passport or identity card of an owner, both sides`,
  tax_registration: msg`Certificate of the tax or VAT number`,
  other: msg`Anything that explains the rest`,
}

/** What the file dialog offers; the service decides by the bytes. */
export const ACCEPT = '.pdf,.jpg,.jpeg,.png,.webp,.tif,.tiff,.heic,application/pdf,image/*'
