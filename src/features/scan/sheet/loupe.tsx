import { cornerOf, middleOf } from './quad-moves.ts'
import type { Point, Quad, Size } from './types.ts'
import type { Handle } from './use-quad-drag.ts'

/** Pixels across, the magnification, and the distance of its center from the corner. */
const [ACROSS, ZOOM, AWAY] = [136, 2.6, 132]

/**
 * The loupe's center: towards the middle of the photo, so that the finger covers neither it nor the
 * corner.
 */
export function loupePlace([x, y]: Point, { width, height }: Size): Point {
  const [px, py] = [x * width, y * height]
  return [px + (px > width / 2 ? -AWAY : AWAY), py + (py > height / 2 ? -AWAY : AWAY) * 0.8]
}

/** The moved point, magnified, with the outline and a cross hair. */
export function Loupe({
  imageUrl,
  quad,
  handle: { kind, at },
  shown,
}: {
  imageUrl: string
  quad: Quad
  handle: Handle
  /** Size of the photo on the screen. */
  shown: Size
}) {
  const point = kind === 'corner' ? cornerOf(quad, at) : middleOf(quad, at)
  const [left, top] = loupePlace(point, shown)
  const [width, height] = [shown.width * ZOOM, shown.height * ZOOM]
  const [x, y] = [ACROSS / 2 - point[0] * width, ACROSS / 2 - point[1] * height]
  const outline = quad.map(([qx, qy]) => `${x + qx * width},${y + qy * height}`).join(' ')
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-20 overflow-hidden rounded-pill border-2 border-paper bg-sunk shadow-pop"
      style={{ left: left - ACROSS / 2, top: top - ACROSS / 2, width: ACROSS, height: ACROSS }}
    >
      <img
        src={imageUrl}
        alt=""
        className="absolute max-w-none"
        style={{ left: x - 2, top: y - 2, width, height }}
      />
      <svg
        aria-hidden="true"
        className="absolute -inset-0.5 size-full overflow-visible"
        viewBox={`0 0 ${ACROSS} ${ACROSS}`}
      >
        <polygon points={outline} fill="none" strokeWidth={2} className="stroke-accent" />
        <g className="stroke-paper" strokeWidth={1}>
          <path d={`M${ACROSS / 2} 50v36M50 ${ACROSS / 2}h36`} stroke="#0008" strokeWidth={3} />
          <path d={`M${ACROSS / 2} 50v36M50 ${ACROSS / 2}h36`} />
        </g>
      </svg>
    </div>
  )
}
