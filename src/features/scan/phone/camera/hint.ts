import type { QuadShares, Sighting } from '../../frames/index.ts'

/** The instruction shown to the user. */
export type Hint = 'searching' | 'dark' | 'closer' | 'back' | 'still' | 'ready' | 'captured'

/** The mean brightness below which print is unreadable. */
const DARK = 38
/** A sheet below this fraction of the image has too few pixels. */
const SMALL = 0.16
/** A side this close to the image's edge may be cut off. */
const RIM = 0.008

/** Whether a side of the sheet is on the image's edge. */
export function isOnRim(quad: QuadShares): boolean {
  return quad.some(([x, y], at) => {
    const [nextX, nextY] = quad[(at + 1) & 3] ?? [x, y]
    const isOn = (a: number, b: number) => (a <= RIM && b <= RIM) || (a >= 1 - RIM && b >= 1 - RIM)
    return isOn(x, nextX) || isOn(y, nextY)
  })
}

/** The fraction of the image inside the quad. */
export function areaOf(quad: QuadShares): number {
  const twice = quad.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = quad[(at + 1) & 3] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice) / 2
}

export interface Seen extends Pick<Sighting, 'quad' | 'light'> {
  /** Whether the sheet in view was already captured. */
  isCaptured: boolean
  isAuto: boolean
}

/** The instruction for what is detected. */
export function hintFor({ quad, light, isCaptured, isAuto }: Seen): Hint {
  if (light < DARK) return 'dark'
  if (!quad) return 'searching'
  if (isCaptured) return 'captured'
  if (isOnRim(quad)) return 'back'
  if (areaOf(quad) < SMALL) return 'closer'
  return isAuto ? 'still' : 'ready'
}

/** Whether the sheet can be captured automatically. */
export const isReady = (hint: Hint) => hint === 'still'

const PACE_MS = 1000

/** Limits hints to one per second, so that they can be read and announced. */
export function createHintPace() {
  let shown: Hint = 'searching'
  let since = Number.NEGATIVE_INFINITY
  return (hint: Hint, at: number): Hint => {
    if (hint !== shown && at - since >= PACE_MS) {
      shown = hint
      since = at
    }
    return shown
  }
}
