import { useLingui } from '@lingui/react/macro'
import { SearchCheckIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useBusinesses } from '../../../../api/businesses.ts'
import { useMore } from '../../../../api/scrolled.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { Coming, OfflineNote, Problem } from '../../../problems/index.ts'
import { QueueFilters } from './queue-filters.tsx'
import { QueueList } from './queue-list.tsx'
import { filtersOf, parseView, type QueueView, searchOf } from './view.ts'

/** Businesses of the instance, by the view that the address holds; at first those that wait for a review, the longest first. */
export function BusinessQueue() {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const view = parseView(search)
  const businesses = useBusinesses(filtersOf(view))
  const { data } = businesses
  const more = useMore(businesses)
  const change = (patch: Partial<QueueView>) => setSearch(searchOf({ ...view, ...patch }), { replace: true })
  return (
    <>
      <QueueFilters view={view} onChange={change} />
      <OfflineNote query={businesses} />
      {businesses.error && !data ? (
        <Problem error={businesses.error} onRetry={() => void businesses.refetch()} />
      ) : !data ? (
        <Coming page paused={businesses.isPaused} rows={8} />
      ) : data.rows.length > 0 ? (
        <QueueList businesses={data.rows} count={data.count} exact={data.exact} {...more} />
      ) : (
        <Empty
          icon={SearchCheckIcon}
          title={search.size === 0 ? t`Nothing to review` : t`No matches`}
          action={{
            label: t`Show all businesses`,
            onClick: () => setSearch({ verification: 'any', sort: 'newest' }, { replace: true }),
          }}
        >
          {search.size === 0
            ? t`Businesses that submit a verification will appear here.`
            : t`Remove a filter or show all businesses.`}
        </Empty>
      )}
    </>
  )
}
