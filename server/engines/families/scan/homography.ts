/** A point in pixels from the top left. */
export type Point = readonly [x: number, y: number]

/** Corners of a sheet: top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point]

/** The whole photo, in fractions of its size. */
export const WHOLE: Quad = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

/**
 * The homography from the unit square to a quad: `x = (a·u + b·v + c) / (g·u + h·v + 1)`, and `y`
 * with d, e, f. Source: P. Heckbert, Fundamentals of Texture Mapping and Image Warping (1989),
 * section 2.2.3.
 */
export interface Homography {
  a: number
  b: number
  c: number
  d: number
  e: number
  f: number
  g: number
  h: number
}

/** The homography from the unit square to `quad`; null for collinear corners. */
export function homographyTo([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Quad): Homography | null {
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3]
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3]
  const size = dx1 * dy2 - dx2 * dy1
  if (Math.abs(size) < 1e-9) return null
  const g = (sx * dy2 - dx2 * sy) / size
  const h = (dx1 * sy - sx * dy1) / size
  return {
    a: x1 - x0 + g * x1,
    b: x3 - x0 + h * x3,
    c: x0,
    d: y1 - y0 + g * y1,
    e: y3 - y0 + h * y3,
    f: y0,
    g,
    h,
  }
}

/** Maps a point of the unit square. */
export function mapped({ a, b, c, d, e, f, g, h }: Homography, u: number, v: number): Point {
  const w = g * u + h * v + 1
  return [(a * u + b * v + c) / w, (d * u + e * v + f) / w]
}

/** Plausible focal lengths in image diagonals; estimates outside are noise. */
const FOCAL = { least: 0.35, most: 5 } as const

/**
 * The aspect ratio of the sheet, estimated from its perspective under the assumption that the
 * principal point is the image center; otherwise from its sides. Source: Z. Zhang and L. He,
 * Whiteboard scanning and image enhancement (2007), section 3.
 */
export function ratioOf(quad: Quad, width: number, height: number): number {
  const bySides = sidesOf(quad).width / sidesOf(quad).height
  const centred = quad.map(([x, y]): Point => [x - width / 2, y - height / 2]) as unknown as Quad
  const map = homographyTo(centred)
  if (!map) return bySides
  const { a, b, d, e, g, h } = map
  // A frontal view has no vanishing points that give the focal length.
  const focal = Math.sqrt(-(a * b + d * e) / (g * h)) / Math.hypot(width, height)
  if (!(focal > FOCAL.least && focal < FOCAL.most)) return bySides
  const unit = (focal * Math.hypot(width, height)) ** 2
  const ratio = Math.sqrt(((a * a + d * d) / unit + g * g) / ((b * b + e * e) / unit + h * h))
  // With weak perspective, small corner errors distort the estimate.
  return Math.abs(Math.log(ratio / bySides)) < 0.5 ? ratio : bySides
}

/** The longer of each pair of opposite sides, in pixels. */
export function sidesOf([topLeft, topRight, bottomRight, bottomLeft]: Quad): {
  width: number
  height: number
} {
  const long = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])
  return {
    width: Math.max(1, long(topLeft, topRight), long(bottomLeft, bottomRight)),
    height: Math.max(1, long(topLeft, bottomLeft), long(topRight, bottomRight)),
  }
}

/** The quad whose rectified sheet is rotated clockwise. */
export function turned([a, b, c, d]: Quad, degrees: 0 | 90 | 180 | 270): Quad {
  switch (degrees) {
    case 0:
      return [a, b, c, d]
    case 90:
      return [d, a, b, c]
    case 180:
      return [c, d, a, b]
    case 270:
      return [b, c, d, a]
  }
}

/** Splits an open book into left and right page, at the sheet's middle in perspective. */
export function halves(quad: Quad): readonly [Quad, Quad] | null {
  const map = homographyTo(quad)
  if (!map) return null
  const [top, bottom] = [mapped(map, 0.5, 0), mapped(map, 0.5, 1)]
  return [
    [quad[0], top, bottom, quad[3]],
    [top, quad[1], quad[2], bottom],
  ]
}
