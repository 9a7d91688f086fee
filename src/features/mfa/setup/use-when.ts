import { useLingui } from '@lingui/react'
import { formatDate, formatMoment, formatMomentLine } from '../../../lib/format-date.ts'

/**
 * Formats times in this language: a day, or a day with its time, for a sentence or the start of a
 * line.
 */
export function useWhen() {
  const { i18n } = useLingui()
  const style = { locale: i18n.locale }
  const capital = (text: string) => text.charAt(0).toLocaleUpperCase(i18n.locale) + text.slice(1)
  const day = (at: string) => formatDate(new Date(at), style)
  const moment = (at: string) => formatMoment(new Date(at), style)
  return {
    capital,
    day,
    moment,
    lineMoment: (at: string) => formatMomentLine(new Date(at), style),
    /** With the time within two days. */
    lineDay: (at: string) =>
      Date.now() - Date.parse(at) < TWO_DAYS ? formatMomentLine(new Date(at), style) : day(at),
  }
}

const TWO_DAYS = 2 * 86_400_000

/** Whole days from now until then, at least 0. */
export const daysLeft = (at: string): number =>
  Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 86_400_000))
