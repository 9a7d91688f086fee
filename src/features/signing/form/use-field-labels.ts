import { useLingui } from '@lingui/react/macro'
import { type Filled, type SignField, standing } from './steps.ts'
import { useKindLabels } from './use-kind-labels.ts'

/** The text in a field on the page, and its accessible name, which contains that text. */
export function useFieldLabels(): (
  field: SignField,
  filled: Filled,
) => { text: string | null; name: string } {
  const { t } = useLingui()
  const words = useKindLabels()
  return (field, filled) => {
    const { kind, required } = field
    const called = field.label || words[kind]
    if (kind === 'signature' || kind === 'initials') {
      if (filled[kind]) return { text: null, name: t`${called}, completed` }
      const asks = kind === 'signature' ? t`Sign here` : t`Initials`
      return { text: asks, name: t`${asks}: ${called}` }
    }
    const value = standing(field, filled)
    const empty = value === null || value === '' || value === false
    if (empty && !required) return { text: called, name: t`${called}, optional` }
    if (empty) return { text: called, name: t`${called}, required` }
    if (typeof value !== 'string' || kind === 'attachment' || kind === 'radio')
      return { text: kind === 'attachment' ? called : null, name: t`${called}, completed` }
    return { text: value, name: t`${called}: ${value}` }
  }
}
