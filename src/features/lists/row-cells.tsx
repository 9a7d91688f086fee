import { useLingui } from '@lingui/react/macro'
import { EllipsisIcon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { deferred } from '../../ui/deferred.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LazyPopup, type Opened } from '../../ui/lazy-popup.tsx'
import type { MenuEntry } from '../../ui/menu.tsx'
import { Cell } from '../../ui/table.tsx'
import { actsClass, cellClass, type TableOf } from './columns.ts'

type RowMenuProps = { name: string; entriesOf: () => MenuEntry[] }

const POPUP = deferred(async () => {
  const { MenuPopup } = await import('../../ui/menu-popup.tsx')
  return ({ entriesOf, ...opened }: Pick<RowMenuProps, 'entriesOf'> & Opened) => (
    <MenuPopup {...opened} entries={entriesOf()} />
  )
})

/** The menu of a row. Its entries are created on open: a list has a menu per row and opens few. */
function RowMenu({ name, entriesOf }: RowMenuProps) {
  const { t } = useLingui()
  return (
    <LazyPopup
      trigger={<IconButton name={t`More for ${name}`} icon={EllipsisIcon} />}
      popup={POPUP}
      given={{ entriesOf }}
      haspopup="menu"
    />
  )
}

/** The cells of a row, and its actions. */
export function RowCells<T>({ list, row }: { list: TableOf<T>; row: T }) {
  const { columns, acts } = list
  const name = list.nameOf(row)
  const mayAct = acts?.has?.(row) ?? true
  return (
    <>
      {columns.map((column) => (
        <Cell
          key={column.id}
          {...(column.end && { end: true })}
          {...(column.faint && { faint: true })}
          className={cellClass(column)}
        >
          {column.cell(row)}
        </Cell>
      ))}
      {acts && (
        <Cell
          className={classNames(
            'flex items-center justify-end gap-1 max-sm:-col-end-1 max-sm:row-start-1',
            actsClass(list),
          )}
        >
          {mayAct && acts.main?.(row)}
          {(acts.quick || acts.entries) && (
            <span className="flex opacity-0 transition-opacity duration-(--dur-fast) group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-data-popup-open:opacity-100 touch:opacity-100">
              {mayAct && acts.quick?.(row)}
              {mayAct && acts.entries && <RowMenu name={name} entriesOf={() => acts.entries?.(row) ?? []} />}
            </span>
          )}
        </Cell>
      )}
    </>
  )
}
