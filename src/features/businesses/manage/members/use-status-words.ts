import { useLingui } from '@lingui/react/macro'
import type { Status } from './view.ts'

export function useStatusWords(): Record<Status, string> {
  const { t } = useLingui()
  return { active: t`Active`, suspended: t`Suspended`, removed: t`Removed` }
}
