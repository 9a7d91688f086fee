import { useLingui } from '@lingui/react/macro'
import { faultOf, type OptionField } from './options-schema.ts'

/** The error of an option's value, as a sentence; null if it is valid. */
export function useFaultLabels(): (field: OptionField, value: unknown) => string | null {
  const { t } = useLingui()
  return (field, value) => {
    const fault = faultOf(field, value)
    if (fault === null) return null
    const most = field.kind === 'lines' ? field.most : null
    const [min, max] = field.kind === 'number' ? [field.min, field.max] : [null, null]
    return {
      number: t`Enter a number.`,
      low: t`At least ${min}.`,
      high: t`At most ${max}.`,
      pattern: t`The format is invalid.`,
      many: t`At most ${most} lines.`,
    }[fault]
  }
}
