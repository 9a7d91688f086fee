import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useWebhookStats, type Webhook } from '../../api/webhooks.ts'
import { formatMoment } from '../../lib/format-date.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { Button } from '../../ui/button.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { useMay } from '../businesses/acting/index.ts'
import { useRangeHours } from './figures/use-range-hours.ts'
import { stateOf } from './state.ts'
import { statusOf, useRate, useStateLabels, useStateSentence } from './use-labels.ts'
import { useOpenDialog } from './use-open-dialog.ts'
import { useWebhookActions } from './use-webhook-actions.ts'

/** A summary of a webhook; below it why it fails or is disabled, and the next step. */
export function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const { t, i18n } = useLingui()
  const words = useStateLabels()
  const rate = useRate()
  const mayWrite = useMay()('webhooks:write')
  const { open } = useOpenDialog()
  const week = useWebhookStats(webhook.webhook_id, useRangeHours('7d')).data
  const { events, header_names, previous_secret_expires_at } = webhook
  const number = (value: number) => formatNumber(value, i18n.locale)
  const delivered = week ? number(week.succeeded) : ''
  const ended = week ? number(week.succeeded + week.failed) : ''
  const until =
    previous_secret_expires_at && formatMoment(new Date(previous_secret_expires_at), { locale: i18n.locale })
  return (
    <section
      aria-label={t`Status and settings`}
      className="rounded-sheet border border-line-strong bg-surface"
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-3 px-4 py-3">
        <Fact name={t`Status`}>
          <StatusWord status={statusOf(webhook)}>{words[stateOf(webhook)]}</StatusWord>
        </Fact>
        <Fact name={t`Delivered, 7 days`}>
          {week === undefined || week.success_rate === null ? (
            '–'
          ) : (
            <>
              <span className="font-medium">{delivered}</span>{' '}
              <span className="text-ink-soft">{t`of ${ended}, ${rate(week.success_rate)}`}</span>
            </>
          )}
        </Fact>
        <Fact name={t`Median response`}>
          {week?.median_ms == null ? '–' : formatDuration(week.median_ms)}
        </Fact>
        <Fact name={t`Secret`}>
          <span className="mono text-small" translate="no">
            whsec_••••••
          </span>
          {mayWrite && (
            <TextButton className="ms-2" aria-haspopup="dialog" onClick={() => open('rotate')}>
              {t`Rotate`}
            </TextButton>
          )}
          {until && (
            <span className="block text-small text-ink-soft">{t`The previous secret is valid until ${until}.`}</span>
          )}
        </Fact>
        <Fact name={t`Events`} wide>
          <span className="mono text-small wrap-anywhere" translate="no">
            {events.join(', ')}
          </span>
          {mayWrite && (
            <TextButton className="ms-2" aria-haspopup="dialog" onClick={() => open('edit')}>
              {t`Edit`}
            </TextButton>
          )}
        </Fact>
        {header_names.length > 0 && (
          <Fact name={t`Custom headers`}>
            <span className="mono text-small wrap-anywhere" translate="no">
              {header_names.join(', ')}
            </span>
          </Fact>
        )}
      </dl>
      <Standing webhook={webhook} />
    </section>
  )
}

function Standing({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui()
  const sentence = useStateSentence()(webhook)
  const mayWrite = useMay()('webhooks:write')
  const { enable } = useWebhookActions()
  const { open } = useOpenDialog()
  const { is_active, disabled_reason, failing_since, stats } = webhook
  const failure = is_active || disabled_reason !== 'owner' ? stats.last_failure?.error : undefined
  if (!sentence) return null
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 ${is_active ? 'bg-warn-tint' : disabled_reason === 'owner' ? '' : 'bg-bad-tint'}`}
    >
      <p className="min-w-0 flex-1 basis-60">
        {sentence} {failure && <span className="wrap-anywhere">{t`Last failure: ${failure}`}</span>}
      </p>
      {mayWrite &&
        (is_active ? (
          <Button size={28} aria-haspopup="dialog" onClick={() => open('recover', failing_since ?? '1')}>
            {t`Recover events`}
          </Button>
        ) : (
          <Button size={28} onClick={() => void enable(webhook)}>
            {t`Enable webhook`}
          </Button>
        ))}
    </div>
  )
}

const Fact = ({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <div className={wide ? 'min-w-0 flex-1 basis-48' : 'min-w-0'}>
    <dt className="mb-0.5 text-small text-ink-soft">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)
