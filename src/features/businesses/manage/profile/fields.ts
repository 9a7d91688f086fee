import { useLingui } from '@lingui/react/macro'
import { IDENTITY_FIELDS } from '../../../../../contract/business-states.ts'
import type { Business } from '../../../../api/businesses.ts'

export type FieldName = Extract<
  keyof Business,
  | 'name'
  | 'legal_name'
  | 'registration_number'
  | 'tax_id'
  | 'industry'
  | 'website'
  | 'email'
  | 'phone'
  | 'address_line1'
  | 'address_line2'
  | 'city'
  | 'state'
  | 'postal_code'
  | 'country'
  | 'description'
>

interface ProfileField {
  name: FieldName
  max: number
  wide?: boolean
  long?: boolean
  type?: 'email' | 'url' | 'tel'
  autoComplete?: string
}

/** The profile's fields in form order. */
export const FIELDS: readonly ProfileField[] = [
  { name: 'name', max: 100, wide: true, autoComplete: 'organization' },
  { name: 'legal_name', max: 200, wide: true, autoComplete: 'off' },
  { name: 'registration_number', max: 100, autoComplete: 'off' },
  { name: 'tax_id', max: 100, autoComplete: 'off' },
  { name: 'address_line1', max: 200, wide: true, autoComplete: 'address-line1' },
  { name: 'address_line2', max: 200, wide: true, autoComplete: 'address-line2' },
  { name: 'postal_code', max: 20, autoComplete: 'postal-code' },
  { name: 'city', max: 100, autoComplete: 'address-level2' },
  { name: 'state', max: 100, autoComplete: 'address-level1' },
  { name: 'country', max: 2 },
  { name: 'email', max: 254, type: 'email', autoComplete: 'email' },
  { name: 'phone', max: 50, type: 'tel', autoComplete: 'tel' },
  { name: 'website', max: 300, type: 'url', autoComplete: 'url' },
  { name: 'industry', max: 100, autoComplete: 'off' },
  { name: 'description', max: 2000, wide: true, long: true },
]

/** Fields that a verification checks: they are locked during and after it. */
export const isIdentity = (name: FieldName): boolean =>
  (IDENTITY_FIELDS as readonly FieldName[]).includes(name)

export function useFieldLabels(): Record<FieldName, string> {
  const { t } = useLingui()
  return {
    name: t`Name`,
    legal_name: t`Legal name`,
    registration_number: t`Registration number`,
    tax_id: t`Tax or VAT number`,
    industry: t`Industry`,
    website: t`Website`,
    email: t`E-mail address`,
    phone: t`Phone`,
    address_line1: t`Address line 1`,
    address_line2: t`Address line 2`,
    city: t`City`,
    state: t`State or region`,
    postal_code: t`Postal code`,
    country: t`Country`,
    description: t`Description`,
  }
}
