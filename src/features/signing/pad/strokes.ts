import type { PointGroup } from 'signature_pad'

type Size = { width: number; height: number }

/** The strokes of one area, scaled down to fit another, and never scaled up. */
export function fitted(strokes: readonly PointGroup[], from: Size, to: Size): PointGroup[] {
  const scale = from.width > 0 ? Math.min(1, to.width / from.width, to.height / from.height) : 1
  return strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
  }))
}
