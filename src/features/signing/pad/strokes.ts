import type { PointGroup } from 'signature_pad'

type Size = { width: number; height: number }

/** What was drawn in one room, as large as another has place for it, and no larger than it was. */
export function fitted(strokes: readonly PointGroup[], from: Size, to: Size): PointGroup[] {
  const scale = from.width > 0 ? Math.min(1, to.width / from.width, to.height / from.height) : 1
  return strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
  }))
}
