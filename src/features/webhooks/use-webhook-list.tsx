import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { CirclePauseIcon, CirclePlayIcon, ListIcon, SendIcon, Trash2Icon } from 'lucide-react'
import { Link } from 'react-router'
import type { Webhook } from '../../api/webhooks.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatMomentLine } from '../../lib/format-date.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { paths } from '../../paths.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { useMay } from '../businesses/acting/index.ts'
import { type TableOf, TitleCell } from '../lists/index.ts'
import { Sparkline } from './sparkline.tsx'
import { shortUrl, stateOf } from './state.ts'
import { rateColour, statusOf, useRate, useStateLabels } from './use-labels.ts'
import { useWebhookActions } from './use-webhook-actions.ts'

/** The number of events that fit. */
const SHOWN = 2

/**
 * The columns of the webhooks.
 * @param wide whether the median and the last failure fit, which are also on a webhook's page
 */
export function useWebhookList(wide: boolean): TableOf<Webhook> {
  const { t } = useLingui()
  const labels = useStateLabels()
  const entries = useRowEntries()
  return {
    label: t`Webhooks`,
    idOf: ({ webhook_id }) => webhook_id,
    nameOf: ({ url }) => shortUrl(url),
    columns: [
      {
        ...{ id: 'status', head: t`Status`, width: '92px', phone: 2 },
        cell: (webhook) => <StatusWord status={statusOf(webhook)}>{labels[stateOf(webhook)]}</StatusWord>,
      },
      {
        ...{ id: 'url', head: t`URL`, width: 'minmax(0,1.3fr)', phone: 1 },
        cell: (webhook) => <UrlCell {...webhook} />,
      },
      {
        ...{ id: 'events', head: t`Events`, width: wide ? 'minmax(0,1.1fr)' : 'minmax(0,1fr)' },
        ...{ phone: 3, reach: 'over', className: 'max-sm:flex max-sm:gap-2' },
        cell: (webhook) => <Events {...webhook} />,
      },
      {
        ...{ id: 'last-day', head: t`Last 24 hours`, width: '132px', phone: 5 },
        cell: ({ url, stats }) => <Sparkline name={shortUrl(url)} series={stats.series} />,
      },
      {
        ...{ id: 'delivered', head: t`Delivered`, width: '80px', end: true, phone: 2, reach: 'end' },
        className: 'max-sm:flex max-sm:items-baseline max-sm:gap-1.5',
        cell: (webhook) => <Delivered {...webhook} />,
      },
      ...(wide
        ? [
            {
              ...{ id: 'median', head: t`Median`, width: '60px', end: true, faint: true },
              cell: ({ stats }: Webhook) =>
                stats.median_ms === null ? '–' : formatDuration(stats.median_ms),
            },
            {
              ...{ id: 'failure', head: t`Last failure`, width: 'minmax(0,0.8fr)' },
              ...{ faint: true, className: 'truncate' },
              cell: (webhook: Webhook) => <LastFailure {...webhook} />,
            },
          ]
        : []),
    ],
    ...(entries && { acts: { width: 'minmax(28px,auto)', entries } }),
  }
}

function UrlCell({ webhook_id, url, description, created_by }: Webhook) {
  const note = (
    <span className="truncate" translate="no" title={description}>
      {description}
    </span>
  )
  return (
    <TitleCell
      {...{ id: webhook_id, name: shortUrl(url), title: url, to: paths.webhook(webhook_id) }}
      {...{ note, creator: created_by }}
      phoneNote
    />
  )
}

function Events({ events }: Webhook) {
  const { t } = useLingui()
  const all = events.includes('*')
  const more = events.length - SHOWN
  return (
    <>
      <span className="mono block truncate text-small/5" translate="no" title={events.join(', ')}>
        {all ? '*' : events.slice(0, SHOWN).join(', ')}
      </span>
      {(all || more > 0) && (
        <span className="block flex-none text-small text-ink-soft">
          {all ? t`all events` : t({ message: plural(more, { one: '# more', other: '# more' }) })}
        </span>
      )}
    </>
  )
}

function Delivered({ stats }: Webhook) {
  const { t, i18n } = useLingui()
  const rate = useRate()
  const number = (value: number) => formatNumber(value, i18n.locale)
  const [succeeded, ended] = [number(stats.succeeded), number(stats.succeeded + stats.failed)]
  return (
    <>
      <span className={classNames('font-medium sm:block', rateColour(stats.success_rate))}>
        {rate(stats.success_rate)}
      </span>
      <span className="text-small text-ink-soft">
        {stats.success_rate === null ? '' : t`${succeeded} of ${ended}`}
      </span>
    </>
  )
}

function LastFailure({ webhook_id, stats }: Webhook) {
  const { i18n } = useLingui()
  if (!stats.last_failure) return '–'
  const { at, delivery_id, error } = stats.last_failure
  return (
    <Link to={paths.webhook(webhook_id, { delivery: delivery_id })} title={error} className="hover:underline">
      {formatMomentLine(new Date(at), { locale: i18n.locale })}
    </Link>
  )
}

/** The menu of a webhook. Null without the permission to change it; its URL opens it. */
function useRowEntries(): ((webhook: Webhook) => MenuEntry[]) | null {
  const { t } = useLingui()
  const may = useMay()
  const { test, enable, disable, remove } = useWebhookActions()
  if (!may('webhooks:write')) return null
  return (webhook) => [
    { label: t`View deliveries`, icon: ListIcon, render: <Link to={paths.webhook(webhook.webhook_id)} /> },
    { label: t`Send test event`, icon: SendIcon, onSelect: () => void test(webhook) },
    webhook.is_active
      ? { label: t`Disable webhook`, icon: CirclePauseIcon, onSelect: () => disable(webhook) }
      : { label: t`Enable webhook`, icon: CirclePlayIcon, onSelect: () => void enable(webhook) },
    'line',
    { label: t`Delete webhook`, icon: Trash2Icon, danger: true, onSelect: () => remove(webhook) },
  ]
}
