import { useLingui } from '@lingui/react/macro'
import { useMfaSecurity } from '../../../api/mfa.ts'
import { useWhen } from './use-when.ts'

/** When the sign-in settings were last changed. */
export function ChangedNote() {
  const { t } = useLingui()
  const { day } = useWhen()
  const { data } = useMfaSecurity()
  const changed = data?.last_changed_at ? day(data.last_changed_at) : null
  return changed && t`Last changed ${changed}`
}
