import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Cell, Row } from '../../ui/table.tsx'
import type { ListOf } from './columns.ts'
import { RowCells } from './row-cells.tsx'

type ListRowProps<T> = {
  list: ListOf<T>
  row: T
  index: number
  height: number
  onFocus: () => void
  /** Whether its details are shown next to the list. */
  shown: boolean
  /** Whether the list has checkboxes. */
  ticked: boolean
  selectable: boolean
  selected: boolean
  onSelect: (on: boolean, range: boolean) => void
}

/** One line on desktops; on phones its cells are on several lines. */
export function ListRow<T>(props: ListRowProps<T>) {
  const { list, row, index, height, onFocus, shown, ticked, selectable, selected, onSelect } = props
  const { t } = useLingui()
  const family = list.familyOf?.(row)
  const name = list.nameOf(row)
  return (
    <Row
      spine={list.familyOf !== undefined}
      {...(family && { family })}
      {...(selectable && selected && { selected })}
      {...(list.focusRow && { 'data-row': list.idOf(row), tabIndex: -1 })}
      aria-rowindex={index + 2}
      aria-current={shown || undefined}
      onFocus={onFocus}
      onClick={onFocus}
      className="overflow-hidden aria-current:not-aria-selected:bg-hover max-sm:content-center max-sm:gap-y-0.5"
      style={{ height }}
    >
      {ticked && (
        <Cell>
          {selectable && (
            <Checkbox
              label={t`Select ${name}`}
              checked={selected}
              onChange={(on, event) => onSelect(on, 'shiftKey' in event && event.shiftKey === true)}
            />
          )}
        </Cell>
      )}
      <RowCells list={list} row={row} />
    </Row>
  )
}
