// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: a row is focusable only where its list moves by arrow keys

import { ArrowDownIcon, ArrowUpIcon } from 'lucide-react'
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { DayHeading } from './day-heading.tsx'
import type { Family } from './family.ts'

/**
 * Tables are grids of divs with table roles, because a virtual list positions divs freely. The
 * columns are one CSS grid template; `narrow` is the phone's, where a row has two lines and its
 * cells set their positions.
 */
type TableProps = {
  label: string
  columns: string
  narrow?: string
  /** The total number of rows, if only visible ones are mounted. */
  rowCount?: number
  /** Padding of the first and last cell: 8 with a checkbox, 24 on a page. */
  inset?: 8 | 16 | 24
  /** Padding at the end, smaller next to a scrollbar. */
  insetEnd?: 8 | 16 | 24
  children: ReactNode
  className?: string
}

const grid =
  'grid grid-cols-(--narrow) items-center sm:grid-cols-(--columns) gap-x-2 ps-(--inset) pe-(--inset-end) max-sm:px-4 ' +
  // Without a gap, the end of a number and the start of the next word would run together.
  'sm:[&>.text-end+:not(.text-end)]:ps-3'

export function Table({
  label,
  columns,
  narrow = columns,
  rowCount,
  inset = 16,
  insetEnd = inset,
  children,
  className,
}: TableProps) {
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={rowCount}
      className={className}
      style={
        {
          '--columns': columns,
          '--narrow': narrow,
          '--inset': `${inset}px`,
          '--inset-end': `${insetEnd}px`,
        } as CSSProperties
      }
    >
      {children}
    </div>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <div
      role="row"
      className={classNames(
        grid,
        'min-h-8 border-b border-line-strong text-small text-ink-soft max-sm:hidden',
      )}
    >
      {children}
    </div>
  )
}

type HeadCellProps = {
  children: ReactNode
  end?: boolean
  /** A sortable column has its current direction, and a handler to change it. */
} & ({ sort: 'ascending' | 'descending' | 'none'; onSort: () => void } | { sort?: never; onSort?: never })

export function HeadCell({ children, end, sort, onSort }: HeadCellProps) {
  const Arrow = sort === 'ascending' ? ArrowUpIcon : ArrowDownIcon
  return (
    <div role="columnheader" aria-sort={sort} className={classNames('min-w-0', end && 'text-end')}>
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={classNames(
            'group relative rounded-mark hover:text-ink touch:min-h-(--size-touch)',
            sort !== 'none' && 'font-medium text-ink',
          )}
        >
          {children}
          {/* Next to the label and out of flow: labels and numbers of a column keep one edge. */}
          <Arrow
            className={classNames(
              'absolute inset-y-0 start-full my-auto ms-px size-3',
              sort === 'none' && 'opacity-0 group-hover:opacity-60',
            )}
          />
        </button>
      ) : (
        children
      )}
    </div>
  )
}

type RowProps = ComponentProps<'div'> & {
  /** Row heights: 32 in history, 44 in settings, 64 for a file. */
  size?: 'list' | 'settings' | 'file'
  selected?: boolean
  /** The header of grouped rows, with the desk's background instead of the sheet's. */
  group?: boolean
  family?: Family
  /**
   * The family's spine on the row's edge. In rows with a checkbox it is in the next cell, but on
   * phones, where rows have two lines, it is on the edge.
   */
  spine?: boolean
}

const SPINE = 'before:absolute before:inset-y-0 before:start-0 before:w-(--spine)'
// Lists render many rows: on desktops, where it is invisible, the pseudo-element is not created.
const PHONE_SPINE =
  'max-sm:before:absolute max-sm:before:inset-y-0 max-sm:before:start-0 max-sm:before:w-(--spine) max-sm:before:bg-(--family)'

const rowHeights = { list: 'min-h-(--size-row)', settings: 'min-h-11', file: 'min-h-(--size-row-file)' }

export function Row({
  size = 'list',
  selected,
  group,
  family,
  spine,
  className,
  children,
  ...rest
}: RowProps) {
  return (
    <div
      role="row"
      {...rest}
      aria-selected={selected}
      data-family={family}
      className={classNames(
        grid,
        rowHeights[size],
        'group/row relative border-b border-line transition-colors duration-(--dur-fast) focus-visible:focus-inset',
        selected ? 'bg-accent-tint' : group ? 'bg-canvas' : 'bg-surface hover:bg-hover',
        selected
          ? `${SPINE} before:bg-accent`
          : spine
            ? `${SPINE} before:bg-(--family)`
            : family && PHONE_SPINE,
        className,
      )}
    >
      {children}
    </div>
  )
}

/** A day heading between rows. */
export function DayRow({ name, note }: { name: string; note?: string }) {
  return (
    <div role="row">
      <div role="cell">
        <DayHeading name={name} note={note} />
      </div>
    </div>
  )
}

type CellProps = ComponentProps<'div'> & {
  /** Aligned at the end, for numbers. */
  end?: boolean
  faint?: boolean
  /** The family's spine, after a row's checkbox. */
  spine?: boolean
}

export function Cell({ end, faint, spine, className, ...rest }: CellProps) {
  return (
    <div
      role="cell"
      {...rest}
      className={classNames(
        'min-w-0',
        end && 'text-end',
        faint && 'text-ink-soft',
        spine &&
          'relative flex items-center gap-2 self-stretch ps-3 before:absolute before:-inset-y-px before:start-0 before:w-(--spine) before:bg-(--family) max-sm:ps-0 max-sm:before:hidden',
        className,
      )}
    />
  )
}
