import { useLingui } from '@lingui/react/macro'
import { BellIcon, BellOffIcon } from 'lucide-react'
import { Link } from 'react-router'
import { type NotificationGroup, useNotificationSettings } from '../../api/notifications.ts'
import { paths } from '../../paths.ts'
import { Empty } from '../../ui/empty.tsx'
import { useGroupNames } from './tabs.ts'

type NoNotificationsProps = {
  group: NotificationGroup | null
  /** Called when the link to the settings is used. */
  onLeave?: () => void
}

/** The empty state: what will appear, or that the group is turned off. */
export function NoNotifications({ group, onLeave }: NoNotificationsProps) {
  const { t } = useLingui()
  const names = useGroupNames()
  const muted = useNotificationSettings().data?.muted ?? []
  if (group && muted.includes(group)) {
    const name = names[group]
    return (
      <Empty
        icon={BellOffIcon}
        title={t`Turned off`}
        action={{
          label: t`Change settings`,
          render: <Link to={paths.notifications({ group, settings: '1' })} onClick={onLeave} />,
        }}
      >
        {t`Notifications of the group “${name}” are turned off.`}
      </Empty>
    )
  }
  return (
    <Empty icon={BellIcon} title={t`No notifications yet`}>
      {t`Completed conversions, signatures, downloads of your links and account warnings appear here for 30 days.`}
    </Empty>
  )
}
