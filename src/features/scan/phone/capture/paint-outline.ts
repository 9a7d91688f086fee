import type { QuadShares } from '../../frames/index.ts'
import type { FrameSize } from '../camera/hold-still.ts'

/** The fraction of a side that is marked at each end. */
const MARK = 0.09

/**
 * Draws the outline into an SVG over the video: sides in the accent color, corners in white. It is
 * updated every frame, so it bypasses React. Its first path is the sides, its second the corners.
 */
export function paintOutline(
  svg: SVGSVGElement,
  quad: QuadShares | null,
  { width, height }: FrameSize,
): void {
  const [sides, corners] = svg.querySelectorAll('path')
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  if (!quad) {
    sides?.setAttribute('d', '')
    corners?.setAttribute('d', '')
    return
  }
  const points = quad.map(([x, y]) => [x * width, y * height] as const)
  const place = ([x, y]: readonly [number, number]) => `${x.toFixed(1)} ${y.toFixed(1)}`
  sides?.setAttribute('d', `M${points.map(place).join('L')}Z`)
  const marks = points.map((point, at) => {
    const towards = (other: readonly [number, number]) =>
      place([point[0] + (other[0] - point[0]) * MARK, point[1] + (other[1] - point[1]) * MARK])
    const [before, after] = [points[(at + 3) & 3] ?? point, points[(at + 1) & 3] ?? point]
    return `M${towards(before)}L${place(point)}L${towards(after)}`
  })
  corners?.setAttribute('d', marks.join(''))
}
