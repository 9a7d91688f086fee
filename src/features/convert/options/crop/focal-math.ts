import { cutsToSize } from '../layout.ts'
import type { OptionValues } from '../options-schema.ts'
import type { Crop, Size } from './crop-math.ts'

/** In percent of the displayed image, from its upper left corner. */
export interface Focal {
  x: number
  y: number
}

export const CENTER: Focal = { x: 50, y: 50 }

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
const percent = (value: unknown) => (typeof value === 'number' && !Number.isNaN(value) ? value : 50)

export const focalOf = ({ focal_x, focal_y }: OptionValues): Focal => ({
  x: clamp(percent(focal_x), 0, 100),
  y: clamp(percent(focal_y), 0, 100),
})

/** Whole percentages as options; none for the center, which is the default. */
export function focalOptions({ x, y }: Focal): Record<'focal_x' | 'focal_y', number | undefined> {
  const whole = (value: number) => clamp(Math.round(value), 0, 100)
  const [left, top] = [whole(x), whole(y)]
  return {
    focal_x: left === CENTER.x ? undefined : left,
    focal_y: top === CENTER.y ? undefined : top,
  }
}

/**
 * The part of the crop that a fit of `cover` keeps around the focal point, in image pixels; null if
 * nothing is cropped to a size. The engine crops in the same way, after it has rotated the crop.
 */
export function visibleArea(values: OptionValues, image: Size, crop: Crop): Crop | null {
  if (!cutsToSize(values)) return null
  const [wide, high] = [Number(values.width), Number(values.height)]
  const isTurned = values.rotate === 90 || values.rotate === 270
  const wanted = isTurned ? { width: high, height: wide } : { width: wide, height: high }
  const scale = Math.min(1, Math.max(wanted.width / crop.width, wanted.height / crop.height))
  const width = Math.min(crop.width, wanted.width / scale)
  const height = Math.min(crop.height, wanted.height / scale)
  const focal = focalOf(values)
  return {
    x: clamp((focal.x / 100) * image.width - width / 2, crop.x, crop.x + crop.width - width),
    y: clamp((focal.y / 100) * image.height - height / 2, crop.y, crop.y + crop.height - height),
    width,
    height,
  }
}
