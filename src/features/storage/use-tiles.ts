import { type RefObject, useRef } from 'react'
import { useRoom } from '../../lib/use-room.ts'

/** A tile is about so wide, and its words so high. */
const WIDTH = 196
const WORDS = 58
const GAP = 12

/** How many tiles stand side by side in a box, and how high a row of them is. */
export function useTiles(): { box: RefObject<HTMLDivElement | null>; columns: number; height: number } {
  const box = useRef<HTMLDivElement>(null)
  const { width } = useRoom(box)
  // The page's own margins, which a phone has narrower.
  const room = Math.max(0, width - (width < 640 ? 32 : 44))
  const columns = Math.max(2, Math.floor((room + GAP) / (WIDTH + GAP)))
  const tile = (room - (columns - 1) * GAP) / columns
  return { box, columns, height: Math.round(tile * 0.66) + WORDS + GAP }
}
