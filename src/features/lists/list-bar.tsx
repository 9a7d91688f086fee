import type { ComponentProps, ReactNode } from 'react'
import { OrderMenu } from '../../ui/order-menu.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { CreatorChip } from '../businesses/acting/index.ts'

export interface ListBarProps<S extends string> {
  /** Before the search: a selection of what the list shows. */
  lead?: ReactNode
  search?: Pick<ComponentProps<typeof SearchBox>, 'label' | 'placeholder' | 'value' | 'onChange'>
  /** The list's own filters. */
  chips?: ReactNode
  /** The filter by who created it. */
  creator?: ComponentProps<typeof CreatorChip>
  order?: Omit<ComponentProps<typeof OrderMenu<S>>, 'className'>
}

/** The search, filters and sort order of a list. */
export function ListBar<S extends string>({ lead, search, chips, creator, order }: ListBarProps<S>) {
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line-strong px-4 py-2.5 md:ps-6 md:pe-5">
      {lead}
      {search && <SearchBox {...search} className="min-w-0 flex-1 basis-40 sm:max-w-56" />}
      {chips}
      {creator && <CreatorChip {...creator} />}
      {order && <OrderMenu {...order} className="ms-auto max-sm:ms-0" />}
    </div>
  )
}
