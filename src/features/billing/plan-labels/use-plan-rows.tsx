import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PricingPlan } from '../../../api/pricing.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatNumber } from '../../../lib/format-number.ts'

/** The features of plans, one per row. Features that no plan limits are omitted. */
export function usePlanRows(plans: readonly PricingPlan[]) {
  const { t, i18n } = useLingui()
  const number = (value: number) => formatNumber(value, i18n.locale)
  const orAll = (value: number | null) => (value === null ? t`Unlimited` : number(value))
  const days = (hours: number) =>
    t({ message: plural(Math.round(hours / 24), { one: '# day', other: '# days' }) })
  const isLimited = (limit: 'parallel_conversions' | 'requests_per_minute' | 'members') =>
    plans.some(({ limits }) => limits[limit] !== null)
  return [
    {
      label: t`Credits per month`,
      show: ({ credits, interval }: PricingPlan) => (
        <>
          <strong className="font-strong">{number(credits)}</strong>
          {interval === null && <span className="text-ink-soft"> {t`one time`}</span>}
        </>
      ),
    },
    {
      label: t`Upload size`,
      show: ({ limits }: PricingPlan) => formatBytes(limits.max_upload_bytes, i18n.locale),
    },
    { label: t`File retention`, show: ({ limits }: PricingPlan) => days(limits.keep_hours) },
    {
      label: t`Storage`,
      show: ({ storage_bytes }: PricingPlan) => formatBytes(storage_bytes, i18n.locale),
    },
    ...(isLimited('parallel_conversions')
      ? [
          {
            label: t`Parallel conversions`,
            show: ({ limits }: PricingPlan) => orAll(limits.parallel_conversions),
          },
        ]
      : []),
    ...(isLimited('requests_per_minute')
      ? [
          {
            label: t`API requests`,
            show: ({ limits: { requests_per_minute: requests } }: PricingPlan) =>
              requests === null ? t`Unlimited` : t`${number(requests)} per minute`,
          },
        ]
      : []),
    ...(isLimited('members')
      ? [{ label: t`Members`, show: ({ limits }: PricingPlan) => orAll(limits.members) }]
      : []),
  ]
}
