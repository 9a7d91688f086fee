import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { Fault, FormField } from './fields.ts'

/** What is wrong with a field, for a person. */
export function useFaultWords() {
  const { t } = useLingui()
  return useCallback(
    (fault: Fault, { first }: FormField): string => {
      switch (fault) {
        case 'required':
          return t`Has to be filled in`
        case 'date':
          return t`Write the date like ${first.format ?? ''}`
        case 'number':
          return t`Write a number`
        case 'long':
          return t`At most ${first.maxLength ?? 0} characters`
      }
    },
    [t],
  )
}
