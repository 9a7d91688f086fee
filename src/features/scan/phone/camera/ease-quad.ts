import type { QuadShares } from '../../frames/index.ts'
import { type FrameSize, movement } from './hold-still.ts'

/** The time constant of the outline's animation in milliseconds (about two thirds of the way). */
const EASE_MS = 70
/** A larger distance means another sheet, and the outline jumps. */
const JUMP = 0.2

/** The animated outline: between its drawn and its detected position. */
export function easeQuad(
  drawn: QuadShares | null,
  seen: QuadShares,
  size: FrameSize,
  passed: number,
): QuadShares {
  if (!drawn || movement(drawn, seen, size) > JUMP) return seen
  const part = 1 - Math.exp(-passed / EASE_MS)
  const ease = (at: 0 | 1 | 2 | 3): [number, number] => [
    drawn[at][0] + (seen[at][0] - drawn[at][0]) * part,
    drawn[at][1] + (seen[at][1] - drawn[at][1]) * part,
  ]
  return [ease(0), ease(1), ease(2), ease(3)]
}
