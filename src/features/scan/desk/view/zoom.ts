/** Steps of the zoom buttons, relative to the image's pixels. */
const STEPS = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.5, 2, 3, 4]
/** Space around the image for the handles of corners at its edge. */
export const MARGIN = 28
/** Space for the bar at the bottom, which is higher on touch screens. */
export const FOOT = { mouse: 56, finger: 72 } as const

interface Size {
  width: number
  height: number
}

/** The scale at which the whole image is visible. */
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
