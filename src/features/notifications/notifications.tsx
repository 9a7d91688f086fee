import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { useNotifications } from '../../api/notifications.ts'
import { useMore } from '../../api/scrolled.ts'
import { paths } from '../../paths.ts'
import { MoreFoot } from '../../ui/more-foot.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { Coming, Problem } from '../problems/index.ts'
import { NoNotifications } from './no-notifications.tsx'
import { NotificationList } from './notification-list.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { asTab, groupOf, useTabs } from './tabs.ts'
import { useHasSidePanel } from './use-has-side-panel.ts'

/** All notifications of the last 30 days, by group. */
export function Notifications() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const tab = asTab(search.get('group'))
  const tabs = useTabs()
  const group = groupOf(tab)
  const query = useNotifications(group)
  const { data, error, isPaused, refetch } = query
  const more = useMore(query)
  const beside = useHasSidePanel()
  return (
    <>
      <TabLinks
        label={t`Groups`}
        tabs={tabs.map(({ value, label }) => ({
          value,
          label,
          to: paths.notifications(value === 'all' ? {} : { group: value }),
        }))}
        value={tab}
      />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {!data ? (
            error ? (
              <Problem error={error} onRetry={() => void refetch()} />
            ) : (
              <Coming page paused={isPaused} rows={8} />
            )
          ) : data.rows.length === 0 ? (
            <NoNotifications group={group} />
          ) : (
            <>
              <NotificationList notifications={data.rows} onMore={more.onMore} />
              <MoreFoot
                {...more}
                count={data.count}
                exact={data.exact}
                loaded={data.rows.length}
                says={t({
                  message: plural(data.rows.length, { one: '# notification', other: '# notifications' }),
                })}
                note={t`Kept for 30 days. Times shown in your local time zone.`}
              />
            </>
          )}
        </div>
        {beside && <SettingsPanel />}
      </div>
    </>
  )
}
