import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo, useState } from 'react'
import { isTyping } from '../../lib/is-typing.ts'
import { useHotkeys } from '../../lib/use-hotkeys.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { useSelection } from '../../lib/use-selection.ts'
import { type BulkAction, BulkBar } from '../../ui/bulk-bar.tsx'
import { ListFoot } from '../../ui/list-foot.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import { type More, MoreFoot } from '../../ui/more-foot.tsx'
import { type ListOf, tracksOf } from './columns.ts'
import { ListHead } from './list-head.tsx'
import { ListRow } from './list-row.tsx'

export interface ListExtras<T> {
  /** The actions for several rows. Without it rows cannot be selected. */
  bulk?: ((chosen: readonly T[], clear: () => void) => BulkAction[]) | undefined
  /** Whether a row can be selected; by default all can. */
  selectable?: ((row: T) => boolean) | undefined
  /** Next to the list on very wide screens: the row that has, or had, the focus. */
  panel?: (row: T | undefined) => ReactNode
}

type ListRowsProps<T> = More & ListExtras<T> & { list: ListOf<T>; rows: readonly T[] }

/** The rows of a list; only visible ones are mounted. */
export function ListRows<T>({ list, rows, bulk, selectable, panel, ...more }: ListRowsProps<T>) {
  const { t } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const touch = useMedia('(pointer: coarse)')
  const wide = useMedia('(min-width: 105rem)') && panel !== undefined
  const { idOf } = list
  const ids = useMemo(() => rows.map(idOf), [rows, idOf])
  const { reveal, onFocus } = useRowKeys(ids)
  const [current, setCurrent] = useState<string | null>(null)
  const able = useMemo(
    () => (selectable ? rows.filter(selectable).map(idOf) : ids),
    [rows, selectable, ids, idOf],
  )
  const { selected, select, selectAll, clear } = useSelection(able)
  const at = current === null ? undefined : rows.find((row) => idOf(row) === current)
  // Checkboxes do not fit next to a title on phones.
  const ticked = bulk !== undefined && able.length > 0 && !phone
  const chosen = rows.filter((row) => selected.has(idOf(row)))
  const height = list.heights[phone ? 0 : touch ? 1 : 2]
  useHotkeys(
    {
      x: () => at && able.includes(idOf(at)) && select(idOf(at), !selected.has(idOf(at)), false),
      escape: clear,
      delete: () =>
        chosen.length > 0 &&
        bulk?.(chosen, clear)
          .find(({ hotkey }) => hotkey === 'Del')
          ?.onClick(),
      'mod+a'(event) {
        if (isTyping(event.target)) return
        event.preventDefault()
        selectAll(able, true)
      },
    },
    ticked,
  )
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <ListTable
          label={list.label}
          rowsLabel={list.rowsLabel}
          columns={tracksOf(list, ticked)}
          narrow="minmax(0,1fr) auto"
          count={more.count}
          exact={more.exact}
          head={
            <ListHead
              list={list}
              all={
                ticked
                  ? {
                      selected: selected.size === 0 ? 'none' : selected.size === able.length ? 'all' : 'some',
                      onSelect: (on) => selectAll(able, on),
                    }
                  : undefined
              }
            />
          }
          reveal={reveal}
          items={rows}
          keyOf={idOf}
          heightOf={() => height}
          onNearEnd={more.onMore}
        >
          {(row, index) => (
            <ListRow
              list={list}
              row={row}
              index={index}
              height={height}
              onFocus={() => {
                setCurrent(idOf(row))
                onFocus(index)()
              }}
              shown={wide && idOf(row) === current}
              ticked={ticked}
              selectable={ticked && able.includes(idOf(row))}
              selected={selected.has(idOf(row))}
              onSelect={(on, range) => select(idOf(row), on, range)}
            />
          )}
        </ListTable>
        {ticked && chosen.length > 0 ? (
          <ListFoot>
            <BulkBar
              says={t({ message: plural(chosen.length, { one: '# selected', other: '# selected' }) })}
              actions={bulk(chosen, clear)}
              onClear={clear}
            />
          </ListFoot>
        ) : (
          <MoreFoot
            {...more}
            loaded={rows.length}
            says={list.says(rows.length)}
            note={list.note ?? t`Times shown in your local time zone.`}
          />
        )}
      </div>
      {wide && panel(at)}
    </div>
  )
}
