import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import type { Family } from '../../ui/family.ts'
import type { MenuEntry } from '../../ui/menu.tsx'

/** The line of a row on a phone that a cell stands in. */
type PhoneLine = 1 | 2 | 3 | 4 | 5

/**
 * One column of a list, and where its cell stands on a phone. Without `phone` a phone does not show
 * it.
 */
export interface Column<T> {
  id: string
  /** Undefined for a cell that only a phone shows: it has no column on a desktop. */
  head?: string
  /** A track of a CSS grid. */
  width?: string
  cell: (row: T) => ReactNode
  end?: boolean
  faint?: boolean
  phone?: PhoneLine
  /** On a phone the cell reaches over the column of actions, or stands in it. */
  reach?: 'over' | 'end'
  className?: string
  /** How the list is sorted by this column now, and what changes it. */
  sort?: { now: Direction | 'none'; onSort: () => void }
}

type Direction = 'ascending' | 'descending'

/** What sorts a column, where a list is sorted by one of its columns at a time. */
export const sortedBy =
  <S extends string>(now: S, onSort: (sort: S) => void) =>
  (sort: S, direction: Direction): { now: Direction | 'none'; onSort: () => void } => ({
    now: now === sort ? direction : 'none',
    onSort: () => onSort(sort),
  })

/**
 * What can be done with one row: the main action is always in sight, the others on hover and focus.
 */
export interface RowActs<T> {
  width: string
  main?: (row: T) => ReactNode
  quick?: (row: T) => ReactNode
  /** Made when the menu is opened. */
  entries?: (row: T) => MenuEntry[]
  /** Rows that something can be done with; without it all of them. */
  has?: (row: T) => boolean
}

/** What every table has, of few rows or of many. */
export interface TableOf<T> {
  label: string
  idOf: (row: T) => string
  nameOf: (row: T) => string
  columns: readonly Column<T>[]
  acts?: RowActs<T>
}

/** All that differs from one list to another. */
export interface ListOf<T> extends TableOf<T> {
  /** Of what scrolls in the table. */
  rowsLabel: string
  /** The colored edge of its row. */
  familyOf?: (row: T) => Family | null
  /** The arrow keys go to the row itself, which has no link. */
  focusRow?: boolean
  /** Pixels of a row: on a phone, under a finger and on a desktop. */
  heights: readonly [phone: number, touch: number, desktop: number]
  /** "12 links" */
  says: (count: number) => string
  /** Beside the count; without it the time zone of the times. */
  note?: string
}

/** The heights of rows with two lines on a desktop. */
export const twoLines = (phone: number) => [phone, 64, 52] as const

const LINES: Record<PhoneLine, string> = {
  1: 'max-sm:row-start-1',
  2: 'max-sm:row-start-2',
  3: 'max-sm:row-start-3',
  4: 'max-sm:row-start-4',
  5: 'max-sm:row-start-5',
}
/** By the number of lines. */
const SPANS = [
  ...['', ''],
  ...['max-sm:row-span-2', 'max-sm:row-span-3', 'max-sm:row-span-4', 'max-sm:row-span-5'],
]

export function cellClass<T>({ phone, reach, head, className }: Column<T>): string {
  return classNames(
    phone === undefined ? 'max-sm:hidden' : LINES[phone],
    phone !== undefined && reach !== 'end' && 'max-sm:col-start-1',
    reach !== undefined && 'max-sm:-col-end-1',
    head === undefined && 'sm:hidden',
    className,
  )
}

/**
 * The actions stand beside all lines of a row on a phone, or beside the first where another reaches
 * over.
 */
export function actsClass<T>({ columns }: TableOf<T>): string | undefined {
  if (columns.some(({ reach }) => reach === 'over')) return SPANS[1]
  return SPANS[Math.max(...columns.map(({ phone }) => phone ?? 1))]
}

/** The tracks of the grid on a desktop. */
export const tracksOf = <T>({ columns, acts }: TableOf<T>, ticked: boolean): string =>
  [
    ...(ticked ? ['16px'] : []),
    ...columns.flatMap(({ width }) => (width === undefined ? [] : [width])),
    ...(acts ? [acts.width] : []),
  ].join(' ')
