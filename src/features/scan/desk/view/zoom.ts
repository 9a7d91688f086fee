/** Steps of the zoom buttons, as shares of an image's own pixels. */
const STEPS = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.5, 2, 3, 4]
/** Around the image: room for the handles of corners at its rim. */
export const MARGIN = 28
/** For the bar at the foot, which is higher under a finger. */
export const FOOT = { mouse: 56, finger: 72 } as const

interface Size {
  width: number
  height: number
}

/** The scale at which an image is seen whole. */
export function fitOf(image: Size, room: Size, foot: number): number {
  if (room.width === 0 || room.height === 0) return 1
  const across = (room.width - 2 * MARGIN) / image.width
  const down = (room.height - MARGIN - foot) / image.height
  return Math.max(0.02, Math.min(across, down, 2))
}

/** The next step up or down. */
export const stepped = (scale: number, isUp: boolean): number =>
  (isUp ? STEPS.find((step) => step > scale * 1.01) : STEPS.findLast((step) => step < scale * 0.99)) ?? scale

export const bounded = (scale: number): number => Math.min(STEPS.at(-1) ?? 1, Math.max(STEPS[0] ?? 1, scale))
