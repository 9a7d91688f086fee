import { arcPoints, type Point, polylinePoints } from './geometry.ts'

interface Group {
  code: number
  value: unknown
}

/** The scanner of dxf-parser: reads group by group and supports rewinding. */
export interface Scanner {
  next(): Group
  isEOF(): boolean
}

export interface Hatch {
  type: 'HATCH'
  layer?: string
  colorIndex?: number
  color?: number
  inPaperSpace?: boolean
  solid: boolean
  /** Outlines; nested ones are holes. */
  outlines: Point[][]
  /** Number of outlines with unsupported edges. */
  unread: number
}

const MOST = 100_000

/**
 * Reads a HATCH, which dxf-parser skips. Source: AutoCAD DXF reference, "HATCH" and "Boundary path
 * data".
 */
export class HatchReader {
  readonly ForEntityName = 'HATCH'

  parseEntity(scanner: Scanner, _: Group): Hatch {
    const groups: Group[] = []
    let group = scanner.next()
    while (group.code !== 0 && !scanner.isEOF()) {
      if (groups.length < MOST) groups.push(group)
      group = scanner.next()
    }
    return hatchOf(groups)
  }
}

function hatchOf(groups: readonly Group[]): Hatch {
  const hatch: Hatch = { type: 'HATCH', solid: false, outlines: [], unread: 0 }
  const paths: Group[][] = []
  let ended = false
  for (const group of groups) {
    const { code, value } = group
    if (code === 8) hatch.layer = String(value)
    else if (code === 62) hatch.colorIndex = Number(value)
    else if (code === 420) hatch.color = Number(value)
    else if (code === 67) hatch.inPaperSpace = Number(value) === 1
    else if (code === 70 && paths.length === 0) hatch.solid = Number(value) === 1
    else if (code === 92) paths.push([group])
    // After the outlines: the pattern style.
    else if (code === 75) ended = true
    else if (!ended) paths.at(-1)?.push(group)
  }
  for (const path of paths) {
    const outline = Number(path[0]?.value) & 2 ? polyline(path) : edges(path)
    if (outline) hatch.outlines.push(outline)
    else hatch.unread += 1
  }
  return hatch
}

function polyline(path: readonly Group[]): Point[] | null {
  const vertices: (Point & { bulge?: number })[] = []
  for (const { code, value } of path) {
    const last = vertices.at(-1)
    if (code === 10) vertices.push({ x: Number(value), y: 0 })
    else if (code === 20 && last) last.y = Number(value)
    else if (code === 42 && last) last.bulge = Number(value)
  }
  return vertices.length > 1 ? polylinePoints(vertices, true) : null
}

/** Lines and arcs; null for an outline with other edges. */
function edges(path: readonly Group[]): Point[] | null {
  const points: Point[] = []
  let edge: Map<number, number> | null = null
  let known = true
  const finish = () => {
    if (!edge) return
    const value = (code: number) => edge?.get(code) ?? 0
    if (value(72) === 1) points.push({ x: value(10), y: value(20) }, { x: value(11), y: value(21) })
    else if (value(72) === 2) points.push(...edgeArc(value))
    else known = false
  }
  for (const { code, value } of path) {
    if (code === 97) break
    if (code === 72) {
      finish()
      edge = new Map()
    }
    edge?.set(code, Number(value))
  }
  finish()
  return known && points.length > 1 ? points : null
}

function edgeArc(value: (code: number) => number): Point[] {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const center = { x: value(10), y: value(20) }
  const [from, to] = [radians(value(50)), radians(value(51))]
  // Clockwise arcs have reversed angles.
  return value(73) === 1
    ? arcPoints(center, value(40), from, to)
    : arcPoints(center, value(40), -to, -from).reverse()
}
