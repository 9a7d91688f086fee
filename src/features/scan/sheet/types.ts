import type { ScanPageSettings } from '../../../../contract/scan.ts'

/** The settings of a page, from the contract. */
export type Settings = ScanPageSettings
export type Filter = Settings['filter']
/**
 * Top left, top right, bottom right, bottom left. Fractions of width and height, unless a function
 * uses pixels.
 */
export type Quad = NonNullable<Settings['quad']>
export type Point = Quad[number]

export interface Size {
  width: number
  height: number
}

/** Canvas pixels: red, green, blue and alpha, one byte each. */
export interface Pixels extends Size {
  data: Uint8ClampedArray<ArrayBuffer>
}

/** The filters in the order of both pages. */
export const FILTERS: readonly Filter[] = ['original', 'grey', 'bw', 'clean']

export const WHOLE: Quad = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

/** Maps the four corners, and keeps the type a tuple of four. */
export const mapQuad = (quad: Quad, change: (point: Point, at: number) => Point): Quad => [
  change(quad[0], 0),
  change(quad[1], 1),
  change(quad[2], 2),
  change(quad[3], 3),
]
