import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useRef } from 'react'
import {
  type NotificationGroup,
  useNewestNotifications,
  useReadNotifications,
} from '../../api/notifications.ts'
import { dayHeading } from '../../lib/format-date.ts'
import { Coming, Problem } from '../problems/index.ts'
import { itemsOf } from './items.ts'
import { Line } from './line.tsx'
import { NoNotifications } from './no-notifications.tsx'

/** The newest notifications of a group, grouped by day. Arrow keys move, E marks as read. */
export function PanelList({ group, onDone }: { group: NotificationGroup | null; onDone: () => void }) {
  const { i18n } = useLingui()
  const { data, error, isPaused, refetch } = useNewestNotifications(group)
  const { mutate: read } = useReadNotifications()
  const list = useRef<HTMLUListElement>(null)
  if (!data)
    return error ? (
      <Problem error={error} onRetry={() => void refetch()} />
    ) : (
      <Coming paused={isPaused} rows={6} />
    )
  if (data.results.length === 0) return <NoNotifications group={group} onLeave={onDone} />

  const markRead = (id: string) => {
    if (data.results.some((one) => one.id === id && !one.is_read)) read({ ids: [id] })
  }
  function onKeyDown(event: KeyboardEvent) {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = links.findIndex((link) => link.matches(':focus'))
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus()
    } else if (event.key.toLowerCase() === 'e' && !event.ctrlKey && !event.metaKey && !event.altKey)
      markRead(links[at]?.dataset.row ?? '')
  }
  return (
    <ul ref={list} onKeyDown={onKeyDown}>
      {itemsOf(data.results).map((item) =>
        item.kind === 'day' ? (
          <li key={item.key} className="px-4 pt-3 pb-1 text-small text-ink-soft">
            {dayHeading(item.date, { locale: i18n.locale }).name}
          </li>
        ) : (
          <li key={item.key}>
            <Line
              notification={item.notification}
              onOpen={() => {
                markRead(item.notification.id)
                onDone()
              }}
            />
          </li>
        ),
      )}
    </ul>
  )
}
