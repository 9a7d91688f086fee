import { useLingui } from '@lingui/react/macro'
import type { Requirement } from './requirement.ts'

/** The status of a requirement. */
export function useItemLabels(): Record<Requirement['status'], string> {
  const { t } = useLingui()
  return {
    missing: t`Missing`,
    ready: t`Ready to submit`,
    submitted: t`Submitted`,
    accepted: t`Accepted`,
    rejected: t`Rejected`,
  }
}
