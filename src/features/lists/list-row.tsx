import { useLingui } from '@lingui/react/macro'
import { classNames } from '../../lib/class-names.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Cell, Row } from '../../ui/table.tsx'
import { actsClass, cellClass, type ListOf } from './columns.ts'
import { RowMenu } from './row-menu.tsx'

type ListRowProps<T> = {
  list: ListOf<T>
  row: T
  index: number
  height: number
  onFocus: () => void
  /** Its details stand beside the list. */
  shown: boolean
  /** Undefined where rows cannot be selected. */
  selected: boolean | undefined
  onSelect: (on: boolean, range: boolean) => void
}

/** One line on a desktop; on a phone its cells stand on up to three lines. */
export function ListRow<T>(props: ListRowProps<T>) {
  const { list, row, index, height, onFocus, shown, selected, onSelect } = props
  const { t } = useLingui()
  const { columns, acts } = list
  const family = list.familyOf?.(row)
  const name = list.nameOf(row)
  const ticked = selected !== undefined
  return (
    <Row
      spine={list.familyOf !== undefined}
      {...(family && { family })}
      {...(ticked && { selected })}
      aria-rowindex={index + 2}
      aria-current={shown || undefined}
      onFocus={onFocus}
      onClick={onFocus}
      className="overflow-hidden aria-current:not-aria-selected:bg-hover max-sm:content-center max-sm:gap-y-0.5"
      style={{ height }}
    >
      {ticked && (
        <Cell>
          <Checkbox
            label={t`Select ${name}`}
            checked={selected}
            onChange={(on, event) => onSelect(on, 'shiftKey' in event && event.shiftKey === true)}
          />
        </Cell>
      )}
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
          {acts.main?.(row)}
          <span className="flex opacity-0 transition-opacity duration-(--dur-fast) group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-data-popup-open:opacity-100 touch:opacity-100">
            {acts.quick?.(row)}
            {acts.entries && <RowMenu name={name} entriesOf={() => acts.entries?.(row) ?? []} />}
          </span>
        </Cell>
      )}
    </Row>
  )
}
