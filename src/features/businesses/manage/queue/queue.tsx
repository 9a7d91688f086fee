import { useLingui } from '@lingui/react/macro'
import { SearchCheckIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useBusinesses } from '../../../../api/businesses.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { ResourceList, useChangeView } from '../../../lists/index.ts'
import { QueueFilters } from './queue-filters.tsx'
import { useQueueList } from './use-queue-list.tsx'
import { filtersOf, parseView, searchOf } from './view.ts'

/**
 * Businesses of the instance, by the view in the URL; by default those that wait for a review,
 * longest first.
 */
export function BusinessQueue() {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const view = parseView(search)
  const businesses = useBusinesses(filtersOf(view))
  const list = useQueueList()
  const change = useChangeView(view, searchOf)
  const filtered = search.size > 0
  return (
    <>
      <QueueFilters view={view} onChange={change} />
      <ResourceList
        list={list}
        query={businesses}
        filtered={filtered}
        empty={
          <Empty
            icon={SearchCheckIcon}
            title={filtered ? t`No matches` : t`Nothing to review`}
            action={{
              label: t`Show all businesses`,
              onClick: () => setSearch({ verification: 'any', sort: 'newest' }, { replace: true }),
            }}
          >
            {filtered
              ? t`Remove a filter or show all businesses.`
              : t`Businesses that submit a verification will appear here.`}
          </Empty>
        }
      />
    </>
  )
}
