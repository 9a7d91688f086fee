import { useLingui } from '@lingui/react/macro'
import type { SignField } from './steps.ts'

/** The fallback label of a field without a name. */
export function useKindLabels(): Record<SignField['kind'], string> {
  const { t } = useLingui()
  return {
    signature: t`Your signature`,
    initials: t`Your initials`,
    date: t`Date`,
    name: t`Name`,
    email: t`E-mail address`,
    text: t`Text`,
    number: t`Number`,
    checkbox: t`Checkbox`,
    radio: t`Choice`,
    choice: t`Choice`,
    attachment: t`File`,
  }
}
