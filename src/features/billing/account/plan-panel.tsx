import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Plan, useResumePlan } from '../../../api/billing.ts'
import { toApiError } from '../../../api/errors.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useMay } from '../../businesses/acting/index.ts'
import { ProblemLine } from '../../problems/index.ts'
import { brandName } from '../alerts/index.ts'
import { CancelDialog } from './cancel-dialog.tsx'

/** The plan, its price and its renewal. */
export function PlanPanel({ plan }: { plan: Plan }) {
  const { t, i18n } = useLingui()
  const may = useMay()
  const day = (at: string) => formatDate(new Date(at), { locale: i18n.locale })
  const { current_period_end: ends, payment_method: card, price, next_plan: next } = plan
  const money = formatMoney(price, i18n.locale)
  const isPaid = plan.status !== 'none'
  return (
    <Panel title={t`Plan`} actions={<StatusBadge plan={plan} />}>
      <div className="grid gap-3">
        <p className="flex flex-wrap items-baseline justify-between gap-2">
          <strong className="title text-figure" translate="no">
            {plan.name}
          </strong>
          <span>
            {plan.interval === 'year'
              ? t`${money} per year`
              : plan.interval === 'month'
                ? t`${money} per month`
                : ''}
          </span>
        </p>
        <FactList
          facts={[
            {
              name: isPaid ? t`Credits per month` : t`One-time credits`,
              value: formatNumber(plan.credits, i18n.locale),
            },
            { name: plan.cancel_at_period_end ? t`Ends` : t`Renews`, value: ends ? day(ends) : '' },
            { name: t`Next plan`, value: next ? `${next.plan}, ${day(next.at)}` : '', own: true },
            {
              name: t`Payment method`,
              value: card ? `${brandName(card.brand)} ${card.last4}` : '',
              own: true,
            },
            { name: t`Ends unless paid by`, value: plan.grace_until ? day(plan.grace_until) : '' },
            ...plan.addons.map(({ code, renews_at, cancel_at_period_end }) => ({
              name: code,
              value: cancel_at_period_end ? t`ends ${day(renews_at)}` : t`renews ${day(renews_at)}`,
            })),
          ]}
        />
        {plan.cancel_at_period_end && ends && (
          <p className="text-small text-ink-soft">
            {t`The plan stays active until ${day(ends)}. Nothing is deleted when it ends.`}
          </p>
        )}
        {may('billing:write') && <PlanActions plan={plan} />}
      </div>
    </Panel>
  )
}

function StatusBadge({ plan }: { plan: Plan }) {
  const { t } = useLingui()
  if (plan.status === 'past_due') return <Badge tone="bad">{t`Payment failed`}</Badge>
  if (plan.cancel_at_period_end) return <Badge tone="warn">{t`Cancelled`}</Badge>
  return <Badge tone="ok">{plan.status === 'none' ? t`Free` : t`Active`}</Badge>
}

function PlanActions({ plan }: { plan: Plan }) {
  const { t } = useLingui()
  const resume = useResumePlan()
  const [isCancelling, setCancelling] = useState(false)
  const isPaid = plan.status !== 'none'
  const isEnding = plan.cancel_at_period_end || plan.next_plan !== null
  return (
    <>
      <p className="flex flex-wrap gap-2">
        <Button className="flex-1" render={<Link to={paths.billing('plans')} />}>
          {isPaid ? t`Change plan` : t`Choose plan`}
        </Button>
        {isEnding ? (
          <Button working={resume.isPending} verb={t`Resuming`} onClick={() => resume.mutate()}>
            {t`Keep ${plan.name}`}
          </Button>
        ) : (
          isPaid && <Button variant="ghost" onClick={() => setCancelling(true)}>{t`Cancel plan`}</Button>
        )}
      </p>
      <ProblemLine error={resume.error && toApiError(resume.error)} />
      {isCancelling && <CancelDialog plan={plan} onClose={() => setCancelling(false)} />}
    </>
  )
}
