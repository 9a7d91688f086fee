import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../api/account.ts'
import { type EventDelivery, type EventRecord, useObjectEvents } from '../../api/event-log.ts'
import { formatMoment } from '../../lib/format-date.ts'
import { paths } from '../../paths.ts'
import { StatusWord } from '../../ui/status-word.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { useMay } from '../businesses/acting/index.ts'
import { useDeliveryLabels } from './delivery-labels.ts'
import { NextAttempt } from './next-attempt.tsx'
import { hostOf } from './state.ts'

/** Failures are first, so that only the others are collapsed. */
const ORDER: Record<EventDelivery['status'], number> = { failed: 0, pending: 1, succeeded: 2, cancelled: 3 }

interface ToldEvent {
  event: EventRecord
  /** The newest delivery to each webhook; at least one. */
  deliveries: EventDelivery[]
}

/** The events that were sent to webhooks, oldest first. */
const toldEvents = (events: readonly EventRecord[]): ToldEvent[] =>
  events
    .map((event) => ({ event, deliveries: newestOf(event.deliveries) }))
    .filter(({ deliveries }) => deliveries.length > 0)
    .sort((a, b) => a.event.created_at.localeCompare(b.event.created_at))

/** A resent delivery replaces the earlier ones. */
function newestOf(deliveries: readonly EventDelivery[]): EventDelivery[] {
  // They are sorted oldest first.
  const byWebhook = new Map(deliveries.map((one) => [one.webhook_id, one]))
  return [...byWebhook.values()].sort((a, b) => ORDER[a.status] - ORDER[b.status])
}

/** The numbers of webhooks per event, and of events per object, before "Show more". */
const WEBHOOKS = 3
const EVENTS = 10

type ObjectDeliveriesProps = {
  objectId: string
  /** Changes when the object does. */
  version: string
  /** Wraps the rows, with the time of the first event. Called only if there are rows. */
  frame: (lines: ReactNode, first: string) => ReactNode
}

/** The webhook deliveries of an object; empty without any, or without permission. */
export default function ObjectDeliveries({ objectId, version, frame }: ObjectDeliveriesProps) {
  const { data: user } = useSession()
  const may = useMay()('webhooks:read')
  const { data } = useObjectEvents(objectId, version, Boolean(user) && may)
  const events = may ? toldEvents(data?.results ?? []) : []
  const first = events[0]
  return first ? frame(<Events told={events} />, first.event.created_at) : null
}

function Events({ told: events }: { told: ToldEvent[] }) {
  const { t } = useLingui()
  const [all, setAll] = useState(false)
  const hidden = all ? 0 : Math.max(0, events.length - EVENTS)
  return (
    <>
      {hidden > 0 && (
        <TextButton className="text-small" onClick={() => setAll(true)}>
          {t({ message: plural(hidden, { one: 'Show # earlier event', other: 'Show # earlier events' }) })}
        </TextButton>
      )}
      <ul
        aria-label={t`Webhook deliveries`}
        className="mt-1 grid gap-x-4 gap-y-1 text-small sm:grid-cols-[fit-content(60%)_minmax(0,1fr)]"
      >
        {events.slice(hidden).map((one) => (
          <Deliveries key={one.event.event_id} told={one} />
        ))}
      </ul>
    </>
  )
}

function Deliveries({ told: { event, deliveries } }: { told: ToldEvent }) {
  const { t } = useLingui()
  const [all, setAll] = useState(false)
  const hidden = all ? 0 : Math.max(0, deliveries.length - WEBHOOKS)
  return (
    <>
      {deliveries.slice(0, deliveries.length - hidden).map((one) => (
        <Line key={one.webhook_id} type={event.type} delivery={one} />
      ))}
      {hidden > 0 && (
        <li className="col-span-full">
          <TextButton onClick={() => setAll(true)}>
            {t({ message: plural(hidden, { one: 'Show # more webhook', other: 'Show # more webhooks' }) })}
          </TextButton>
        </li>
      )}
    </>
  )
}

function Line({ type, delivery }: { type: string; delivery: EventDelivery }) {
  const { webhook_id, delivery_id, url, error } = delivery
  const host = hostOf(url)
  return (
    <li className="col-span-full grid grid-cols-subgrid items-baseline">
      <Link
        to={paths.webhook(webhook_id, { delivery: delivery_id })}
        title={url}
        className="min-w-0 wrap-anywhere text-ink hover:underline touch:py-2"
      >
        <Trans>
          <span className="mono" translate="no">
            {type}
          </span>{' '}
          to <bdi translate="no">{host}</bdi>
        </Trans>
      </Link>
      <span title={error ?? undefined}>
        <State delivery={delivery} />
      </span>
    </li>
  )
}

function State({ delivery }: { delivery: EventDelivery }) {
  const { t, i18n } = useLingui()
  const { statuses } = useDeliveryLabels()
  const { status, attempts, completed_at, next_attempt_at } = delivery
  if (next_attempt_at)
    return (
      <StatusWord status={attempts > 0 ? 'warning' : 'waiting'}>
        <span>
          <Trans>
            Pending, next attempt <NextAttempt at={next_attempt_at} />
          </Trans>
        </span>
      </StatusWord>
    )
  if (status === 'failed')
    return (
      <StatusWord status="failed">
        {t({
          message: plural(attempts, { one: 'Failed after # attempt', other: 'Failed after # attempts' }),
        })}
      </StatusWord>
    )
  const at = completed_at && formatMoment(new Date(completed_at), { locale: i18n.locale })
  if (status === 'succeeded' && at) return <StatusWord status="done">{t`Delivered ${at}`}</StatusWord>
  return <StatusWord status="cancelled">{statuses[status]}</StatusWord>
}
