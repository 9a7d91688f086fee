import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Business } from '../../../../api/businesses.ts'
import { VERIFICATION_WORDS } from '../../labels/index.ts'

/** Open items of the verification, or its status: "1 rejected". */
export function useVerificationNote({ verification_status, requirements }: Business): string | undefined {
  const { t, i18n } = useLingui()
  const rejected = requirements.filter(({ status }) => status === 'rejected').length
  const missing = requirements.filter(({ status }) => status === 'missing').length
  if (rejected > 0) return t({ message: plural(rejected, { one: '# rejected', other: '# rejected' }) })
  if (verification_status === 'unverified' && missing > 0)
    return t({ message: plural(missing, { one: '# missing', other: '# missing' }) })
  return i18n._(VERIFICATION_WORDS[verification_status]).toLocaleLowerCase(i18n.locale)
}
