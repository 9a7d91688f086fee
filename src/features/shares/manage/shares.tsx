import { useLingui } from '@lingui/react/macro'
import { LinkIcon, SearchXIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useMore } from '../../../api/scrolled.ts'
import { useShares } from '../../../api/shares.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Coming, OfflineNote, Problem } from '../../problems/index.ts'
import { ShareDialogs } from './share-dialogs.tsx'
import { ShareFilters } from './share-filters.tsx'
import { ShareList } from './share-list.tsx'
import { filtersOf, parseView } from './view.ts'

/** Every link there is, by the view that the address holds. */
export function Shares() {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const view = parseView(search)
  const filtered = view.q !== '' || view.state !== null || view.by !== null
  const shares = useShares(filtersOf(view))
  const { data } = shares
  const more = useMore(shares)

  return (
    <>
      {(filtered || (data && data.rows.length > 0)) && <ShareFilters view={view} />}
      <OfflineNote query={shares} />
      {shares.error && !data ? (
        <Problem error={shares.error} onRetry={() => void shares.refetch()} />
      ) : !data ? (
        <Coming page paused={shares.isPaused} rows={8} />
      ) : data.rows.length > 0 ? (
        <ShareList shares={data.rows} count={data.count} exact={data.exact} {...more} />
      ) : filtered ? (
        <Empty
          icon={SearchXIcon}
          title={t`No matches`}
          action={{ label: t`Clear filters`, onClick: () => setSearch({}, { replace: true }) }}
        >
          {t`Remove a filter or search for part of the name.`}
        </Empty>
      ) : (
        <Empty
          icon={LinkIcon}
          title={t`No links yet`}
          action={{ label: t`New link`, onClick: () => setSearch({ new: '1' }, { replace: true }) }}
        >
          {t`A link lets people download a file without an account. You see who opened it and can revoke it at any time.`}
        </Empty>
      )}
      <ShareDialogs shares={data?.rows ?? []} />
    </>
  )
}
