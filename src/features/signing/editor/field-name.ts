import { useLingui } from '@lingui/react/macro'
import type { SigningField } from '../../../api/signing.ts'
import { kindOf } from './kinds.ts'

/** The name of a field: its label, or its type. */
export function useFieldName(): (field: SigningField) => string {
  const { i18n } = useLingui()
  return ({ kind, label }) => label || i18n._(kindOf(kind).label)
}
