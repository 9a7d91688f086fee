import { CalendarOffIcon, CoinsIcon, CreditCardIcon, GaugeIcon, type LucideIcon } from 'lucide-react'
import type { Alert } from '../../../api/billing.ts'
import { classNames } from '../../../lib/class-names.ts'

const ICONS: Record<Alert['kind'], LucideIcon> = {
  payment_failed: CreditCardIcon,
  card_expires: CreditCardIcon,
  balance_negative: CoinsIcon,
  balance_low: CoinsIcon,
  spend_limit_near: GaugeIcon,
  spend_limit_reached: GaugeIcon,
  over_limit: GaugeIcon,
  subscription_ends: CalendarOffIcon,
}

const BAD: readonly Alert['kind'][] = ['payment_failed', 'balance_negative', 'spend_limit_reached']

export function AlertIcon({ kind }: { kind: Alert['kind'] }) {
  const Icon = ICONS[kind]
  return <Icon className={classNames('flex-none', BAD.includes(kind) ? 'text-bad' : 'text-warn')} />
}
