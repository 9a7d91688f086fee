import { mapQuad, type Point, type Quad, type Size, WHOLE } from './types.ts'

export type Paper = 'a4' | 'letter'

export interface SheetSize extends Size {
  /** The paper with the sheet's aspect ratio, in either orientation. */
  paper: Paper | null
}

const PAPERS: readonly [Paper, number][] = [
  ['a4', 297 / 210],
  ['letter', 11 / 8.5],
]
/** Aspect ratios within this tolerance snap to a paper's. */
const SNAP = 0.03
/**
 * Focal lengths of cameras as fractions of the longer side of their photos, and the typical one of
 * phones.
 */
const [SHORTEST, LONGEST, USUAL] = [0.5, 2, 0.76]

/** Converts fractions of a photo to pixels. */
export const inPixels = (quad: Quad | null, { width, height }: Size): Quad =>
  mapQuad(quad ?? WHOLE, ([x, y]) => [x * width, y * height])

/**
 * The size of the straightened sheet in whole pixels: no side has fewer pixels than in the photo.
 * @param longSide the longer side instead, for example of a preview
 */
export function sheetSize(quad: Quad | null, photo: Size, longSide?: number): SheetSize {
  const corners = inPixels(quad, photo)
  const [a, b, c, d] = corners
  const across = Math.max(distance(a, b), distance(d, c), 1)
  const down = Math.max(distance(a, d), distance(b, c), 1)
  // A whole photo keeps its ratio: that of most cameras is close to Letter.
  const { ratio, paper } = quad ? snap(trueRatio(corners, photo)) : { ratio: across / down, paper: null }
  const size =
    ratio * down > across ? { width: ratio * down, height: down } : { width: across, height: across / ratio }
  const scale = longSide === undefined ? 1 : longSide / Math.max(size.width, size.height)
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
    paper,
  }
}

/** The ratio of a paper within three percent, portrait or landscape; otherwise the ratio itself. */
export function snap(ratio: number): { ratio: number; paper: Paper | null } {
  for (const [paper, tall] of PAPERS)
    for (const exact of [1 / tall, tall])
      if (Math.abs(ratio / exact - 1) <= SNAP) return { ratio: exact, paper }
  return { ratio, paper: null }
}

/**
 * The aspect ratio of the flat rectangle that a camera saw as this quad, in pixels (Zhang and He,
 * “Whiteboard scanning”, 2004). The camera's axis goes through the center of the photo. Its focal
 * length follows from the quad, unless two sides are nearly parallel: then the typical one of
 * phones is assumed.
 */
export function trueRatio(corners: Quad, photo: Size): number {
  const middle: Point = [photo.width / 2, photo.height / 2]
  const long = Math.max(photo.width, photo.height)
  const [a, b, c, d] = mapQuad(corners, ([x, y]) => [(x - middle[0]) / long, (y - middle[1]) / long])
  const [m1, m2, m3, m4] = [lift(a), lift(b), lift(d), lift(c)]
  const k2 = dot(cross(m1, m4), m3) / dot(cross(m2, m4), m3)
  const k3 = dot(cross(m1, m4), m2) / dot(cross(m3, m4), m2)
  const [n2, n3] = [minus(m2, k2, m1), minus(m3, k3, m1)]
  const square = -(n2[0] * n3[0] + n2[1] * n3[1]) / (n2[2] * n3[2])
  const isPlausible = square >= SHORTEST ** 2 && square <= LONGEST ** 2
  const focal = isPlausible ? square : USUAL ** 2
  const length = (n: Vector) => Math.sqrt((n[0] ** 2 + n[1] ** 2) / focal + n[2] ** 2)
  const ratio = length(n2) / length(n3)
  return Number.isFinite(ratio) && ratio > 0 ? ratio : distance(a, b) / distance(a, d)
}

type Vector = readonly [number, number, number]

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])
const lift = ([x, y]: Point): Vector => [x, y, 1]
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const minus = (a: Vector, times: number, b: Vector): Vector => [
  times * a[0] - b[0],
  times * a[1] - b[1],
  times * a[2] - b[2],
]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
