import type { Sharp } from 'sharp'
import type { Crop } from './changes.ts'
import type { ImageOptions } from './options.ts'

interface Size {
  width: number
  height: number
}
/** Fractions of width and height, from 0 to 1. */
interface Point {
  x: number
  y: number
}

const MIDDLE = 50

/** Whether to crop around a point other than the center, which libvips supports itself. */
export const cutsAroundPoint = ({
  width,
  height,
  fit,
  // Conversions queued by an earlier version lack these options.
  focal_x = MIDDLE,
  focal_y = MIDDLE,
}: ImageOptions): boolean =>
  width !== undefined && height !== undefined && fit === 'cover' && (focal_x !== MIDDLE || focal_y !== MIDDLE)

/**
 * Covers width and height around the focal point. `original` is the size of the upright source, in
 * which point and crop are given; crop, rotation and mirroring are already applied.
 */
export function coverAround(
  image: Sharp,
  options: ImageOptions,
  crop: Crop | null,
  original: Size,
  enlarges: boolean,
): Sharp {
  const part = crop ?? { left: 0, top: 0, ...original }
  const point = turned(pointIn(part, original, options), options)
  const now = options.rotate % 180 === 0 ? part : { width: part.height, height: part.width }
  const wanted = { width: options.width ?? now.width, height: options.height ?? now.height }
  const filling = Math.max(wanted.width / now.width, wanted.height / now.height)
  const scale = enlarges ? filling : Math.min(1, filling)
  const scaled = { width: Math.round(now.width * scale), height: Math.round(now.height * scale) }
  const kept = {
    width: Math.min(wanted.width, scaled.width),
    height: Math.min(wanted.height, scaled.height),
  }
  return image.resize({ ...scaled, fit: 'fill' }).extract({
    ...kept,
    left: start(point.x, kept.width, scaled.width),
    top: start(point.y, kept.height, scaled.height),
  })
}

/** The focal point relative to the crop, clamped to its edges. */
function pointIn(part: Crop, original: Size, { focal_x, focal_y }: ImageOptions): Point {
  const share = (percent: number, whole: number, from: number, length: number) =>
    Math.min(1, Math.max(0, ((percent / 100) * whole - from) / length))
  return {
    x: share(focal_x, original.width, part.left, part.width),
    y: share(focal_y, original.height, part.top, part.height),
  }
}

/** The point after rotation and then mirroring. */
function turned({ x, y }: Point, { rotate, flip, flop }: ImageOptions): Point {
  const at = {
    0: { x, y },
    90: { x: 1 - y, y: x },
    180: { x: 1 - x, y: 1 - y },
    270: { x: y, y: 1 - x },
  }[rotate]
  return { x: flop ? 1 - at.x : at.x, y: flip ? 1 - at.y : at.y }
}

/** The start of the part that centers the point as far as the image allows. */
const start = (share: number, kept: number, whole: number): number =>
  Math.min(whole - kept, Math.max(0, Math.round(share * whole - kept / 2)))
