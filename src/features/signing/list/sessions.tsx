import { useLingui } from '@lingui/react/macro'
import { SearchXIcon, SignatureIcon } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useMore } from '../../../api/scrolled.ts'
import { useSigningSessions } from '../../../api/signing.ts'
import { paths } from '../../../paths.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Coming, OfflineNote, Problem } from '../../problems/index.ts'
import { filtersOf, SessionDialogs, type SigningListView } from '../session/index.ts'
import { SessionFilters } from './session-filters.tsx'
import { SessionList } from './session-list.tsx'

/** The signature requests that match the view in the URL. */
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
          title={t`No matches`}
          action={{ label: t`Clear filters`, onClick: () => setSearch({}, { replace: true }) }}
        >
          {t`Remove a filter, or search for part of a title, name or e-mail address.`}
        </Empty>
      ) : (
        <Empty
          icon={SignatureIcon}
          title={t`No signature requests yet`}
          action={{ label: t`New signature request`, render: <Link to={paths.newSigning()} /> }}
        >
          {t`Send a PDF for signature; recipients don’t need an account. Track who viewed and signed it, then download the sealed PDF.`}
        </Empty>
      )}
      <SessionDialogs sessions={data?.rows ?? []} />
    </>
  )
}
