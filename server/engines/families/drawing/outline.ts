import { type Entity, numberOf, pointOf, pointsOf } from './entity.ts'
import {
  arcPoints,
  curveThrough,
  ellipsePoints,
  type Point,
  polylinePoints,
  splinePoints,
} from './geometry.ts'

/** Polylines; filled ones are areas, whose inner lines are holes. */
export interface Outline {
  lines: Point[][]
  filled: boolean
}

/** The lines of a geometric entity; null for others. */
export function outlineOf(entity: Entity): Outline | null {
  const figure = FIGURES[entity.type]
  return figure ? figure(entity) : null
}

const stroked = (points: Point[]): Outline => ({ lines: [points], filled: false })

const polyline = ({ vertices, shape }: Entity) => stroked(polylinePoints(pointsOf(vertices), shape === true))

const FIGURES: Readonly<Record<string, (entity: Entity) => Outline>> = {
  LINE: ({ vertices }) => stroked(pointsOf(vertices)),
  LWPOLYLINE: polyline,
  POLYLINE: polyline,
  CIRCLE: ({ center, radius }) => stroked(arcPoints(pointOf(center), numberOf(radius), 0, 0)),
  ARC: ({ center, radius, startAngle, endAngle }) =>
    stroked(arcPoints(pointOf(center), numberOf(radius), numberOf(startAngle), numberOf(endAngle))),
  ELLIPSE: ({ center, majorAxisEndPoint, axisRatio, startAngle, endAngle }) => {
    const [from, to] = [numberOf(startAngle), numberOf(endAngle)]
    return stroked(ellipsePoints(pointOf(center), pointOf(majorAxisEndPoint), numberOf(axisRatio), from, to))
  },
  SPLINE: ({ controlPoints, fitPoints, knotValues, degreeOfSplineCurve }) => {
    const control = pointsOf(controlPoints)
    const knots = Array.isArray(knotValues) ? knotValues.map(numberOf) : []
    return stroked(
      control.length > 0
        ? splinePoints(control, numberOf(degreeOfSplineCurve), knots)
        : curveThrough(pointsOf(fitPoints)),
    )
  },
  // The corners of a SOLID are in Z order.
  SOLID: ({ points }) => {
    const [first, second, third, fourth = third] = pointsOf(points)
    return { lines: [defined(first, second, fourth, third)], filled: true }
  },
  '3DFACE': ({ vertices }) => {
    const [first, ...rest] = pointsOf(vertices)
    return stroked(defined(first, ...rest, first))
  },
  HATCH: ({ outlines, solid }) => ({
    lines: Array.isArray(outlines) ? (outlines as Point[][]) : [],
    filled: solid === true,
  }),
}

const defined = (...points: (Point | undefined)[]): Point[] => points.filter((point) => point !== undefined)
