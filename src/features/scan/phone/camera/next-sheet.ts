import { likeness, type QuadShares, type Sighting } from '../../frames/index.ts'
import { type FrameSize, movement } from './hold-still.ts'

/**
 * A sheet is gone after so long without an outline, or when a corner is so far from where it was
 * captured.
 */
const [GONE_MS, AWAY] = [400, 0.15]
/**
 * Below this the content is that of another sheet; it has to be for so long, since a shadow passes.
 */
const [SAME, OTHER_MS] = [0.75, 250]

/** Whether the sheet in view is one that was not captured yet. */
export function createNextSheet() {
  let captured: { quad: QuadShares; print: number[] } | null = null
  let seenAt = 0
  let otherSince: number | null = null
  return {
    /** Remembers what was captured. */
    capture({ quad, print }: Sighting, at: number): void {
      captured = quad && print ? { quad, print } : null
      seenAt = at
      otherSince = null
    },
    /** Takes what is seen; true while the sheet is a new one. */
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
