import { useLingui } from '@lingui/react'
import { formatDate, formatMoment } from '../../lib/format-date.ts'

/** Moments in this language: a day, and a day with its time, both as they stand in a sentence. */
export function useWhen() {
  const { i18n } = useLingui()
  const style = { locale: i18n.locale }
  return {
    day: (at: string) => formatDate(new Date(at), style),
    moment: (at: string) => formatMoment(new Date(at), style),
    /** At the beginning of a line. */
    lineMoment: (at: string) => {
      const text = formatMoment(new Date(at), style)
      return text.charAt(0).toLocaleUpperCase(i18n.locale) + text.slice(1)
    },
  }
}

/** Whole days from now until then, at least none. */
export const daysLeft = (at: string): number =>
  Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 86_400_000))
