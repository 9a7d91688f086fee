import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { SecurityEvent } from '../../../api/access.ts'
import { classNames } from '../../../lib/class-names.ts'
import { dayHeading, dayKey, formatTime } from '../../../lib/format-date.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Cell, DayRow, Row, Table } from '../../../ui/table.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { EVENT_ICONS, isFailure, useEventLabels } from './event-labels.ts'

const COLUMNS = '16px 48px minmax(0,1.6fr) minmax(0,1fr) minmax(0,1fr)'
/** Two lines: event and time, then the origin. */
const NARROW = '16px minmax(0,1fr) auto'

/** Grouped by day; only visible rows are mounted. */
export function LogList({ events, onMore }: { events: readonly SecurityEvent[]; onMore: () => void }) {
  const { t, i18n } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const items = useMemo(() => logItems(events), [events])
  const height = phone ? 60 : 36
  return (
    <Table
      label={t`Security log`}
      columns={COLUMNS}
      narrow={NARROW}
      inset={24}
      className="flex min-h-0 max-w-page flex-1 flex-col"
    >
      <VirtualList
        rows
        label={t`Events`}
        className="min-h-0 flex-1"
        items={items}
        keyOf={({ key }) => key}
        heightOf={({ kind }) => (kind === 'day' ? 36 : height)}
        isHeading={({ kind }) => kind === 'day'}
        onNearEnd={onMore}
      >
        {(item) =>
          item.kind === 'day' ? (
            <DayRow {...dayHeading(item.date, { locale: i18n.locale })} />
          ) : (
            <EventRow event={item.event} height={height} />
          )
        }
      </VirtualList>
    </Table>
  )
}

function EventRow({ event, height }: { event: SecurityEvent; height: number }) {
  const { t, i18n } = useLingui()
  const words = useEventLabels()
  const bad = isFailure(event)
  const Icon = EVENT_ICONS[event.kind]
  const blocked = event.kind.endsWith('_blocked')
  const text = words(event)
  return (
    <Row className="overflow-hidden max-sm:content-center max-sm:gap-y-0.5" style={{ height }}>
      <Cell aria-hidden="true">
        <Icon className={bad ? 'text-bad' : 'text-ink-soft'} />
      </Cell>
      <Cell faint className="max-sm:order-2 max-sm:text-end max-sm:text-small">
        {formatTime(new Date(event.at), { locale: i18n.locale })}
      </Cell>
      <Cell className="flex items-center gap-2 max-sm:order-1">
        <span className={classNames('truncate', bad && 'text-bad')} title={text}>
          {text}
        </span>
        {bad && (
          <span className="flex max-sm:hidden">
            <Badge tone="bad">{blocked ? t`Blocked` : t`Failed`}</Badge>
          </span>
        )}
      </Cell>
      <Cell faint translate="no" className="truncate max-sm:order-3 max-sm:col-start-2 max-sm:text-small">
        {event.device}
      </Cell>
      <Cell
        faint
        translate="no"
        className="mono truncate text-small max-sm:order-4 max-sm:max-w-28 max-sm:text-end"
      >
        {event.address}
      </Cell>
    </Row>
  )
}

type LogItem = { kind: 'day'; key: string; date: Date } | { kind: 'event'; key: string; event: SecurityEvent }

/** The log with a heading per day. */
function logItems(events: readonly SecurityEvent[]): LogItem[] {
  const items: LogItem[] = []
  let day = ''
  for (const event of events) {
    const date = new Date(event.at)
    if (dayKey(date) !== day) {
      day = dayKey(date)
      items.push({ kind: 'day', key: day, date })
    }
    items.push({ kind: 'event', key: event.id, event })
  }
  return items
}
