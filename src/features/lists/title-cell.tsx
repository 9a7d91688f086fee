import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Creator } from '../businesses/acting/index.ts'

type TitleCellProps = {
  id: string
  name: string
  /** Without it the name is plain text. */
  to?: string
  /** The link's accessible name, if the name alone is ambiguous. */
  label?: string
  title?: string
  /** The displayed name. */
  children?: ReactNode
  badge?: ReactNode
  /** The line below the name. */
  note?: ReactNode
  /** The id of the user who created it, at the end of the line below. */
  creator?: string | null
  /** Phones show the line below as well. */
  phoneNote?: boolean
}

/**
 * The first cell of a row: its name, as the link that the arrow keys focus, and a line of details.
 */
export function TitleCell(props: TitleCellProps) {
  const { id, name, to, label, title = name, children = name, badge, note, creator, phoneNote } = props
  const shown = { title, translate: 'no', className: 'min-w-0 truncate font-medium' } as const
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        {to === undefined ? (
          <span {...shown}>{children}</span>
        ) : (
          <Link
            {...shown}
            data-row={id}
            to={to}
            aria-label={label}
            className={`${shown.className} hover:underline`}
          >
            {children}
          </Link>
        )}
        {badge}
      </span>
      {(note !== undefined || creator !== undefined) && (
        <span className={`flex min-w-0 gap-1.5 text-small text-ink-soft ${phoneNote ? '' : 'max-sm:hidden'}`}>
          {note}
          {creator !== undefined && <Creator id={creator} />}
        </span>
      )}
    </>
  )
}
