import { useLingui } from '@lingui/react/macro'
import { Fragment, type ReactNode } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { HeadCell, TableHead } from '../../ui/table.tsx'
import type { Column } from './columns.ts'
import type { HistoryView, SortBy } from './search.ts'

type HistoryHeadProps = {
  columns: readonly Column[]
  view: HistoryView
  onSort: (sortBy: SortBy) => void
  all: boolean
  some: boolean
  onAll: (selected: boolean) => void
}

export function HistoryHead({ columns, view, onSort, all, some, onAll }: HistoryHeadProps) {
  const { t } = useLingui()
  const sortable = (by: SortBy, label: ReactNode, end = false) => (
    <HeadCell
      end={end}
      sort={view.sortBy !== by ? 'none' : view.sortDir === 'asc' ? 'ascending' : 'descending'}
      onSort={() => onSort(by)}
    >
      {label}
    </HeadCell>
  )
  const heads: Record<Column, ReactNode> = {
    route: <HeadCell>{t`From → to`}</HeadCell>,
    by: <HeadCell>{t`Created by`}</HeadCell>,
    status: <HeadCell>{t`Status`}</HeadCell>,
    in: sortable('size_bytes', t`Original`, true),
    out: <HeadCell end>{t`Result`}</HeadCell>,
    quoted: <HeadCell end>{t`Quoted`}</HeadCell>,
    charged: sortable('credits_charged', t`Charged`, true),
    time: sortable('created_at', t`Time`, true),
    expires: <HeadCell end>{t`Expires`}</HeadCell>,
  }
  return (
    <TableHead>
      <HeadCell>
        <Checkbox label={t`Select all loaded`} checked={all} mixed={some && !all} onChange={onAll} />
      </HeadCell>
      {sortable('filename', t`File`)}
      {columns.map((column) => (
        <Fragment key={column}>{heads[column]}</Fragment>
      ))}
    </TableHead>
  )
}
