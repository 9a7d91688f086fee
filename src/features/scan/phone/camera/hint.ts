import type { QuadShares, Sighting } from '../../frames/index.ts'

/** What the page tells a person to do. */
export type Hint = 'searching' | 'dark' | 'closer' | 'back' | 'still' | 'ready' | 'captured'

/** Mean brightness below which print cannot be read. */
const DARK = 38
/** A sheet smaller than this share of the image has too few pixels. */
const SMALL = 0.16
/** A side this near to the rim of the image may be cut off by it. */
const RIM = 0.008

/** Whether a side of the sheet lies on the rim of the image. */
export function isOnRim(quad: QuadShares): boolean {
  return quad.some(([x, y], at) => {
    const [nextX, nextY] = quad[(at + 1) & 3] ?? [x, y]
    const isOn = (a: number, b: number) => (a <= RIM && b <= RIM) || (a >= 1 - RIM && b >= 1 - RIM)
    return isOn(x, nextX) || isOn(y, nextY)
  })
}

/** The share of the image that lies inside. */
export function areaOf(quad: QuadShares): number {
  const twice = quad.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = quad[(at + 1) & 3] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice) / 2
}

export interface Seen extends Pick<Sighting, 'quad' | 'light'> {
  /** The sheet in view was captured already. */
  isCaptured: boolean
  isAuto: boolean
}

/** What to say about what is seen. */
export function hintFor({ quad, light, isCaptured, isAuto }: Seen): Hint {
  if (light < DARK) return 'dark'
  if (!quad) return 'searching'
  if (isCaptured) return 'captured'
  if (isOnRim(quad)) return 'back'
  if (areaOf(quad) < SMALL) return 'closer'
  return isAuto ? 'still' : 'ready'
}

/** Whether a sheet that is seen like this can be captured without a press. */
export const isReady = (hint: Hint) => hint === 'still'

const PACE_MS = 1000

/** Lets a hint through at most once a second: more cannot be read, and is not to be listened to. */
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
