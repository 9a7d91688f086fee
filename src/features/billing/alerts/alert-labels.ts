import { useLingui } from '@lingui/react/macro'
import type { Alert } from '../../../api/billing.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { brandName } from './brand-name.ts'

/** The texts of an alert: a title, and its consequence. */
export function useAlertLabels() {
  const { t, i18n } = useLingui()
  return ({ kind, at, detail }: Alert): { title: string; note: string } => {
    const number = (key: string) => formatNumber(Number(detail[key] ?? 0), i18n.locale)
    const day = at ? formatDate(new Date(at), { locale: i18n.locale }) : ''
    const [spent, limit] = [number('spent'), number('limit')]
    const left = number('credits')
    switch (kind) {
      case 'payment_failed':
        return {
          title: t`Your last plan payment failed`,
          note: t`The plan ends on ${day} unless it’s paid. Nothing is deleted.`,
        }
      case 'balance_negative':
        return {
          title: t`Balance: ${left} credits`,
          note: t`A payment was refunded or disputed after its credits were spent. New credits cover this balance first.`,
        }
      case 'balance_low':
        return {
          title: t`${left} credits left`,
          note: t`Running files finish. The alert is set to ${limit} credits.`,
        }
      case 'spend_limit_near':
        return {
          title: t`${spent} of ${limit} credits spent this month`,
          note:
            detail.action === 'refuse'
              ? t`New work is refused at the limit.`
              : t`Work continues at the limit. Owners get an e-mail.`,
        }
      case 'spend_limit_reached':
        return {
          title: t`Spend limit of ${limit} credits reached`,
          note:
            detail.action === 'refuse'
              ? t`New work is refused until the month ends or you change the limit.`
              : t`Work continues. The limit only notifies.`,
        }
      case 'over_limit':
        return {
          title: t`Account exceeds its plan limits`,
          note: t`Nothing is deleted. New work is refused until you’re within the limits.`,
        }
      case 'card_expires': {
        const card = `${brandName(String(detail.brand ?? ''))} ${detail.last4}`
        return { title: t`${card} expires on ${day}`, note: t`Your plan renews with this card.` }
      }
      case 'subscription_ends':
        return {
          title: t`Your plan ends on ${day}`,
          note: t`You’ll move to the free plan. Nothing is deleted.`,
        }
    }
  }
}
