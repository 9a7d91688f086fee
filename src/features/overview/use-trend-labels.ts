import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { TrendRow, UsageTrend } from '../../api/usage.ts'
import type { Family } from '../../lib/families.ts'
import { dayOf, formatDate, formatDayShort, formatWeekdayShort } from '../../lib/format-date.ts'
import { formatChange, formatNumber } from '../../lib/format-number.ts'
import { FAMILY_WORDS } from '../convert/conversion/index.ts'

/** Texts of a trend: its days, totals, and a bar as a sentence. */
export function useTrendLabels(trend: UsageTrend) {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const weekly = trend.step === 'week'
  const count = trend.rows.length
  const number = (value: number) => formatNumber(value, locale)
  const word = (family: Family) => i18n._(FAMILY_WORDS[family])

  const period = weekly
    ? t({ message: plural(count, { one: '# week', other: '# weeks' }) })
    : t({ message: plural(count, { one: '# day', other: '# days' }) })

  const bar = ({ date }: TrendRow): string => {
    const first = formatDayShort(dayOf(date), { locale })
    return weekly ? t`Week of ${first}` : formatWeekdayShort(dayOf(date), { locale })
  }

  const sums = (): string => {
    const [now, before] = [trend.total.conversions, trend.previous.conversions]
    const all = number(now)
    if (now === 0) return t`None in ${period}`
    if (before === 0) return t`${all} in ${period}`
    if (now === before) return t`${all} in ${period}, same as before`
    // A percentage of a handful is meaningless.
    if (before < 10 && now > before) return t`${all} in ${period}, up from ${number(before)}`
    const change = formatChange(before, now, locale)
    return now > before ? t`${all} in ${period}, up ${change}` : t`${all} in ${period}, down ${change}`
  }

  const sentence = (row: TrendRow, families: readonly Family[]): string => {
    const when = weekly
      ? t`Week of ${formatDate(dayOf(row.date), { locale })}`
      : formatDate(dayOf(row.date), { locale })
    const all = t({ message: plural(row.conversions, { one: '# conversion', other: '# conversions' }) })
    const each = families
      .filter((family) => row.families[family] > 0)
      .map((family) => `${word(family)} ${number(row.families[family])}`)
      .join(', ')
    const [failed, before] = [number(row.failed), number(row.previous.conversions)]
    const parts = [
      t`${when}: ${all}.`,
      each && `${each}.`,
      t`${failed} failed, ${before} in the previous period.`,
    ]
    return parts.filter(Boolean).join(' ')
  }

  return { number, word, period, bar, sums, sentence }
}
