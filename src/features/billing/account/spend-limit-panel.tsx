import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useBillingSettings } from '../../../api/billing.ts'
import { useUsageSummary } from '../../../api/usage.ts'
import { dayOf, formatDate } from '../../../lib/format-date.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { paths } from '../../../paths.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Coming, Problem } from '../../problems/index.ts'
import { limitReachedOn } from './forecast.ts'

/** The monthly spend limit, and low balance alerts. */
export function SpendLimitPanel() {
  const { t, i18n } = useLingui()
  const { data, error, refetch, isPaused } = useBillingSettings()
  const forecast = useUsageSummary().data?.forecast
  const reached =
    data && forecast && limitReachedOn(data, forecast.credits_per_day, dayOf(forecast.month_end), new Date())
  const number = (value: number) => formatNumber(value, i18n.locale)
  return (
    <Panel
      title={t`Spend limit`}
      actions={
        <Link to={paths.billing('settings')} className="link">
          {t`Edit`}
        </Link>
      }
    >
      {error && !data ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Coming paused={isPaused} rows={3} />
      ) : (
        <div className="grid gap-3">
          {data.spend_limit === null ? (
            <p className="text-ink-soft">{t`No limit. ${number(data.spent)} credits spent this month.`}</p>
          ) : (
            <div className="grid gap-1.5">
              <p>
                <strong className="title text-figure">{number(data.spent)}</strong>{' '}
                <span className="text-ink-soft">{t`of ${number(data.spend_limit)} credits`}</span>
              </p>
              <Meter
                label={t`Spend limit`}
                says={t`${number(data.spent)} of ${number(data.spend_limit)} credits`}
                percent={(100 * data.spent) / data.spend_limit}
              />
              {reached && (
                <p className="text-small text-ink-soft">
                  {t`At the current rate, you’ll reach it around ${formatDate(reached, { locale: i18n.locale })}.`}
                </p>
              )}
            </div>
          )}
          <FactList
            facts={[
              ...(data.spend_limit === null
                ? []
                : [
                    {
                      name: t`When the limit is reached`,
                      value:
                        data.spend_limit_action === 'refuse' ? t`Refuse new work` : t`Notify, keep working`,
                    },
                  ]),
              {
                name: t`Low balance alert`,
                value: data.low_balance > 0 ? t`Below ${number(data.low_balance)} credits` : t`Off`,
              },
              { name: t`Automatic top-up`, value: data.top_up.is_enabled ? t`On` : t`Off` },
            ]}
          />
        </div>
      )}
    </Panel>
  )
}
