import { useLingui } from '@lingui/react/macro'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { SearchXIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/errors.ts'
import { type Scrolled, useMore } from '../../api/scrolled.ts'
import { Empty } from '../../ui/empty.tsx'
import { Coming, OfflineNote, Problem } from '../problems/index.ts'
import type { ListOf } from './columns.ts'
import { ListBar, type ListBarProps } from './list-bar.tsx'
import { type ListExtras, ListRows } from './list-rows.tsx'

type ResourceListProps<T, S extends string> = ListExtras<T> & {
  list: ListOf<T>
  query: UseInfiniteQueryResult<Scrolled<T>, ApiError>
  /** Without it the list has its own filters, above it. */
  bar?: ListBarProps<S>
  /** Whether a filter is set. */
  filtered: boolean
  /**
   * The hint if nothing matches, and a handler that clears the filters. By default `empty` is
   * shown.
   */
  noMatches?: { hint: string; onClear: () => void }
  /** The empty state. */
  empty: ReactNode
}

/** A list that fills the page: its filters, its rows, and its empty and error states. */
export function ResourceList<T, S extends string = never>(props: ResourceListProps<T, S>) {
  const { list, query, bar, filtered, noMatches, empty, ...extras } = props
  const { t } = useLingui()
  const { data, error } = query
  const more = useMore(query)
  return (
    <>
      {bar && (filtered || (data && data.rows.length > 0)) && <ListBar {...bar} />}
      <OfflineNote query={query} />
      {error && !data ? (
        <Problem error={error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Coming page paused={query.isPaused} rows={8} />
      ) : data.rows.length > 0 ? (
        <ListRows {...extras} list={list} {...data} {...more} />
      ) : filtered && noMatches ? (
        <Empty
          icon={SearchXIcon}
          title={t`No matches`}
          action={{ label: t`Clear filters`, onClick: noMatches.onClear }}
        >
          {noMatches.hint}
        </Empty>
      ) : (
        empty
      )}
    </>
  )
}
