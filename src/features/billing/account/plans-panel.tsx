import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Interval, Plan, Pricing, PricingPlan } from '../../../api/billing.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { usePlanRows, YearNote } from '../plan-labels/index.ts'
import { PlanButton } from './plan-button.tsx'
import { cheapestPlan, type PriceForUse, priceForUse, type Use } from './price-for.ts'

type PlansPanelProps = {
  pricing: Pricing
  /** The plans of the selected interval, and the free one. */
  offered: readonly PricingPlan[]
  current: Plan
  use: Use
  files: number
  interval: Interval
  onInterval: (interval: Interval) => void
}

/**
 * Plans side by side; on phones one at a time. Each price has an estimate by the last 30 days'
 * usage.
 */
export function PlansPanel(props: PlansPanelProps) {
  const { pricing, offered, current, use, files, interval, onInterval } = props
  const { t, i18n } = useLingui()
  const phone = useMedia('(max-width: 47.99rem)')
  const best = cheapestPlan(offered, pricing.packs, use)?.plan.code
  const [picked, setPicked] = useState<string | null>(null)
  const shown = picked ?? best ?? current.plan
  const plans = phone ? offered.filter(({ code }) => code === shown) : offered
  const number = (value: number) => formatNumber(value, i18n.locale)
  const credits = number(use.credits)
  const rows = usePlanRows(offered)
  return (
    <Panel
      title={t`Plans`}
      note={t({
        message: plural(files, {
          one: `Based on your last 30 days: ${credits} credits, # file`,
          other: `Based on your last 30 days: ${credits} credits, # files`,
        }),
      })}
      actions={
        <>
          <YearNote plans={pricing.plans} />
          <Segmented
            label={t`Billing period`}
            options={[
              { value: 'month', label: t`Month` },
              { value: 'year', label: t`Year` },
            ]}
            value={interval}
            onChange={onInterval}
          />
        </>
      }
      flush
    >
      {phone && (
        <div className="border-b border-line p-4" translate="no">
          <Select
            label={t`Plan`}
            options={offered.map(({ code, name }) => ({ value: code, label: name }))}
            value={shown}
            onChange={setPicked}
          />
        </div>
      )}
      <table className="w-full table-fixed border-collapse text-start">
        <caption className="sr-only">{t`Plans`}</caption>
        <thead>
          <tr className="align-top">
            <td className="w-36 max-md:w-28" />
            {plans.map((plan) => (
              <PlanHead
                key={plan.code}
                plan={plan}
                current={current}
                {...(plan.code === current.plan && { isCurrent: true })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="border-y border-line-strong align-top">
            <th scope="row" className="px-4 py-2.5 text-start font-regular">
              <span className="block font-medium">{t`Your price`}</span>
              <span className="block text-small text-ink-soft">{t`per month, including packs`}</span>
            </th>
            {plans.map((plan) => (
              <PlanCell key={plan.code} isCurrent={plan.code === current.plan}>
                <ForYou
                  plan={plan}
                  of={priceForUse(plan, pricing.packs, use)}
                  use={use}
                  isBest={plan.code === best}
                />
              </PlanCell>
            ))}
          </tr>
          {rows.map(({ label, show }) => (
            <tr key={label} className="border-b border-line last:border-0">
              <th scope="row" className="px-4 py-1.5 text-start font-regular text-ink-soft">
                {label}
              </th>
              {plans.map((plan) => (
                <PlanCell key={plan.code} isCurrent={plan.code === current.plan}>
                  {show(plan)}
                </PlanCell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

const column = (isCurrent: boolean) =>
  classNames('border-s border-line px-4 max-md:px-3', isCurrent && 'bg-accent-tint')

function PlanCell({ isCurrent, children }: { isCurrent: boolean; children: ReactNode }) {
  return <td className={classNames(column(isCurrent), 'py-1.5')}>{children}</td>
}

type PlanHeadProps = { plan: PricingPlan; current: Plan; isCurrent?: boolean }

function PlanHead({ plan, current, isCurrent = false }: PlanHeadProps) {
  const { t, i18n } = useLingui()
  const { name, description, price, interval } = plan
  return (
    <th
      scope="col"
      className={classNames(
        column(isCurrent),
        'py-3 text-start font-regular',
        isCurrent && 'shadow-[inset_0_3px_0_var(--color-accent)]',
      )}
    >
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="title text-lead" translate="no">
          {name}
        </span>
        {isCurrent ? (
          <Badge tone="accent">{t`Current plan`}</Badge>
        ) : (
          plan.popular && <Badge>{t`Recommended`}</Badge>
        )}
      </span>
      <span className="block text-small text-ink-soft" translate="no">
        {description}
      </span>
      <span className="mt-1 mb-2 block">
        <span className="title text-figure">{formatMoney(price, i18n.locale, 'short')}</span>{' '}
        <span className="text-ink-soft">{interval === 'year' ? t`per year` : t`per month`}</span>
      </span>
      <PlanButton plan={plan} current={current} />
    </th>
  )
}

type ForYouProps = { plan: PricingPlan; of: PriceForUse; use: Use; isBest: boolean }

/**
 * The estimated price by the last 30 days' usage, with its parts, and reasons for or against the
 * plan.
 */
function ForYou({ plan, of, use, isBest }: ForYouProps) {
  const { t, i18n } = useLingui()
  const { currency } = plan.price
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.locale)
  const number = (value: number) => formatNumber(value, i18n.locale)
  const packs = of.packs.map(({ pack, count }) => {
    const size = number(pack.credits)
    return t({ message: plural(count, { one: `# pack of ${size}`, other: `# packs of ${size}` }) })
  })
  const limit = plan.limits
  const stops = {
    members: t`${number(use.members)} members, ${plan.name} includes ${number(limit.members ?? 0)}`,
    storage: t`${formatBytes(use.storage_bytes, i18n.locale)} stored, over the limit`,
    upload: t`Your largest file is ${formatBytes(use.largest_upload_bytes, i18n.locale)}`,
  }
  return (
    <>
      <span className="title block text-lead">{of.price === null ? '–' : money(of.price)}</span>
      <span className="block text-small text-ink-soft">
        {packs.length > 0
          ? [
              plan.interval === null ? null : money(plan.price.amount / (plan.interval === 'year' ? 12 : 1)),
              ...packs,
            ]
              .filter((part) => part !== null)
              .join(' + ')
          : t`${number(of.left)} credits to spare`}
      </span>
      {of.exceeded ? (
        <span className="block text-small font-medium text-warn">{stops[of.exceeded]}</span>
      ) : (
        isBest && (
          <span className="block text-small font-medium text-ok">{t`Lowest price for your usage`}</span>
        )
      )}
    </>
  )
}
