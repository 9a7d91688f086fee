import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { BellIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../api/account.ts'
import { MOST_UNREAD, useNewestNotifications } from '../../api/notifications.ts'
import { useMedia } from '../../lib/use-media.ts'
import { paths } from '../../paths.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useMay } from '../businesses/acting/index.ts'

const Panel = lazy(() => import('./panel.tsx'))
const DesktopNotices = lazy(() => import('./desktop-notices.tsx'))

/** The shell's bell, for users who may read notifications. */
export function NotificationBell() {
  const { data: user } = useSession()
  const may = useMay()
  return user && may('history:read') ? <Bell /> : null
}

function Bell() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const wide = useMedia('(min-width: 48rem)')
  const notices = usePreferences((state) => state.notices)
  const { data } = useNewestNotifications(null, notices)
  const unread = data?.unread ?? 0
  const name =
    unread === 0
      ? t`Notifications`
      : unread >= MOST_UNREAD
        ? t`Notifications, 100 or more new`
        : t({ message: plural(unread, { one: 'Notifications, # new', other: 'Notifications, # new' }) })
  const bell = { name, icon: BellIcon, dot: unread > 0 }
  return (
    <>
      {wide ? (
        <Popover
          label={t`Notifications`}
          flush
          wide
          align="end"
          open={open}
          onOpenChange={setOpen}
          trigger={<IconButton {...bell} size={32} />}
        >
          <Suspense fallback={<div className="h-96 w-106 max-w-full" />}>
            <Panel onDone={() => setOpen(false)} />
          </Suspense>
        </Popover>
      ) : (
        <IconButton {...bell} size={36} render={<Link to={paths.notifications()} />} />
      )}
      {notices && data && (
        <Suspense>
          <DesktopNotices newest={data.results} />
        </Suspense>
      )}
    </>
  )
}
