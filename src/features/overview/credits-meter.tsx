import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { UsageSummary } from '../../api/usage.ts'
import { dayOf, formatDate } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { Meter } from '../../ui/meter.tsx'
import { MeterHead } from './meter-head.tsx'

/** The balance, reserved credits, and the forecast. */
export function CreditsMeter({ credits, forecast }: Pick<UsageSummary, 'credits' | 'forecast'>) {
  const { t, i18n } = useLingui()
  const { remaining, granted, held } = credits
  const now = formatNumber(remaining, i18n.locale)
  const all = formatNumber(granted, i18n.locale)
  const of = (value: number) => (granted > 0 ? (100 * value) / granted : 0)
  const then = forecast.credits_at_month_end
  const words = useForecastLabels(remaining, forecast)
  return (
    <section>
      <MeterHead
        title={t`Credits`}
        figure={now}
        note={t`of ${all}`}
        aside={
          held > 0 &&
          t({ message: plural(held, { one: '# held by running files', other: '# held by running files' }) })
        }
      />
      <Meter
        label={t`Credits`}
        says={t`${now} of ${all}`}
        percent={of(remaining)}
        {...(then !== null && remaining > 0 && { forecast: of(then) })}
        {...words}
      />
    </section>
  )
}

function useForecastLabels(remaining: number, forecast: UsageSummary['forecast']) {
  const { t, i18n } = useLingui()
  const { month_end, credits_at_month_end, credits_last_until: last } = forecast
  const say = (date: string) => formatDate(dayOf(date), { locale: i18n.locale })
  if (remaining <= 0) return { warn: true, note: t`No credits left. Running conversions will finish.` }
  if (credits_at_month_end === null) return { note: t`Failed conversions aren’t charged.` }
  const end = say(month_end)
  if (last !== null && last <= month_end) {
    const day = say(last)
    return { warn: true, note: t`Run out around ${day} at the current rate` }
  }
  const left = formatNumber(credits_at_month_end, i18n.locale)
  if (last === null) return { note: t`About ${left} left on ${end}` }
  const day = say(last)
  return { note: t`About ${left} left on ${end}, run out around ${day}` }
}
