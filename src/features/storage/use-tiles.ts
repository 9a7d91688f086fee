import { type RefObject, useRef } from 'react'
import { useRoom } from '../../lib/use-room.ts'

/** The approximate width of a tile, and the height of its text. */
const WIDTH = 196
const WORDS = 58
const GAP = 12

/** The number of columns in a box, and the height of a row. */
export function useTiles(): { box: RefObject<HTMLDivElement | null>; columns: number; height: number } {
  const box = useRef<HTMLDivElement>(null)
  const { width } = useRoom(box)
  // The page's margins, which are narrower on phones.
  const room = Math.max(0, width - (width < 640 ? 32 : 44))
  const columns = Math.max(2, Math.floor((room + GAP) / (WIDTH + GAP)))
  const tile = (room - (columns - 1) * GAP) / columns
  return { box, columns, height: Math.round(tile * 0.66) + WORDS + GAP }
}
