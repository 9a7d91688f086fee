import { applyFilter } from './filters.ts'
import { sheetSize } from './page-size.ts'
import { straighten } from './straighten.ts'
import type { Filter, Pixels, Settings, Size } from './types.ts'

export interface RenderRequest {
  photo: Pixels
  settings: Pick<Settings, 'quad' | 'rotation'>
  /** One image per filter is rendered. */
  filters: readonly Filter[]
  /** Pixels of the longer side of the page. */
  longSide: number
  /**
   * The photo's original size if `photo` is a smaller copy, so that the ratio has no rounding
   * error.
   */
  original?: Size
}

/** The final page, once per filter: straightened, filtered and rotated. */
export function renderSheet({ photo, settings, filters, longSide, original }: RenderRequest): Pixels[] {
  const size = sheetSize(settings.quad, original ?? photo, longSide)
  const flat = straighten(photo, settings.quad, { width: size.width, height: size.height })
  return filters.map((filter, at) => {
    const copy = at === filters.length - 1 ? flat : { ...flat, data: flat.data.slice() }
    return rotate(applyFilter(copy, filter), settings.rotation)
  })
}

/** Rotates an image clockwise by 90, 180 or 270 degrees. */
export function rotate(pixels: Pixels, degrees: Settings['rotation']): Pixels {
  if (degrees === 0) return pixels
  const { width, height } = pixels
  const from = new Uint32Array(pixels.data.buffer, pixels.data.byteOffset, width * height)
  const data = new Uint8ClampedArray(pixels.data.length)
  const to = new Uint32Array(data.buffer)
  const turned = degrees === 180 ? { width, height } : { width: height, height: width }
  for (let y = 0, at = 0; y < turned.height; y++)
    for (let x = 0; x < turned.width; x++, at++) {
      const [sx, sy] =
        degrees === 90
          ? [y, height - 1 - x]
          : degrees === 180
            ? [width - 1 - x, height - 1 - y]
            : [width - 1 - y, x]
      to[at] = from[sy * width + sx] ?? 0
    }
  return { ...turned, data }
}
