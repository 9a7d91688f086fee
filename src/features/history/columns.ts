import { useMemo } from 'react'
import { useMedia } from '../../lib/use-media.ts'
import { useActing } from '../../stores/acting.ts'
import { usePreferences } from '../../stores/preferences.ts'

/** The columns of history besides the file, in order. */
export const COLUMNS = ['route', 'by', 'status', 'in', 'out', 'quoted', 'charged', 'time', 'expires'] as const
export type Column = (typeof COLUMNS)[number]

/** The width of each on desktops and on tablets, which omit some. */
const WIDTHS: Record<Column, readonly [wide: string, middle: string | null]> = {
  route: ['136px', '136px'],
  by: ['minmax(80px,120px)', null],
  status: ['minmax(96px,128px)', 'minmax(90px,110px)'],
  in: ['72px', '70px'],
  out: ['72px', null],
  quoted: ['48px', null],
  charged: ['56px', '56px'],
  time: ['44px', '44px'],
  expires: ['60px', null],
}

/** A phone's row has two lines with fixed columns. */
const PHONE: readonly Column[] = ['route', 'status', 'time']

/** The columns that fit on this screen. */
export function useRoomFor(): readonly Column[] {
  const phone = useMedia('(max-width: 39.99rem)')
  const wide = useMedia('(min-width: 64rem)')
  // A personal account has only one user.
  const shared = useActing((state) => state.id !== null)
  return useMemo(
    () => (phone ? PHONE : COLUMNS.filter((one) => (wide || WIDTHS[one][1]) && (shared || one !== 'by'))),
    [phone, wide, shared],
  )
}

/** The visible columns, and their CSS grid template. */
export function useColumns(): { columns: readonly Column[]; grid: string } {
  const room = useRoomFor()
  const hidden = usePreferences((state) => state.hiddenColumns)
  const wide = useMedia('(min-width: 64rem)')
  const touch = useMedia('(pointer: coarse)')
  return useMemo(() => {
    // A tablet has no space for the actions next to all columns.
    const spare = touch && !wide ? [...hidden, 'in'] : hidden
    const columns = room === PHONE ? room : room.filter((one) => !spare.includes(one))
    const widths = columns.map((one) => WIDTHS[one][wide ? 0 : 1] ?? '')
    return {
      columns,
      grid: `16px minmax(${wide ? 150 : 140}px,1fr) ${widths.join(' ')}${touch ? ' 88px' : ''}`,
    }
  }, [room, hidden, wide, touch])
}
