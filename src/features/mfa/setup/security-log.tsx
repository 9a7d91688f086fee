import { useLingui } from '@lingui/react/macro'
import { ScrollTextIcon, SearchCheckIcon } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useSecurityLog } from '../../../api/access.ts'
import { useMore } from '../../../api/scrolled.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { paths } from '../../../paths.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ListFoot } from '../../../ui/list-foot.tsx'
import { MoreLost } from '../../../ui/more-foot.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { Coming, Problem } from '../../problems/index.ts'
import { isFailure } from './event-labels.ts'
import { LogList } from './log-list.tsx'

/**
 * Rows that a filter by failures should find before it stops, and how far back it loads
 * automatically.
 */
const ENOUGH = 20
const LOOKS_BACK = 1000

/** All security events of the account, newest first. */
export function SecurityLog() {
  const { t, i18n } = useLingui()
  const [search, setSearch] = useSearchParams()
  const only = search.get('only') === 'failed'
  const log = useSecurityLog()
  const { data, isFetchingNextPage, fetchNextPage } = log
  const { more, onMore, onRetry } = useMore(log)
  const rows = useMemo(() => (only ? data?.rows.filter(isFailure) : data?.rows) ?? [], [data, only])
  const loaded = data?.rows.length ?? 0

  const looksOn = only && rows.length < ENOUGH && loaded < LOOKS_BACK
  useEffect(() => {
    if (looksOn && loaded > 0) onMore()
  }, [looksOn, loaded, onMore])

  const looked = formatNumber(loaded, i18n.locale)
  const foot = onRetry ? (
    <MoreLost onRetry={onRetry} />
  ) : isFetchingNextPage ? (
    <p role="status">{t`Loading`}</p>
  ) : only && more ? (
    <p>
      {t`Searched the last ${looked} events.`}{' '}
      <TextButton onClick={() => void fetchNextPage()}>{t`Load older events`}</TextButton>
    </p>
  ) : (
    !more && <p>{t`End of list`}</p>
  )

  return (
    <>
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2 md:ps-6 md:pe-5">
        <Segmented
          label={t`Filter`}
          options={[
            { value: 'all', label: t`All events` },
            { value: 'failed', label: t`Failed only` },
          ]}
          value={only ? 'failed' : 'all'}
          onChange={(value) => setSearch(value === 'failed' ? { only: 'failed' } : {}, { replace: true })}
        />
      </div>
      {log.error && !data ? (
        <Problem error={log.error} onRetry={() => void log.refetch()} />
      ) : !data ? (
        <Coming page paused={log.isPaused} rows={12} />
      ) : rows.length === 0 && !more ? (
        <Empty
          icon={only ? SearchCheckIcon : ScrollTextIcon}
          title={only ? t`No failed events` : t`No activity yet`}
          action={{ label: t`Go to Security`, render: <Link to={paths.security()} /> }}
        >
          {only
            ? t`No sign-in or verification failed in the recorded period.`
            : t`Sign-ins, changes and keys appear here.`}
        </Empty>
      ) : (
        <>
          <LogList events={rows} onMore={onMore} />
          <ListFoot>{foot}</ListFoot>
        </>
      )}
    </>
  )
}
