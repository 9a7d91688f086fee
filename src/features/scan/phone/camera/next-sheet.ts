import { likeness, type QuadShares, type Sighting } from '../../frames/index.ts'
import { type FrameSize, movement } from './hold-still.ts'

/**
 * A sheet is gone after this time without an outline, or if a corner is this far from its captured
 * position.
 */
const [GONE_MS, AWAY] = [400, 0.15]
/** Below this similarity it is another sheet, if it lasts this long, because shadows pass. */
const [SAME, OTHER_MS] = [0.75, 250]

/** Whether the sheet in view has not been captured yet. */
export function createNextSheet() {
  let captured: { quad: QuadShares; print: number[] } | null = null
  let seenAt = 0
  let otherSince: number | null = null
  return {
    /** Stores the captured sheet. */
    capture({ quad, print }: Sighting, at: number): void {
      captured = quad && print ? { quad, print } : null
      seenAt = at
      otherSince = null
    },
    /** Takes a detection; true while the sheet is a new one. */
    isNew({ quad, print }: Sighting, size: FrameSize, at: number): boolean {
      if (!captured) return true
      if (!quad || !print) {
        if (at - seenAt > GONE_MS) captured = null
        return captured === null
      }
      seenAt = at
      if (likeness(captured.print, print) >= SAME) otherSince = null
      else otherSince ??= at
      const isOther = otherSince !== null && at - otherSince >= OTHER_MS
      if (isOther || movement(captured.quad, quad, size) > AWAY) captured = null
      return captured === null
    },
    reset(): void {
      captured = null
    },
  }
}
