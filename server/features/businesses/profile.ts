import type { z } from 'zod'
import type { UpdateBusinessJson } from '../../../contract/businesses.ts'
import type { BusinessRow } from '../../core/schema.ts'

/** Columns of the profile, by their names on the wire. */
export const PROFILE_COLUMNS = {
  legal_name: 'legalName',
  registration_number: 'registrationNumber',
  tax_id: 'taxId',
  industry: 'industry',
  website: 'website',
  email: 'email',
  phone: 'phone',
  address_line1: 'addressLine1',
  address_line2: 'addressLine2',
  city: 'city',
  state: 'state',
  postal_code: 'postalCode',
  country: 'country',
  description: 'description',
} as const satisfies Partial<Record<keyof z.output<typeof UpdateBusinessJson>, keyof BusinessRow>>

export type ProfileField = keyof typeof PROFILE_COLUMNS
const FIELDS = Object.keys(PROFILE_COLUMNS) as ProfileField[]

type Sent = Partial<Record<ProfileField, string | undefined>>

/** Fields of the profile that were sent, as columns. */
export const columnsOf = (json: Sent): Partial<BusinessRow> =>
  Object.fromEntries(
    FIELDS.filter((field) => json[field] !== undefined).map((field) => [PROFILE_COLUMNS[field], json[field]]),
  )
