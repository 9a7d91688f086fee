import type { ScanPageSettings } from '../../../../contract/scan.ts'

/** How a photo becomes a page, as the contract has it. */
export type Settings = ScanPageSettings
export type Filter = Settings['filter']
/**
 * Top left, top right, bottom right, bottom left. Shares of width and height, unless a function
 * says pixels.
 */
export type Quad = NonNullable<Settings['quad']>
export type Point = Quad[number]

export interface Size {
  width: number
  height: number
}

/** Pixels as a canvas has them: red, green, blue and opacity, one byte each. */
export interface Pixels extends Size {
  data: Uint8ClampedArray<ArrayBuffer>
}

/** The filters in the order in which both pages offer them. */
export const FILTERS: readonly Filter[] = ['original', 'grey', 'bw', 'clean']

export const WHOLE: Quad = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

/** The four corners after each was changed by `change`, which keeps the type a tuple of four. */
export const mapQuad = (quad: Quad, change: (point: Point, at: number) => Point): Quad => [
  change(quad[0], 0),
  change(quad[1], 1),
  change(quad[2], 2),
  change(quad[3], 3),
]
