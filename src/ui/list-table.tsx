import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Table } from './table.tsx'
import { VirtualList, type VirtualListProps } from './virtual-list.tsx'

type ListTableProps<T> = Omit<VirtualListProps<T>, 'label' | 'rows'> & {
  label: string
  /** The accessible name of the rows: "Links" of "Share links". */
  rowsLabel: string
  columns: string
  narrow: string
  head: ReactNode
  count: number
  /** Whether `count` is exact, and not a lower bound. */
  exact: boolean
  /** 16 in a panel, 24 on a page. */
  inset?: 16 | 24
}

/**
 * A table that fills the page: its header is fixed, its rows scroll, and only visible rows are
 * mounted.
 */
export function ListTable<T>(props: ListTableProps<T>) {
  const {
    label,
    rowsLabel,
    columns,
    narrow,
    head,
    count,
    exact,
    inset = 24,
    className = 'min-h-0',
    ...list
  } = props
  return (
    <Table
      label={label}
      columns={columns}
      narrow={narrow}
      inset={inset}
      insetEnd={16}
      rowCount={exact ? count + 1 : -1}
      className={classNames('flex max-w-page flex-1 flex-col', className)}
    >
      <div className="flex-none overflow-hidden [scrollbar-gutter:stable]">{head}</div>
      <VirtualList {...list} rows label={rowsLabel} className="min-h-0 flex-1 [scrollbar-gutter:stable]" />
    </Table>
  )
}
