import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Row, Table } from '../../ui/table.tsx'
import { type TableOf, tracksOf } from './columns.ts'
import { ListHead } from './list-head.tsx'
import { RowCells } from './row-cells.tsx'

type PanelTableProps<T> = {
  list: TableOf<T>
  rows: readonly T[]
  className: string
  rowClass?: (row: T) => string | false
  /** On separate lines, below the cells of its row. */
  under?: (row: T) => ReactNode
}

/**
 * A table inside a page, for few rows, which are all mounted; their height depends on their
 * content.
 */
export function PanelTable<T>({ list, rows, className, rowClass, under }: PanelTableProps<T>) {
  return (
    <Table
      label={list.label}
      columns={tracksOf(list, false)}
      narrow="minmax(0,1fr) auto"
      className={classNames(className, '[&>*:last-child]:border-b-0')}
    >
      <ListHead list={list} all={undefined} />
      {rows.map((row) => (
        <Row
          key={list.idOf(row)}
          size="settings"
          className={classNames('gap-y-1.5 py-2 max-sm:gap-y-1', rowClass?.(row))}
        >
          <RowCells list={list} row={row} />
          {under?.(row)}
        </Row>
      ))}
    </Table>
  )
}
