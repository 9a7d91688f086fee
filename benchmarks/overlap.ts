import type { Point } from '../src/features/scan/frames/detect/image.ts'

type Polygon = readonly Point[]

/** Intersection over union of two convex polygons, both clipped to a third: 0 to 1. */
export function overlap(one: Polygon, other: Polygon, frame: Polygon): number {
  const [a, b] = [clip(one, frame), clip(other, frame)]
  const both = areaOf(clip(a, b))
  const union = areaOf(a) + areaOf(b) - both
  return union > 0 ? both / union : 0
}

function areaOf(polygon: Polygon): number {
  return Math.abs(signedArea(polygon))
}

const signedArea = (polygon: Polygon) =>
  polygon.reduce((sum, [x, y], at) => {
    const [u, v] = polygon[(at + 1) % polygon.length] as Point
    return sum + (x * v - u * y) / 2
  }, 0)

/** Clips a polygon to a convex one (Sutherland–Hodgman). */
function clip(polygon: Polygon, by: Polygon): Point[] {
  const turn = Math.sign(signedArea(by))
  let kept = [...polygon]
  for (const [at, a] of by.entries()) {
    const b = by[(at + 1) % by.length] as Point
    const inside = ([x, y]: Point) => turn * ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]))
    kept = kept.flatMap((point, place) => {
      const next = kept[(place + 1) % kept.length] as Point
      const [here, there] = [inside(point), inside(next)]
      const crossing: Point[] =
        here > 0 === there > 0
          ? []
          : [
              [
                point[0] + ((next[0] - point[0]) * here) / (here - there),
                point[1] + ((next[1] - point[1]) * here) / (here - there),
              ],
            ]
      return here > 0 ? [point, ...crossing] : crossing
    })
  }
  return kept
}
