import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ChevronDownIcon, ChevronRightIcon } from 'lucide-react'
import type { Catalog } from '../../../api/convert.ts'
import { deferred, useDeferred } from '../../../ui/deferred.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import type { ConvertRow } from './rows.ts'

const list = deferred(async () => (await import('./merge-list.tsx')).MergeList)

/** The files of a merge below its row; the code to reorder them is loaded with the first merge. */
export function MergePanel({ row, catalog, id }: { row: ConvertRow; catalog: Catalog; id: string }) {
  const List = useDeferred(list, true)
  return (
    <div id={id} className="order-6 col-span-full min-w-0 sm:ps-14">
      {List && <List row={row} catalog={catalog} />}
    </div>
  )
}

type MergeToggleProps = { count: number; open: boolean; onOpenChange: (open: boolean) => void; panel: string }

/** "3 files", as a toggle of the list. */
export function MergeToggle({ count, open, onOpenChange, panel }: MergeToggleProps) {
  const { t } = useLingui()
  const Icon = open ? ChevronDownIcon : ChevronRightIcon
  return (
    <TextButton
      aria-expanded={open}
      aria-controls={open ? panel : undefined}
      onClick={() => onOpenChange(!open)}
      className="inline-flex items-center gap-0.5"
    >
      <Icon className="size-3.5" />
      {t({ message: plural(count, { one: '# file', other: '# files' }) })}
    </TextButton>
  )
}
