export interface Size {
  width: number
  height: number
}
/** In whole pixels of the displayed image, from its upper left corner. */
export interface Crop extends Size {
  x: number
  y: number
}

/** Which edges a handle moves: −1 the left or upper one, 1 the right or lower one, 0 neither. */
export interface Handle {
  x: -1 | 0 | 1
  y: -1 | 0 | 1
}

/** The minimum size of a crop, so that it can still be dragged. */
const LEAST = 16

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

export const wholeOf = ({ width, height }: Size): Crop => ({ x: 0, y: 0, width, height })

export const isWhole = (crop: Crop, image: Size): boolean =>
  crop.x === 0 && crop.y === 0 && crop.width === image.width && crop.height === image.height

/** Rounded and clamped to the image. */
export function inside({ x, y, width, height }: Crop, image: Size): Crop {
  const wide = clamp(Math.round(width), Math.min(LEAST, image.width), image.width)
  const high = clamp(Math.round(height), Math.min(LEAST, image.height), image.height)
  return {
    x: clamp(Math.round(x), 0, image.width - wide),
    y: clamp(Math.round(y), 0, image.height - high),
    width: wide,
    height: high,
  }
}

export const moved = (crop: Crop, dx: number, dy: number, image: Size): Crop =>
  inside({ ...crop, x: crop.x + dx, y: crop.y + dy }, image)

/**
 * Moves an edge or corner; with a ratio the other side follows, and the opposite corner is fixed.
 */
export function resized(
  crop: Crop,
  handle: Handle,
  dx: number,
  dy: number,
  image: Size,
  ratio: number | null,
): Crop {
  const right = crop.x + crop.width
  const bottom = crop.y + crop.height
  const roomX = handle.x < 0 ? right : image.width - crop.x
  const roomY = handle.y < 0 ? bottom : image.height - crop.y
  let width = clamp(crop.width + handle.x * dx, LEAST, roomX)
  let height = clamp(crop.height + handle.y * dy, LEAST, roomY)
  if (ratio !== null) {
    if (handle.x === 0 || (handle.y !== 0 && Math.abs(dy) * ratio > Math.abs(dx))) width = height * ratio
    else height = width / ratio
    const scale = Math.min(1, roomX / width, roomY / height)
    width *= scale
    height *= scale
  }
  return inside(
    {
      x: handle.x < 0 ? right - width : crop.x,
      y: handle.y < 0 ? bottom - height : crop.y,
      width,
      height,
    },
    image,
  )
}

/** The largest area with these proportions around the center of the crop. */
export function withRatio(crop: Crop, ratio: number, image: Size): Crop {
  const width = Math.min(crop.width, crop.height * ratio)
  const height = width / ratio
  const middle = { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2 }
  return inside({ x: middle.x - width / 2, y: middle.y - height / 2, width, height }, image)
}

/** The crop of the options; by default the whole image. */
export function cropOf(values: Record<string, unknown>, image: Size): Crop {
  const number = (name: string, otherwise: number) =>
    typeof values[name] === 'number' && !Number.isNaN(values[name]) ? values[name] : otherwise
  return inside(
    {
      x: number('crop_x', 0),
      y: number('crop_y', 0),
      width: number('crop_width', image.width),
      height: number('crop_height', image.height),
    },
    image,
  )
}

/** A crop as options; empty for the whole image. */
export const optionsOf = (crop: Crop, image: Size): Record<string, number | undefined> =>
  isWhole(crop, image)
    ? { crop_x: undefined, crop_y: undefined, crop_width: undefined, crop_height: undefined }
    : { crop_x: crop.x, crop_y: crop.y, crop_width: crop.width, crop_height: crop.height }
