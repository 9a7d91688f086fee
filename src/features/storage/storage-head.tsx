import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '../../ui/checkbox.tsx'
import { HeadCell, TableHead } from '../../ui/table.tsx'
import type { Order } from './search.ts'

type StorageHeadProps = {
  order: Order
  onOrder: (order: Order) => void
  all: boolean
  some: boolean
  onAll: (selected: boolean) => void
}

/** The two orders of each column: the default, and its reverse. */
const COLUMNS = {
  name: ['name', 'name-back', 'ascending'],
  size: ['largest', 'smallest', 'descending'],
  added: ['newest', 'oldest', 'descending'],
} as const

export function StorageHead({ order, onOrder, all, some, onAll }: StorageHeadProps) {
  const { t } = useLingui()
  const sortable = (column: keyof typeof COLUMNS, label: string, end = false) => {
    const [first, second, direction] = COLUMNS[column]
    const other = direction === 'ascending' ? 'descending' : 'ascending'
    return (
      <HeadCell
        end={end}
        sort={order === first ? direction : order === second ? other : 'none'}
        onSort={() => onOrder(order === first ? second : first)}
      >
        {label}
      </HeadCell>
    )
  }
  return (
    <TableHead>
      <HeadCell>
        <Checkbox label={t`Select all loaded`} checked={all} mixed={some && !all} onChange={onAll} />
      </HeadCell>
      {sortable('name', t`File`)}
      {sortable('size', t`Size`, true)}
      {sortable('added', t`Added`, true)}
      <HeadCell end>{t`Shared`}</HeadCell>
      <HeadCell>
        <span className="sr-only">{t`More`}</span>
      </HeadCell>
    </TableHead>
  )
}
