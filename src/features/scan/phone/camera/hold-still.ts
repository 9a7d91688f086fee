import type { QuadShares } from '../../frames/index.ts'

export interface FrameSize {
  width: number
  height: number
}

/**
 * A corner movement above this fraction of the longer side restarts the wait; the second number is
 * the required time.
 */
const [MOST, STILL_MS] = [0.015, 600]
/** A short gap without a detected outline does not count as movement. */
const GAP_MS = 200

/** The largest movement of a corner, as a fraction of the image’s longer side. */
export function movement(a: QuadShares, b: QuadShares, { width, height }: FrameSize): number {
  const ways = a.map(([x, y], at) => {
    const [otherX, otherY] = b[at] ?? [x, y]
    return Math.hypot((x - otherX) * width, (y - otherY) * height)
  })
  return Math.max(...ways) / Math.max(width, height)
}

/**
 * How long the outline has been still. Corners are compared with their initial positions, so that
 * slow drift counts as movement.
 */
export function createHoldStill() {
  let start: { quad: QuadShares; at: number } | null = null
  let seenAt = 0
  return {
    /**
     * Takes a detection at a time in milliseconds. Returns 0 to 1; at 1 the sheet was still long
     * enough.
     */
    feed(quad: QuadShares | null, size: FrameSize, at: number): number {
      if (!quad) {
        if (at - seenAt > GAP_MS) start = null
        return start ? Math.min(0.99, (seenAt - start.at) / STILL_MS) : 0
      }
      seenAt = at
      if (!start || movement(start.quad, quad, size) > MOST) start = { quad, at }
      return Math.min(1, (at - start.at) / STILL_MS)
    },
    reset(): void {
      start = null
    },
  }
}
