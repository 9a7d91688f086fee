import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { HeadCell, TableHead } from '../../ui/table.tsx'
import type { HistoryView, SortBy } from './search.ts'

type HistoryHeadProps = {
  view: HistoryView
  onSort: (sortBy: SortBy) => void
  all: boolean
  some: boolean
  onAll: (selected: boolean) => void
}

export function HistoryHead({ view, onSort, all, some, onAll }: HistoryHeadProps) {
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
  return (
    <TableHead>
      <HeadCell>
        <Checkbox label={t`Select all that are loaded`} checked={all} mixed={some && !all} onChange={onAll} />
      </HeadCell>
      {sortable('filename', t`File`)}
      <HeadCell>{t`From → to`}</HeadCell>
      <HeadCell>{t`Status`}</HeadCell>
      {sortable('size_bytes', t`In`, true)}
      <Wide>
        <HeadCell end>{t`Out`}</HeadCell>
      </Wide>
      <Wide>
        <HeadCell end>{t`Quoted`}</HeadCell>
      </Wide>
      {sortable('credits_charged', t`Charged`, true)}
      {sortable('created_at', t`Time`, true)}
      <Wide>
        <HeadCell end>{t`Expires`}</HeadCell>
      </Wide>
    </TableHead>
  )
}

/** A column that a tablet leaves out. `contents`, so that the cell stays the grid's own. */
const Wide = ({ children }: { children: ReactNode }) => (
  <div className="contents max-lg:hidden">{children}</div>
)
