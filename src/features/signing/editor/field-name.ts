import { useLingui } from '@lingui/react/macro'
import type { SigningField } from '../../../api/signing.ts'
import { kindOf } from './kinds.ts'

/** What a field is called: by its label, or by what it is. */
export function useFieldName(): (field: SigningField) => string {
  const { i18n } = useLingui()
  return ({ kind, label }) => label || i18n._(kindOf(kind).label)
}
