import type { OptionValues } from '../options/index.ts'

interface Size {
  width: number
  height: number
}

/** What is encoded: a part of the image, at this size in pixels. */
export interface EstimatePlan {
  part: Size & { x: number; y: number }
  canvas: Size
  /** Pixels of the result per encoded pixel. */
  scale: number
  type: 'image/jpeg' | 'image/webp' | 'image/png'
  quality: number
}

/** The limit of pixels that are encoded for an estimate. */
const MOST_PIXELS = 12_000_000

const TYPES: Record<string, EstimatePlan['type']> = {
  jpg: 'image/jpeg',
  webp: 'image/webp',
  png: 'image/png',
}

/**
 * For formats that a browser encodes about like the server; null for others, and for other changes
 * of the image.
 */
export function planEstimate(target: string, image: Size, options: OptionValues): EstimatePlan | null {
  const type = TYPES[target]
  if (!type || options.palette === true || options.lossless === true) return null
  const number = (name: string) => (typeof options[name] === 'number' ? options[name] : undefined)
  const part = {
    x: number('crop_x') ?? 0,
    y: number('crop_y') ?? 0,
    width: number('crop_width') ?? image.width,
    height: number('crop_height') ?? image.height,
  }
  if (part.width < 1 || part.height < 1) return null
  const [width, height] = [number('width'), number('height')]
  const shrink = Math.min(1, (width ?? Infinity) / part.width, (height ?? Infinity) / part.height)
  const result = { width: part.width * shrink, height: part.height * shrink }
  const fit = Math.min(1, Math.sqrt(MOST_PIXELS / (result.width * result.height)))
  const canvas = {
    width: Math.max(1, Math.round(result.width * fit)),
    height: Math.max(1, Math.round(result.height * fit)),
  }
  return {
    part,
    canvas,
    scale: (result.width * result.height) / (canvas.width * canvas.height),
    type,
    quality: (number('quality') ?? 80) / 100,
  }
}

/** Encodes it in the browser, about like the server. @throws if the image cannot be decoded */
export async function estimateBytes(image: ImageBitmap, plan: EstimatePlan): Promise<number | null> {
  const { part, canvas, scale, type, quality } = plan
  const surface = new OffscreenCanvas(canvas.width, canvas.height)
  const context = surface.getContext('2d')
  if (!context) return null
  if (type === 'image/jpeg') {
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height)
  const blob = await surface.convertToBlob({ type, quality })
  // A browser that does not support a format returns a PNG.
  return blob.type === type ? Math.round(blob.size * scale) : null
}
