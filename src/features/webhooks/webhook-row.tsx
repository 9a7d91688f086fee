import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Webhook } from '../../api/webhooks.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatMomentLine } from '../../lib/format-date.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { paths } from '../../paths.ts'
import { StatusWord } from '../../ui/status-word.tsx'
import { Cell, Row } from '../../ui/table.tsx'
import { Creator } from '../businesses/acting/index.ts'
import { RowActions } from './row-actions.tsx'
import { RowState } from './row-state.tsx'
import { Sparkline } from './sparkline.tsx'
import { shortUrl, stateOf } from './state.ts'
import { rateColour, statusOf, useRate, useStateLabels } from './use-labels.ts'

/** As many of its events as have room. */
const SHOWN = 2

/** One webhook; under it, where it fails or is disabled, since when, why, and what to do. */
export function WebhookRow({ webhook, wide }: { webhook: Webhook; wide: boolean }) {
  const { t, i18n } = useLingui()
  const rate = useRate()
  const words = useStateLabels()
  const { webhook_id, url, description, stats } = webhook
  const state = stateOf(webhook)
  const name = shortUrl(url)
  const stopped = state === 'disabled' && webhook.disabled_reason !== 'owner'
  const number = (value: number) => formatNumber(value, i18n.locale)
  const [succeeded, ended] = [number(stats.succeeded), number(stats.succeeded + stats.failed)]
  return (
    <Row
      size="settings"
      className={classNames('gap-y-1.5 py-2.5 max-sm:gap-y-1', stopped && 'before:bg-bad')}
    >
      <Cell className="max-sm:col-start-1 max-sm:row-start-2">
        <StatusWord status={statusOf(webhook)}>{words[state]}</StatusWord>
      </Cell>
      <Cell className="max-sm:row-start-1">
        <Link
          to={paths.webhook(webhook_id)}
          translate="no"
          title={url}
          className="block truncate font-medium hover:underline"
        >
          {name}
        </Link>
        <span className="flex min-w-0 gap-1.5 text-small text-ink-soft">
          <span className="truncate" translate="no" title={description}>
            {description}
          </span>
          <Creator id={webhook.created_by} />
        </span>
      </Cell>
      <EventsCell webhook={webhook} />
      <Cell className="max-sm:col-start-1 max-sm:row-start-5">
        <Sparkline name={name} series={stats.series} />
      </Cell>
      <Cell end className="max-sm:row-start-2 max-sm:flex max-sm:items-baseline max-sm:gap-1.5">
        <span className={classNames('font-medium sm:block', rateColour(stats.success_rate))}>
          {rate(stats.success_rate)}
        </span>
        <span className="text-small text-ink-soft">
          {stats.success_rate === null ? '' : t`${succeeded} of ${ended}`}
        </span>
      </Cell>
      {wide && (
        <Cell end faint className="pe-3">
          {stats.median_ms === null ? '–' : formatDuration(stats.median_ms)}
        </Cell>
      )}
      {wide && (
        <Cell faint className="truncate">
          <LastFailure webhook={webhook} />
        </Cell>
      )}
      <Cell end className="max-sm:col-start-2 max-sm:row-start-1">
        <RowActions webhook={webhook} />
      </Cell>
      <RowState webhook={webhook} wide={wide} />
    </Row>
  )
}

function LastFailure({ webhook: { webhook_id, stats } }: { webhook: Webhook }) {
  const { i18n } = useLingui()
  if (!stats.last_failure) return '–'
  const { at, delivery_id, error } = stats.last_failure
  return (
    <Link to={paths.webhook(webhook_id, { delivery: delivery_id })} title={error} className="hover:underline">
      {formatMomentLine(new Date(at), { locale: i18n.locale })}
    </Link>
  )
}

function EventsCell({ webhook: { events } }: { webhook: Webhook }) {
  const { t } = useLingui()
  const all = events.includes('*')
  const more = events.length - SHOWN
  return (
    <Cell className="max-sm:col-span-2 max-sm:row-start-3 max-sm:flex max-sm:gap-2">
      <span className="mono block truncate text-small/5" translate="no" title={events.join(', ')}>
        {all ? '*' : events.slice(0, SHOWN).join(', ')}
      </span>
      {(all || more > 0) && (
        <span className="block flex-none text-small text-ink-soft">
          {all ? t`all events` : t({ message: plural(more, { one: '# more', other: '# more' }) })}
        </span>
      )}
    </Cell>
  )
}
