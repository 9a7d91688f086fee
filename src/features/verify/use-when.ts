import { useLingui } from '@lingui/react/macro'
import { formatDate, formatTimeExact } from '../../lib/format-date.ts'

/** A time with seconds, year and zone, because it may be read in another country and year. */
export function useWhen() {
  const { i18n } = useLingui()
  const style = { locale: i18n.locale, now: new Date(0) }
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    when: (at: number) =>
      `${formatDate(new Date(at), style)} ${formatTimeExact(new Date(at), style)} (${zone})`,
    day: (at: number) => formatDate(new Date(at), style),
  }
}
