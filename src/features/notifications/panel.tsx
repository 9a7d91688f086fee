import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { SlidersHorizontalIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useNewestNotifications, useReadNotifications } from '../../api/notifications.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { HotkeyHints } from '../../ui/hotkey-hints.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { DesktopSwitch } from './desktop-switch.tsx'
import { PanelList } from './panel-list.tsx'
import { groupOf, type Tab, useTabs } from './tabs.ts'

/** The bell's popover: the newest notifications, by group. */
export default function Panel({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const [tab, setTab] = useState<Tab>('all')
  const tabs = useTabs()
  const { data } = useNewestNotifications()
  const { mutate: read } = useReadNotifications()
  const unread = data?.unread ?? 0
  const until = data?.results[0]?.created_at
  return (
    <div className="flex max-h-[min(44rem,calc(100dvh-5rem))] w-106 max-w-full flex-col">
      <div className="flex min-h-12 flex-none items-center gap-2 ps-4 pe-3">
        <h2 className="title text-[1rem]/5">{t`Notifications`}</h2>
        <p className="flex-1 text-ink-soft" aria-live="polite">
          {unread > 0 && t({ message: plural(unread, { one: '# new', other: '# new' }) })}
        </p>
        {unread > 0 && until && (
          <Button variant="ghost" size={28} onClick={() => read({ until })}>
            {t`Mark all as read`}
          </Button>
        )}
        <IconButton
          name={t`Notification settings`}
          icon={SlidersHorizontalIcon}
          size={28}
          render={<Link to={paths.notifications({ settings: '1' })} onClick={onDone} />}
        />
      </div>
      <Tabs
        label={t`Groups`}
        className="flex min-h-0 flex-1 flex-col *:flex-none *:last:min-h-0 *:last:flex-1 *:last:overflow-y-auto"
        value={tab}
        onChange={setTab}
        tabs={tabs.map(({ value, label }) => ({
          value,
          label,
          panel: value === tab && <PanelList group={groupOf(value)} onDone={onDone} />,
        }))}
      />
      <div className="flex-none border-t border-line px-4 py-2.5">
        <DesktopSwitch />
      </div>
      <div className="flex flex-none items-center justify-between gap-4 border-t border-line px-4 py-2">
        <HotkeyHints
          keys={[
            { key: '↑ ↓', does: t`move` },
            { key: '↵', does: t`open` },
            { key: 'E', does: t`mark as read` },
          ]}
        />
        <TextButton
          className="ms-auto text-small"
          render={<Link to={paths.notifications()} onClick={onDone} />}
        >
          {t`View all`}
        </TextButton>
      </div>
    </div>
  )
}
