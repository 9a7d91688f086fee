import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Webhook } from '../../api/webhooks.ts'
import { formatMoment } from '../../lib/format-date.ts'
import type { Status } from '../../ui/status-word.tsx'
import { shareDown, stateOf, type WebhookState } from './state.ts'

export function useStateLabels(): Record<WebhookState, string> {
  const { t } = useLingui()
  return { active: t`Enabled`, failing: t`Failing`, disabled: t`Disabled` }
}

/** A webhook that a user disabled is no failure. */
export function statusOf(webhook: Webhook): Status {
  const state = stateOf(webhook)
  if (state === 'active') return 'done'
  if (state === 'failing') return 'warning'
  return webhook.disabled_reason === 'owner' ? 'cancelled' : 'failed'
}

/** Since when it fails, or when and why it was disabled; null if it is active. */
export function useStateSentence(): (webhook: Webhook) => string | null {
  const { t, i18n } = useLingui()
  const style = { locale: i18n.locale }
  return (webhook) => {
    const { failing_since, disabled_at, disabled_reason, stats } = webhook
    const moment = (at: string | null) => (at ? formatMoment(new Date(at), style) : '')
    if (stateOf(webhook) === 'failing') {
      const since = moment(failing_since)
      const waiting = t({
        message: plural(stats.pending, {
          one: '# delivery is pending.',
          other: '# deliveries are pending.',
        }),
      })
      return stats.pending > 0 ? t`Failing since ${since}. ${waiting}` : t`Failing since ${since}.`
    }
    if (webhook.is_active) return null
    const when = moment(disabled_at)
    if (disabled_reason === 'gone') return t`Disabled ${when} because the receiver returned 410 Gone.`
    if (disabled_reason === 'failing')
      return t`Disabled ${when} after 120 hours without a successful delivery.`
    return t`Disabled ${when}. No events are sent.`
  }
}

/** "94.1%" */
export function useRate(): (share: number | null) => string {
  const { i18n } = useLingui()
  const format = new Intl.NumberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 1 })
  return (share) => (share === null ? '–' : format.format(shareDown(share)))
}

/** Few failures are no warning; the number shows them. */
export const rateColour = (share: number | null): string =>
  share === null || share >= 0.95 ? '' : share >= 0.5 ? 'text-warn' : 'text-bad'
