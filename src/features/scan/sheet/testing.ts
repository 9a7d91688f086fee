import type { Pixels } from './types.ts'

type Colour = readonly [red: number, green: number, blue: number]

/** An image whose pixels are computed, for tests. */
export function image(width: number, height: number, colourAt: (x: number, y: number) => Colour): Pixels {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) data.set([...colourAt(x, y), 255], at)
  return { width, height, data }
}

/** The first channel of a row. */
export const rowOf = ({ data, width }: Pixels, y: number): number[] =>
  Array.from({ length: width }, (_, x) => data[(y * width + x) * 4] ?? 0)
