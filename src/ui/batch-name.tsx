import { ChevronDownIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import type { Family } from './family.ts'
import { FamilyBars } from './family-bars.tsx'

type BatchNameProps = {
  name: string
  /** The name of the first file, and the number of others. */
  files: string
  code: string
  /** "6 files" */
  count: string
  counts: Partial<Record<Family, number>>
  open: boolean
  onToggle: () => void
}

/**
 * The header of a batch in a list: name, code, count and families; expands and collapses its rows.
 */
export function BatchName({ name, files, code, count, counts, open, onToggle }: BatchNameProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="flex max-w-full min-w-0 items-center gap-2 rounded-mark text-start touch:min-h-(--size-touch)"
    >
      <ChevronDownIcon
        className={classNames(
          'size-3.5 text-ink-soft transition-[rotate] duration-(--dur)',
          !open && '-rotate-90 rtl:rotate-90',
        )}
      />
      <span className="truncate font-medium">{name}</span>
      <span className="text-small whitespace-nowrap text-ink-soft">{count}</span>
      <span className="min-w-0 shrink-10 truncate text-small text-ink-soft max-md:hidden" translate="no">
        {files}
      </span>
      <span className="mono text-small text-ink-soft max-xl:hidden">{code}</span>
      {/* Shrinks first: the name and the count matter more. */}
      <span className="min-w-0 shrink-100 overflow-hidden">
        <FamilyBars counts={counts} />
      </span>
    </button>
  )
}
