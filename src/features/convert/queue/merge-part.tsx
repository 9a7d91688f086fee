import { useLingui } from '@lingui/react/macro'
import {
  ArrowDownIcon,
  ArrowDownToLineIcon,
  ArrowUpIcon,
  ArrowUpToLineIcon,
  CheckIcon,
  CircleAlertIcon,
  EllipsisIcon,
  GripVerticalIcon,
  XIcon,
} from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { Catalog } from '../../../api/convert.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatPercent } from '../../../lib/format-number.ts'
import { useListDrag } from '../../../lib/use-list-drag.ts'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Thumbnail } from '../../../ui/thumbnail.tsx'
import type { ConvertFile } from './files.ts'
import { formatOf } from './targets.ts'

type MergePartProps = {
  /** The row of its merge. */
  whole: string
  part: ConvertFile
  index: number
  count: number
  catalog: Catalog
  /** Whether it can be moved and removed. */
  free: boolean
  /** Whether it caused the last failure. */
  faulty: boolean
  /** Its uploaded bytes; null while nothing is being uploaded. */
  sent: number | null
  onMove: (id: string, to: number) => void
  onTakeOut: () => void
}

/**
 * One of several files of a merge: moved by its handle, with pointer or arrow keys, or by its menu.
 */
export function MergePart(props: MergePartProps) {
  const { whole, part, index, count, catalog, free, faulty, sent, onMove, onTakeOut } = props
  const { t, i18n } = useLingui()
  const item = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const { dragged, edge } = useListDrag({ item, handle, list: whole, id: part.id, index, free, onMove })
  const { id, name, size } = part
  const number = index + 1

  function onDelete(event: KeyboardEvent) {
    if (!free || (event.key !== 'Delete' && event.key !== 'Backspace')) return
    // The key removes this file, and not the whole row.
    event.preventDefault()
    onTakeOut()
  }
  const steps: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }
  function onKeyDown(event: KeyboardEvent) {
    const to = event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key]
    if (to === undefined) return
    // Elsewhere on the page arrow keys move between rows.
    event.preventDefault()
    onMove(id, to)
  }

  return (
    <li
      ref={item}
      onKeyDown={onDelete}
      className={classNames(
        'flex min-h-9 items-center gap-2 ps-2 max-sm:gap-1.5 max-sm:ps-1',
        free ? 'pe-1' : 'pe-3',
        dragged && 'opacity-40',
        faulty && 'bg-bad-tint',
        edge === 'above' && 'shadow-[inset_0_2px_0_var(--color-accent)]',
        edge === 'below' && 'shadow-[inset_0_-2px_0_var(--color-accent)]',
      )}
    >
      {free && (
        <IconButton
          ref={handle}
          size={24}
          name={t`Move ${name}, file ${number} of ${count}`}
          icon={GripVerticalIcon}
          hotkey="↑ ↓"
          className="cursor-grab"
          onKeyDown={onKeyDown}
        />
      )}
      <span className="min-w-5 flex-none text-end text-small text-ink-soft" aria-hidden="true">
        {number}
      </span>
      <span className="flex-none max-sm:hidden">
        <Thumbnail family={formatOf(catalog, part)?.family ?? null} src={part.thumb} size={28} />
      </span>
      {/* One line on desktops, two on phones, where the name has no space next to its size. */}
      <span className="flex min-w-0 flex-1 items-center gap-2 max-sm:flex-col max-sm:items-start max-sm:gap-0 max-sm:py-1">
        <span className="flex max-w-full min-w-0 flex-1 items-center gap-2">
          <FileName name={name} />
          {faulty && (
            <CircleAlertIcon
              role="img"
              className="flex-none text-bad"
              aria-label={t`This file caused the failure`}
            />
          )}
        </span>
        <span className="flex-none text-small text-ink-soft">
          {sent === null ? (
            formatBytes(size, i18n.locale)
          ) : sent >= size ? (
            <CheckIcon role="img" className="text-ok" aria-label={t`Uploaded`} />
          ) : (
            formatPercent((100 * sent) / size, i18n.locale)
          )}
        </span>
      </span>
      {free && (
        <span className="flex flex-none">
          <Menu
            trigger={<IconButton size={24} name={t`More for ${name}`} icon={EllipsisIcon} />}
            entries={[
              ...(index > 0
                ? [
                    { label: t`Move up`, icon: ArrowUpIcon, onSelect: () => onMove(id, index - 1) },
                    { label: t`Move to top`, icon: ArrowUpToLineIcon, onSelect: () => onMove(id, 0) },
                  ]
                : []),
              ...(number < count
                ? [
                    { label: t`Move down`, icon: ArrowDownIcon, onSelect: () => onMove(id, index + 1) },
                    {
                      label: t`Move to end`,
                      icon: ArrowDownToLineIcon,
                      onSelect: () => onMove(id, count - 1),
                    },
                  ]
                : []),
              'line' as const,
              { label: t`Remove`, icon: XIcon, onSelect: onTakeOut },
            ]}
          />
          <IconButton
            size={24}
            name={t`Remove ${name}`}
            icon={XIcon}
            className="max-sm:hidden"
            onClick={onTakeOut}
          />
        </span>
      )}
    </li>
  )
}
