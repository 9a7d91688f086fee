import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { PricingPlan } from '../../../api/pricing.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { serverText } from '../../../lib/server-text.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { usePlanRows } from '../plan-labels/index.ts'

/** One card per plan: side by side, or stacked on phones. */
export function Plans({ plans }: { plans: readonly PricingPlan[] }) {
  const { t, i18n } = useLingui()
  const rows = usePlanRows(plans)
  return (
    <ul className="grid divide-line max-lg:divide-y lg:auto-cols-fr lg:grid-flow-col lg:divide-x">
      {plans
        .filter(({ interval }) => interval !== 'year')
        .map((plan) => (
          <li key={plan.code} className="grid content-start gap-3 p-4">
            <div>
              <h3 className="flex flex-wrap items-center gap-2">
                <span className="title text-lead" translate="no">
                  {plan.name}
                </span>
                {plan.popular && <Badge>{t`Recommended`}</Badge>}
              </h3>
              <p className="text-small text-ink-soft">{serverText(i18n, plan.description)}</p>
            </div>
            <p className="lg:min-h-12">
              <span className="title text-figure">{formatMoney(plan.price, i18n.locale, 'short')}</span>{' '}
              <span className="text-ink-soft">{t`per month`}</span>
              <YearPrice of={plan} plans={plans} />
            </p>
            <Button
              wide
              variant={plan.popular ? 'primary' : 'second'}
              render={
                <Link
                  to={
                    plan.interval === null ? paths.signUp() : paths.signUp({ return: paths.billing('plans') })
                  }
                />
              }
            >
              {plan.interval === null ? t`Start for free` : t`Choose`}
              <span className="sr-only" translate="no">
                {' '}
                {plan.name}
              </span>
            </Button>
            <dl className="grid gap-1.5">
              {rows.map(({ label, show }) => (
                <div key={label} className="flex justify-between gap-4">
                  <dt className="text-ink-soft">{label}</dt>
                  <dd className="text-end">{show(plan)}</dd>
                </div>
              ))}
            </dl>
            {plan.features.length > 0 && (
              <ul className="list-disc ps-5 text-small" translate="no">
                {plan.features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
    </ul>
  )
}

/** The yearly price of the same plan, if it has one. */
function YearPrice({ of, plans }: { of: PricingPlan; plans: readonly PricingPlan[] }) {
  const { t, i18n } = useLingui()
  const year = plans.find(({ code, interval }) => code === of.code && interval === 'year')
  if (!year) return null
  const price = formatMoney(year.price, i18n.locale, 'short')
  return <span className="block text-small text-ink-soft">{t`or ${price} per year`}</span>
}
