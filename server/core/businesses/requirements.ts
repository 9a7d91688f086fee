import type { z } from 'zod'
import {
  type DocumentKind,
  REQUIRED_DETAILS,
  REQUIRED_DOCUMENTS,
  type VerificationStatus,
} from '../../../contract/business-states.ts'
import type { Business } from '../../../contract/businesses.ts'
import type { FieldError } from '../../../contract/problems.ts'
import type { BusinessDocumentRow, BusinessRow } from '../schema.ts'

type Requirement = z.input<typeof Business>['requirements'][number]
type Document = Pick<BusinessDocumentRow, 'id' | 'kind' | 'status' | 'reason'>

const COLUMNS = {
  legal_name: 'legalName',
  registration_number: 'registrationNumber',
  address_line1: 'addressLine1',
  city: 'city',
  country: 'country',
} as const satisfies Record<(typeof REQUIRED_DETAILS)[number], keyof BusinessRow>

const LABELS: Record<(typeof REQUIRED_DETAILS)[number] | DocumentKind, string> = {
  legal_name: 'The legal name',
  registration_number: 'The registration number',
  address_line1: 'The street and number',
  city: 'The city',
  country: 'The country',
  registration_certificate: 'The registration certificate',
  proof_of_address: 'The proof of address',
  owner_identity: 'The identity document of an owner',
  tax_registration: 'The tax registration',
  other: 'The document',
}

const DETAILS = {
  unverified: 'ready',
  rejected: 'ready',
  submitted: 'submitted',
  in_review: 'submitted',
  verified: 'accepted',
} as const satisfies Record<VerificationStatus, Requirement['status']>

const emptyFields = (business: BusinessRow) =>
  REQUIRED_DETAILS.filter((field) => business[COLUMNS[field]] === '')

/**
 * The requirements of a verification with their states: the profile, then each required document.
 * @param documents of the business, oldest first
 */
export function requirementsOf(business: BusinessRow, documents: readonly Document[]): Requirement[] {
  const missing = emptyFields(business)
  return [
    {
      item: 'details',
      status: missing.length > 0 ? 'missing' : DETAILS[business.verificationStatus],
      missing,
      document_id: null,
      reason: null,
    },
    ...REQUIRED_DOCUMENTS.map((kind) => {
      const newest = documents.findLast((document) => document.kind === kind)
      return {
        item: kind,
        status: newest?.status ?? ('missing' as const),
        missing: [],
        document_id: newest?.id ?? null,
        reason: newest?.reason ?? null,
      }
    }),
  ]
}

/**
 * The missing requirements of a submission, with the field or kind of document as `path`; empty if
 * complete. A rejected document has to be replaced.
 */
export function lackingOf(
  business: BusinessRow,
  documents: readonly Document[],
): z.infer<typeof FieldError>[] {
  return [
    ...emptyFields(business).map((path) => ({ path, message: `${LABELS[path]} is missing.` })),
    ...REQUIRED_DOCUMENTS.flatMap((path) => {
      const given = documents.filter(({ kind }) => kind === path)
      if (given.some(({ status }) => status !== 'rejected')) return []
      const state = given.length > 0 ? 'was rejected. Replace it.' : 'is missing.'
      return [{ path, message: `${LABELS[path]} ${state}` }]
    }),
  ]
}
