import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { MfaStatus } from '../../api/mfa.ts'

/** How many a set has; more are never made at once. */
const SET = 10

/** How many backup codes are left, in a line. */
export function BackupFacts({ status: { is_enabled, backup_codes_count: left } }: { status: MfaStatus }) {
  const { t } = useLingui()
  if (!is_enabled) return t`They come with the first second factor`
  const lasts = t({ message: plural(left, { one: `# of ${SET} is left.`, other: `# of ${SET} are left.` }) })
  return left <= 3 ? `${lasts} ${t`A new set replaces them`}` : `${lasts} ${t`Each works one time`}`
}
