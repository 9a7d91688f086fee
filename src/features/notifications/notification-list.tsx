import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { type Notification, useReadNotifications } from '../../api/notifications.ts'
import { dayHeading } from '../../lib/format-date.ts'
import { useHotkeys } from '../../lib/use-hotkeys.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useRowFocus } from '../../lib/use-row-focus.ts'
import { DayHeading } from '../../ui/day-heading.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { itemsOf } from './items.ts'
import { Line } from './line.tsx'

const DAY_HEIGHT = 36

/** Grouped by day; only visible lines are mounted. Arrow keys move, E marks as read. */
export function NotificationList(props: { notifications: readonly Notification[]; onMore: () => void }) {
  const { notifications, onMore } = props
  const { t, i18n } = useLingui()
  const { mutate: read } = useReadNotifications()
  const desk = useMedia('(min-width: 40rem)')
  const items = useMemo(() => itemsOf(notifications), [notifications])
  const ids = useMemo(() => notifications.map(({ id }) => id), [notifications])
  const { reveal, move } = useRowFocus(ids, (id) => items.findIndex(({ key }) => key === id))

  const focused = () => ids.indexOf(document.activeElement?.getAttribute('data-row') ?? '')
  const markRead = (one: Notification | undefined) => {
    if (one && !one.is_read) read({ ids: [one.id] })
  }
  useHotkeys({
    arrowdown: (event) => move(event, focused(), 1),
    arrowup: (event) => move(event, focused(), -1),
    e: () => markRead(notifications[focused()]),
  })
  // On phones a sentence has two lines.
  const height = desk ? 56 : 76
  return (
    <VirtualList
      label={t`Notifications`}
      className="min-h-0 max-w-page flex-1 md:[--inset:1.5rem]"
      items={items}
      keyOf={({ key }) => key}
      heightOf={({ kind }) => (kind === 'day' ? DAY_HEIGHT : height)}
      isHeading={({ kind }) => kind === 'day'}
      reveal={reveal}
      onNearEnd={onMore}
    >
      {(item) =>
        item.kind === 'day' ? (
          <DayHeading day={item.key} {...dayHeading(item.date, { locale: i18n.locale })} />
        ) : (
          <Line fixed notification={item.notification} onOpen={() => markRead(item.notification)} />
        )
      }
    </VirtualList>
  )
}
