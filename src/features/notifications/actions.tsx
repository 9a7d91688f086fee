import { useLingui } from '@lingui/react/macro'
import { CheckCheckIcon, SlidersHorizontalIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useNewestNotifications, useReadNotifications } from '../../api/notifications.ts'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { NotificationSettings } from './settings.tsx'
import { useHasSidePanel } from './use-has-side-panel.ts'

/** The actions of the notifications page: mark all as read, and the settings. */
export function NotificationActions() {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const { data } = useNewestNotifications()
  const { mutate: read } = useReadNotifications()
  const beside = useHasSidePanel()
  const until = data?.results[0]?.created_at
  const change = (open: boolean) =>
    setSearch(
      (before) => {
        if (open) before.set('settings', '1')
        else before.delete('settings')
        return before
      },
      { replace: true },
    )
  return (
    <>
      {until && data.unread > 0 && (
        <Button icon={CheckCheckIcon} onClick={() => read({ until })}>
          {t`Mark all as read`}
        </Button>
      )}
      {!beside && (
        <Popover
          label={t`Notification settings`}
          head={<h2 className="font-medium">{t`Notification settings`}</h2>}
          align="end"
          open={search.get('settings') === '1'}
          onOpenChange={change}
          trigger={<Button icon={SlidersHorizontalIcon}>{t`Settings`}</Button>}
        >
          <NotificationSettings />
        </Popover>
      )}
    </>
  )
}
