import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { Fault, FormField } from './fields.ts'

/** The error message of a field. */
export function useFaultLabels() {
  const { t } = useLingui()
  return useCallback(
    (fault: Fault, { first }: FormField): string => {
      switch (fault) {
        case 'required':
          return t`This field is required`
        case 'date':
          return t`Enter the date as ${first.format ?? ''}`
        case 'number':
          return t`Enter a number`
        case 'long':
          return t`Up to ${first.maxLength ?? 0} characters`
      }
    },
    [t],
  )
}
