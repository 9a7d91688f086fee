import { useLingui } from '@lingui/react/macro'
import type { Delivery } from '../../api/webhooks.ts'
import type { Status } from '../../ui/status-word.tsx'
import type { DeliveryStatus } from './delivery-view.ts'

/** The maximum number of attempts per delivery, as on the server. A test has one. */
export const attemptsOf = ({ trigger }: Delivery): number => (trigger === 'test' ? 1 : 8)

export function useDeliveryLabels() {
  const { t } = useLingui()
  const statuses: Record<DeliveryStatus, string> = {
    pending: t`Pending`,
    succeeded: t`Delivered`,
    failed: t`Failed`,
    cancelled: t`Cancelled`,
  }
  const triggers: Record<Delivery['trigger'], string> = {
    event: t`Event`,
    test: t`Test`,
    resend: t`Resent`,
    recover: t`Recovered`,
  }
  return { statuses, triggers }
}

/** Pending after a failed attempt is a warning; pending before the first one is not. */
export function deliveryStatusOf({ status, attempts }: Delivery): Status {
  if (status === 'pending') return attempts.length > 0 ? 'warning' : 'waiting'
  return { succeeded: 'done', failed: 'failed', cancelled: 'cancelled' }[status] as Status
}
