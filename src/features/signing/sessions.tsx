import { useLingui } from '@lingui/react/macro'
import { SearchXIcon, SignatureIcon } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useMore } from '../../api/scrolled.ts'
import { useSigningSessions } from '../../api/signing.ts'
import { paths } from '../../paths.ts'
import { Empty } from '../../ui/empty.tsx'
import { Coming, OfflineNote, Problem } from '../problems/index.ts'
import { SessionDialogs } from './session-dialogs.tsx'
import { SessionFilters } from './session-filters.tsx'
import { SessionList } from './session-list.tsx'
import { filtersOf, type SigningListView } from './view.ts'

/** Every session there is, by the view that the address holds. */
export function Sessions({ view }: { view: SigningListView }) {
  const { t } = useLingui()
  const [, setSearch] = useSearchParams()
  const sessions = useSigningSessions(filtersOf(view))
  const { data } = sessions
  const more = useMore(sessions)
  const filtered = view.q !== '' || view.state !== null
  return (
    <>
      {(filtered || (data && data.rows.length > 0)) && <SessionFilters view={view} />}
      <OfflineNote query={sessions} />
      {sessions.error && !data ? (
        <Problem error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : !data ? (
        <Coming page paused={sessions.isPaused} rows={8} />
      ) : data.rows.length > 0 ? (
        <SessionList sessions={data.rows} count={data.count} exact={data.exact} {...more} />
      ) : filtered ? (
        <Empty
          icon={SearchXIcon}
          title={t`Nothing matches`}
          action={{ label: t`Clear all`, onClick: () => setSearch({}, { replace: true }) }}
        >
          {t`No session is like that. Take a filter away, or look for a part of a title, a name or an address.`}
        </Empty>
      ) : (
        <Empty
          icon={SignatureIcon}
          title={t`Nothing to sign yet`}
          action={{ label: t`New session`, render: <Link to={paths.newSigning()} /> }}
        >
          {t`Send a PDF to be signed by people who need no account. You see who has opened and signed it, and get it back sealed.`}
        </Empty>
      )}
      <SessionDialogs sessions={data?.rows ?? []} />
    </>
  )
}
