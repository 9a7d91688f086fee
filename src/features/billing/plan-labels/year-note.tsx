import { useLingui } from '@lingui/react/macro'
import type { PricingPlan } from '../../../api/pricing.ts'
import { formatNumber } from '../../../lib/format-number.ts'

/** "A year costs 10 months", if that applies to every plan. */
export function YearNote({ plans }: { plans: readonly PricingPlan[] }) {
  const { t, i18n } = useLingui()
  const shares = plans
    .filter(({ interval }) => interval === 'year')
    .map(({ code, price }) => {
      const month = plans.find((one) => one.code === code && one.interval === 'month')
      return month ? price.amount / month.price.amount : 12
    })
  const [first] = shares
  if (first === undefined || first >= 12 || shares.some((share) => share !== first)) return null
  const months = formatNumber(first, i18n.locale)
  return (
    <span className="text-small text-ink-soft max-sm:hidden">{t`12 months for the price of ${months}`}</span>
  )
}
