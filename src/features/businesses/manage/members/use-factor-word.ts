import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { BusinessUser } from '../../../../api/business-users.ts'

const DAY = 86_400_000

interface FactorWord {
  word: string
  has: boolean
  /** It is required, and they have none. */
  warn: boolean
}

/** Whether a member has a second factor, and how long they may continue without one. */
export function useFactorWord(): (member: BusinessUser, now?: number) => FactorWord {
  const { t } = useLingui()
  return ({ has_second_factor: has, second_factor_due: due }, now = Date.now()) => {
    if (has) return { word: t`On`, has: true, warn: false }
    if (!due) return { word: t`Off`, has: false, warn: false }
    const days = Math.ceil((new Date(due).getTime() - now) / DAY)
    return {
      word:
        days > 0
          ? t({ message: plural(days, { one: 'Off, # day left', other: 'Off, # days left' }) })
          : t`Off, access blocked`,
      has: false,
      warn: true,
    }
  }
}
