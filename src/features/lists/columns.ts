import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import type { Family } from '../../ui/family.ts'
import type { MenuEntry } from '../../ui/menu.tsx'

/** The line of a cell in a phone's row. */
type PhoneLine = 1 | 2 | 3 | 4 | 5

/** A column of a list, and its position on phones. Without `phone` it is hidden there. */
export interface Column<T> {
  id: string
  /** Undefined for a cell that only phones show. */
  head?: string
  /** A CSS grid track. */
  width?: string
  cell: (row: T) => ReactNode
  end?: boolean
  faint?: boolean
  phone?: PhoneLine
  /** On phones the cell spans the column of actions, or is in it. */
  reach?: 'over' | 'end'
  className?: string
  /** The column's current sort direction, and a handler to change it. */
  sort?: { now: Direction | 'none'; onSort: () => void }
}

type Direction = 'ascending' | 'descending'

/** The sort props of a column, for lists sorted by one column at a time. */
export const sortedBy =
  <S extends string>(now: S, onSort: (sort: S) => void) =>
  (sort: S, direction: Direction): { now: Direction | 'none'; onSort: () => void } => ({
    now: now === sort ? direction : 'none',
    onSort: () => onSort(sort),
  })

/** The actions of a row: the main action is always visible, the others on hover and focus. */
export interface RowActs<T> {
  width: string
  main?: (row: T) => ReactNode
  quick?: (row: T) => ReactNode
  /** Created when the menu is opened. */
  entries?: (row: T) => MenuEntry[]
  /** Whether a row has actions; by default all have. */
  has?: (row: T) => boolean
}

/** The common configuration of all tables. */
export interface TableOf<T> {
  label: string
  idOf: (row: T) => string
  nameOf: (row: T) => string
  columns: readonly Column<T>[]
  acts?: RowActs<T>
}

/** The configuration of a list. */
export interface ListOf<T> extends TableOf<T> {
  /** The accessible name of the scrolling rows. */
  rowsLabel: string
  /** The colored edge of its row. */
  familyOf?: (row: T) => Family | null
  /** The arrow keys focus the row itself, because it has no link. */
  focusRow?: boolean
  /** The height of a row in pixels: on phones, touch screens and desktops. */
  heights: readonly [phone: number, touch: number, desktop: number]
  /** "12 links" */
  says: (count: number) => string
  /** Next to the count; by default the time zone. */
  note?: string
}

/** Heights of rows with two lines on desktops. */
export const twoLines = (phone: number) => [phone, 64, 52] as const

const LINES: Record<PhoneLine, string> = {
  1: 'max-sm:row-start-1',
  2: 'max-sm:row-start-2',
  3: 'max-sm:row-start-3',
  4: 'max-sm:row-start-4',
  5: 'max-sm:row-start-5',
}
/** Indexed by the number of lines. */
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
 * On phones the actions span all lines of a row, or only the first if a cell spans their column.
 */
export function actsClass<T>({ columns }: TableOf<T>): string | undefined {
  if (columns.some(({ reach }) => reach === 'over')) return SPANS[1]
  return SPANS[Math.max(...columns.map(({ phone }) => phone ?? 1))]
}

/** The grid tracks on desktops. */
export const tracksOf = <T>({ columns, acts }: TableOf<T>, ticked: boolean): string =>
  [
    ...(ticked ? ['16px'] : []),
    ...columns.flatMap(({ width }) => (width === undefined ? [] : [width])),
    ...(acts ? [acts.width] : []),
  ].join(' ')
