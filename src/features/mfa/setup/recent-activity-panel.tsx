import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useSecurityLog } from '../../../api/access.ts'
import { classNames } from '../../../lib/class-names.ts'
import { paths } from '../../../paths.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Coming, Problem } from '../../problems/index.ts'
import { EVENT_ICONS, isFailure, useEventLabels } from './event-labels.ts'
import { useWhen } from './use-when.ts'

const SHOWN = 6

/** The latest security events of the account. */
export function RecentActivityPanel() {
  const { t } = useLingui()
  const { lineMoment } = useWhen()
  const words = useEventLabels()
  const { data, error, refetch, isPaused } = useSecurityLog()
  return (
    <Panel
      title={t`Recent activity`}
      flush
      actions={
        <Link className="link" to={paths.securityLog()}>
          {t`View all`}
        </Link>
      }
    >
      {error && !data ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Coming paused={isPaused} rows={4} />
      ) : data.rows.length === 0 ? (
        <p className="p-4 text-ink-soft">{t`No activity yet. Sign-ins, changes and keys appear here.`}</p>
      ) : (
        <ul className="py-1.5">
          {data.rows.slice(0, SHOWN).map((event) => {
            const Icon = EVENT_ICONS[event.kind]
            const bad = isFailure(event)
            return (
              <li key={event.id} className="flex gap-2.5 px-4 py-1.5">
                <Icon className={classNames('mt-0.5 flex-none', bad ? 'text-bad' : 'text-ink-soft')} />
                <div className="min-w-0">
                  <p className={classNames('wrap-anywhere', bad && 'text-bad')}>{words(event)}</p>
                  <p className="text-small text-ink-soft wrap-anywhere">
                    {lineMoment(event.at)}, <span translate="no">{event.device}</span>
                  </p>
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
