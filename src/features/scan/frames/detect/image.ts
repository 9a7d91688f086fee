/** Canvas pixels: red, green, blue and alpha, one byte each. */
export interface Pixels {
  data: Uint8ClampedArray | Uint8Array
  width: number
  height: number
}

export type Point = readonly [x: number, y: number]
/** Corners clockwise, from the one nearest to the top left. */
export type Quad = readonly [Point, Point, Point, Point]
