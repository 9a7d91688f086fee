import { useLingui } from '@lingui/react/macro'
import { HistoryIcon, SearchXIcon } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useHistory } from '../../api/history.ts'
import { followPending } from '../../api/live.ts'
import { useMore } from '../../api/scrolled.ts'
import { paths } from '../../paths.ts'
import { Empty } from '../../ui/empty.tsx'
import { Coming, OfflineNote, Problem } from '../problems/index.ts'
import { FamilyStrip } from './family-strip.tsx'
import { Filters } from './filters.tsx'
import { HistoryList } from './history-list.tsx'
import { filtersOf, type HistoryView, isFiltered, parseView, type SortBy, searchOf } from './search.ts'

/** All conversions, filtered and sorted by the URL. */
export function History() {
  const [search, setSearch] = useSearchParams()
  const view = parseView(search)
  const filters = filtersOf(view)
  const history = useHistory(filters)
  const { data } = history
  const more = useMore(history)

  useEffect(() => {
    if (data) followPending(data.rows)
  }, [data])

  // Typing replaces the history entry, so that Back does not go letter by letter.
  const change = (patch: Partial<HistoryView>) =>
    setSearch({ ...searchOf({ ...view, ...patch }) }, { replace: true })
  const sort = (sortBy: SortBy) =>
    change({
      sortBy,
      sortDir: view.sortBy === sortBy ? (view.sortDir === 'asc' ? 'desc' : 'asc') : firstDir(sortBy),
    })

  return (
    <>
      <Filters view={view} onChange={change} />
      {(isFiltered(view) || (data && data.rows.length > 0)) && (
        <FamilyStrip filters={filters} family={view.family} onChange={(family) => change({ family })} />
      )}
      <OfflineNote query={history} />
      {history.error && !data ? (
        <Problem error={history.error} onRetry={() => void history.refetch()} />
      ) : !data ? (
        <Coming page paused={history.isPaused} rows={12} />
      ) : data.rows.length === 0 ? (
        <Nothing view={view} onClear={() => setSearch({}, { replace: true })} />
      ) : (
        <HistoryList
          rows={data.rows}
          count={data.count}
          exact={data.exact}
          {...more}
          view={view}
          searched={view.q !== '' && !history.isPlaceholderData}
          onSort={sort}
        />
      )}
    </>
  )
}

/** Names sort from A, sizes and times from the largest. */
const firstDir = (sortBy: SortBy) => (sortBy === 'filename' ? 'asc' : 'desc')

function Nothing({ view, onClear }: { view: HistoryView; onClear: () => void }) {
  const { t } = useLingui()
  const nothing = isFiltered(view) ? (
    <Empty icon={SearchXIcon} title={t`No matches`} action={{ label: t`Clear filters`, onClick: onClear }}>
      {t`Remove a filter or search for part of the name.`}
    </Empty>
  ) : (
    <Empty
      icon={HistoryIcon}
      title={t`No conversions yet`}
      action={{ label: t`Convert a file`, render: <Link to={paths.convert()} /> }}
    >
      {t`Your conversions appear here, with their status, price and expiry.`}
    </Empty>
  )
  return (
    <>
      <h2 className="sr-only">{t`Conversions`}</h2>
      {nothing}
    </>
  )
}
