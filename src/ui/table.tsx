// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: a row is focusable only where its list moves by arrow keys

import { ArrowDownIcon, ArrowUpIcon } from 'lucide-react'
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { DayHeading } from './day-heading.tsx'
import type { Family } from './family.ts'

/**
 * Tables are grids of divs with table roles, because a virtual list can put a div anywhere. The
 * columns are given once, as a CSS grid's; `narrow` is the same for phones, where a row has two
 * lines and its cells say where they go.
 */
type TableProps = {
  label: string
  columns: string
  narrow?: string
  /** All rows there are, when only those in sight are in the page. */
  rowCount?: number
  /**
   * How far the first and last cell stand from the edge: 8 where rows start with a tick box, 24
   * across a page.
   */
  inset?: 8 | 16 | 24
  /** The end's own: less where a scroll bar stands beside the rows. */
  insetEnd?: 8 | 16 | 24
  children: ReactNode
  className?: string
}

const grid =
  'grid grid-cols-(--narrow) items-center sm:grid-cols-(--columns) gap-x-2 ps-(--inset) pe-(--inset-end) max-sm:px-4 ' +
  // A number's end and the next word's start would read as one.
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
  /** A column that sorts says how it does now, and what a press does. */
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
          {/* Beside the word and not in the line: words and numbers of a column keep one edge. */}
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
  /** Heights of the look: 32 in history, 44 in settings, 64 for a file. */
  size?: 'list' | 'settings' | 'file'
  selected?: boolean
  /** The head over rows that belong together: on the desk, and not on the sheet. */
  group?: boolean
  family?: Family
  /**
   * The family's spine on the row's own edge. In a row with a tick box it stands in the cell after
   * it instead, but on a phone, where a row has two lines, it is on the edge again.
   */
  spine?: boolean
}

const SPINE = 'before:absolute before:inset-y-0 before:start-0 before:w-(--spine)'
// A list draws many rows: at a desk, where nothing is seen of it, there is no box for it.
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

/** A day between rows. */
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
  /** Numbers stand at the end. */
  end?: boolean
  faint?: boolean
  /** The family's spine, after a row's tick box. */
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
