import type { QuadShares } from '../../frames/index.ts'
import { type FrameSize, movement } from './hold-still.ts'

/** After so many milliseconds the outline has come about two thirds of its way. */
const EASE_MS = 70
/** What is further away is another sheet, and the outline does not travel there. */
const JUMP = 0.2

/** The outline as it is drawn: on its way from where it was drawn to where it was seen. */
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
