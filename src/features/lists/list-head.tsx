import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '../../ui/checkbox.tsx'
import { HeadCell, TableHead } from '../../ui/table.tsx'
import type { TableOf } from './columns.ts'

type ListHeadProps<T> = {
  list: TableOf<T>
  /** Undefined if rows cannot be selected. */
  all: { selected: 'none' | 'some' | 'all'; onSelect: (on: boolean) => void } | undefined
}

/** The column headers, with sorting if the list supports it. */
export function ListHead<T>({ list: { columns, acts }, all }: ListHeadProps<T>) {
  const { t } = useLingui()
  return (
    <TableHead>
      {all && (
        <HeadCell>
          <Checkbox
            label={t`Select all loaded`}
            checked={all.selected === 'all'}
            mixed={all.selected === 'some'}
            onChange={all.onSelect}
          />
        </HeadCell>
      )}
      {columns.map(({ id, head, end, sort }) =>
        head === undefined ? null : sort ? (
          <HeadCell key={id} end={end === true} sort={sort.now} onSort={sort.onSort}>
            {head}
          </HeadCell>
        ) : (
          <HeadCell key={id} end={end === true}>
            {head}
          </HeadCell>
        ),
      )}
      {acts && (
        <HeadCell>
          <span className="sr-only">{t`Actions`}</span>
        </HeadCell>
      )}
    </TableHead>
  )
}
