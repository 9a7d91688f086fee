import { type Alert, useBalance } from '../../api/billing.ts'
import { AlertAction, AlertIcon, useAlertWords } from '../billing/alerts/index.ts'
import { useMay } from '../businesses/acting/index.ts'

/** Billing alerts; empty without the permission to see the balance. */
export function useBillingNeeds(): Alert[] {
  const may = useMay()
  const { data } = useBalance(may('usage:read'))
  return data?.alerts ?? []
}

export function BillingNeed({ alert }: { alert: Alert }) {
  const { title, note } = useAlertWords()(alert)
  return (
    <li className="flex items-start gap-2.5 px-4 py-2.5">
      <span className="mt-0.5">
        <AlertIcon kind={alert.kind} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="mb-1.5 text-small text-ink-soft">{note}</p>
        <AlertAction kind={alert.kind} size={24} />
      </div>
    </li>
  )
}
