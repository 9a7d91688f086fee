import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

/** How long results are kept, in whole days above one day. */
export function useRetention(): (hours: number) => string {
  const { t } = useLingui()
  return (hours) => {
    const days = Math.floor(hours / 24)
    return days > 0
      ? t({ message: plural(days, { one: '# day', other: '# days' }) })
      : t({ message: plural(hours, { one: '# hour', other: '# hours' }) })
  }
}
