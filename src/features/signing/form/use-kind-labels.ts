import { useLingui } from '@lingui/react/macro'
import type { SignField } from './steps.ts'

/** What a field is called that has no name of its own. */
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
