import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { MfaStatus } from '../../../api/mfa.ts'

/** The number of codes in a set. */
const SET = 10

/** The number of remaining backup codes. */
export function BackupDetails({ status: { is_enabled, backup_codes_count: left } }: { status: MfaStatus }) {
  const { t } = useLingui()
  if (!is_enabled) return t`Created with your first verification method`
  const lasts = t({ message: plural(left, { one: `# of ${SET} left.`, other: `# of ${SET} left.` }) })
  return left <= 3 ? `${lasts} ${t`Renew them to get a new set`}` : `${lasts} ${t`Each code works once`}`
}
