import { useLingui } from '@lingui/react/macro'
import { CalendarOffIcon, CoinsIcon, CreditCardIcon, GaugeIcon, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { type Alert, useResumePlan } from '../../api/billing.ts'
import { toApiError } from '../../api/errors.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatDate } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { useMay } from '../acting/index.ts'
import { useProblemWords } from '../problems/index.ts'
import { usePortal } from './use-portal.ts'

const MOST = 3

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

/** What needs attention, the most urgent first, each with what can be done about it. Nothing while all is well. */
export function AttentionStrip({ alerts }: { alerts: readonly Alert[] }) {
  const { t } = useLingui()
  const shown = alerts.slice(0, MOST)
  if (shown.length === 0) return null
  return (
    <ul
      aria-label={t`Needs attention`}
      className="grid auto-cols-fr divide-line rounded-sheet border border-line-strong bg-surface max-lg:divide-y lg:grid-flow-col lg:divide-x"
    >
      {shown.map((alert) => (
        <AttentionCell key={alert.kind} alert={alert} />
      ))}
    </ul>
  )
}

function AttentionCell({ alert }: { alert: Alert }) {
  const words = useAlertWords()(alert)
  const may = useMay()
  const Icon = ICONS[alert.kind]
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-2 px-4 py-2.5">
      <Icon className={classNames('flex-none', BAD.includes(alert.kind) ? 'text-bad' : 'text-warn')} />
      <p className="min-w-0 flex-1 basis-48">
        <span className="block font-medium">{words.title}</span>
        <span className="block text-small text-ink-soft">{words.note}</span>
      </p>
      {may('billing:write') && <AttentionAct kind={alert.kind} />}
    </li>
  )
}

/** One way on for each kind. */
function AttentionAct({ kind }: { kind: Alert['kind'] }) {
  const { t } = useLingui()
  const portal = usePortal()
  const resume = useResumePlan()
  const words = useProblemWords()
  const look = { size: 28, className: 'max-sm:w-full' } as const
  switch (kind) {
    case 'payment_failed':
    case 'card_expires':
      return (
        <Button {...look} working={portal.isWorking} verb={t`Opening`} onClick={portal.open}>
          {t`Update card`}
        </Button>
      )
    case 'spend_limit_near':
    case 'spend_limit_reached':
      return (
        <Button {...look} render={<Link to={paths.billing('settings')} />}>
          {t`Change limit`}
        </Button>
      )
    case 'subscription_ends':
      return (
        <Button
          {...look}
          working={resume.isPending}
          verb={t`Resuming`}
          onClick={() =>
            resume.mutate(undefined, {
              onError: (error) => void showToast({ kind: 'error', text: words(toApiError(error)) }),
            })
          }
        >
          {t`Resume plan`}
        </Button>
      )
    default:
      return (
        <Button {...look} render={<Link to={paths.billing('plans')} />}>
          {t`Buy credits`}
        </Button>
      )
  }
}

function useAlertWords() {
  const { t, i18n } = useLingui()
  return ({ kind, at, detail }: Alert): { title: string; note: string } => {
    const number = (key: string) => formatNumber(Number(detail[key] ?? 0), i18n.locale)
    const day = at ? formatDate(new Date(at), { locale: i18n.locale }) : ''
    const [spent, limit] = [number('spent'), number('limit')]
    const left = number('credits')
    switch (kind) {
      case 'payment_failed':
        return {
          title: t`The last payment of your plan failed`,
          note: t`The plan ends on ${day} unless it is paid. Nothing is deleted.`,
        }
      case 'balance_negative':
        return {
          title: t`The balance is ${left} credits`,
          note: t`A payment was refunded or disputed after its credits were spent. New credits settle it first.`,
        }
      case 'balance_low':
        return {
          title: t`${left} credits are left`,
          note: t`Files that are running continue. The alert is set to ${limit} credits.`,
        }
      case 'spend_limit_near':
        return {
          title: t`${spent} of ${limit} credits of this month are spent`,
          note:
            detail.action === 'refuse'
              ? t`New work is refused at the limit.`
              : t`Work continues at the limit. Owners get an e-mail.`,
        }
      case 'spend_limit_reached':
        return {
          title: t`The spend limit of ${limit} credits is reached`,
          note:
            detail.action === 'refuse'
              ? t`New work is refused until the month ends or the limit is changed.`
              : t`Work continues. The limit only notifies.`,
        }
      case 'over_limit':
        return {
          title: t`The account exceeds its plan`,
          note: t`Nothing is deleted. New work is refused until it fits.`,
        }
      case 'card_expires': {
        const card = `${brandName(String(detail.brand ?? ''))} ${detail.last4}`
        return { title: t`${card} expires on ${day}`, note: t`Your plan renews with this card.` }
      }
      case 'subscription_ends':
        return {
          title: t`Your plan ends on ${day}`,
          note: t`The free plan follows. Nothing is deleted.`,
        }
    }
  }
}

/** "visa" as the brand writes itself. */
export const brandName = (brand: string): string =>
  brand === 'amex' ? 'American Express' : brand.charAt(0).toUpperCase() + brand.slice(1)
