import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  formatDate,
  formatDayShort,
  formatMomentLine,
  formatTime,
  formatWeekdayShort,
} from '../../../lib/format-date.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { type Bar, type Bars, countOf } from './bars.ts'
import type { SeriesName } from './series.ts'

/** Texts of a webhook's statistics: a bar's time, the whole period, and a bar as a sentence. */
export function useFigureLabels({ step, bars }: Bars) {
  const { t, i18n } = useLingui()
  const style = { locale: i18n.locale }
  const count = bars.length
  const number = (value: number) => formatNumber(value, i18n.locale)
  const words: Record<SeriesName, string> = {
    succeeded: t`Delivered`,
    failed: t`Failed`,
    pending: t`Pending`,
  }

  const period =
    step === 'hour'
      ? t({ message: plural(count, { one: '# hour', other: '# hours' }) })
      : t({ message: plural(count, { one: '# day', other: '# days' }) })

  /** Below a bar. */
  const name = ({ since }: Bar) =>
    step === 'hour' ? formatTime(new Date(since), style) : formatDayShort(new Date(since), style)

  /** For a table row. */
  const row = ({ since }: Bar) =>
    step === 'hour' ? formatMomentLine(new Date(since), style) : formatWeekdayShort(new Date(since), style)

  /** In full: "Today 14:00 to 15:00". */
  const when = (bar: Bar) => {
    if (step === 'day') return formatWeekdayShort(new Date(bar.since), style)
    const [first, last] = [row(bar), formatTime(new Date(bar.until), style)]
    return t`${first} to ${last}`
  }

  const sentence = (bar: Bar) => {
    const time = step === 'day' ? formatDate(new Date(bar.since), style) : when(bar)
    const all = t({ message: plural(countOf(bar), { one: '# delivery', other: '# deliveries' }) })
    const [succeeded, failed, pending] = [bar.succeeded, bar.failed, bar.pending].map(number)
    return t`${time}: ${all}. ${succeeded} delivered, ${failed} failed, ${pending} pending.`
  }

  return { number, words, period, name, row, when, sentence }
}
