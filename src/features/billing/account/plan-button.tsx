import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Plan, PricingPlan } from '../../../api/billing.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { useMay } from '../../businesses/acting/index.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { useCheckout } from './use-checkout.ts'

/** Buys the plan, changes to it, or marks it as the current one. */
export function PlanButton({ plan, current }: { plan: PricingPlan; current: Plan }) {
  const { t, i18n } = useLingui()
  const may = useMay()
  const { buy, working } = useCheckout()
  const [isOpen, setOpen] = useState(false)
  if (!may('billing:write')) return null
  const { code, name, interval } = plan
  const isPaid = current.status !== 'none'
  const close = () => setOpen(false)
  if (code === current.plan && (interval === null || interval === current.interval)) {
    const ends = current.current_period_end
    const day = ends && formatDate(new Date(ends), { locale: i18n.locale })
    return (
      <Button wide disabled>
        {!day ? t`Current plan` : current.cancel_at_period_end ? t`Ends ${day}` : t`Renews ${day}`}
      </Button>
    )
  }
  if (interval === null)
    return (
      <>
        <Button wide disabled={current.cancel_at_period_end} onClick={() => setOpen(true)}>
          <Trans>
            Change to <span translate="no">{name}</span>
          </Trans>
        </Button>
        {isOpen && <CancelDialog plan={current} onClose={close} />}
      </>
    )
  if (isPaid)
    return (
      <>
        <Button wide onClick={() => setOpen(true)}>
          <Trans>
            Change to <span translate="no">{name}</span>
          </Trans>
        </Button>
        {isOpen && <ChangeDialog to={{ plan: code, interval }} name={name} onClose={close} />}
      </>
    )
  return (
    <Button
      wide
      variant={plan.popular ? 'primary' : 'second'}
      working={working !== null}
      verb={t`Opening checkout`}
      onClick={() => buy({ plan: code, interval })}
    >
      <Trans>
        Buy <span translate="no">{name}</span>
      </Trans>
    </Button>
  )
}
