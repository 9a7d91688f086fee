import sharp from 'sharp'

/** Four fields: red, green above blue, yellow; 80 × 40. */
export async function fields(): Promise<Buffer> {
  const field = (background: string, left: number, top: number) => ({
    input: { create: { width: 40, height: 20, channels: 3 as const, background } },
    left,
    top,
  })
  return sharp({ create: { width: 80, height: 40, channels: 3, background: '#000' } })
    .composite([field('#f00', 0, 0), field('#0f0', 40, 0), field('#00f', 0, 20), field('#ff0', 40, 20)])
    .removeAlpha()
    .png()
    .toBuffer()
}

/** The colour at a place of a result, rounded to what a lossy format keeps: `f00`. */
export async function colourAt(path: string, x: number, y: number, page = 0): Promise<string> {
  const { data, info } = await sharp(path, { page })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  const digit = (value: number) => Math.min(15, Math.round(value / 16)).toString(16)
  return Array.from({ length: info.channels }, (_, index) => digit(data[at + index] ?? 0)).join('')
}

/**
 * Red at the upper left, blue at the lower right; 60 × 40, with `alpha` the lower half is
 * see-through.
 */
export async function halves(alpha: boolean): Promise<Buffer> {
  const half = (background: string) => ({
    create: { width: 60, height: 20, channels: 4 as const, background },
  })
  return sharp({ create: { width: 60, height: 40, channels: 4, background: alpha ? '#0000' : '#00f' } })
    .composite([{ input: half('#f00'), left: 0, top: 0 }])
    .png()
    .toBuffer()
}

/** Red, green, blue and alpha of a pixel. */
export const colour = async (path: string, x: number, y: number) => {
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
}

/** The same colour, but for what a lossy format loses. */
export const near = (seen: number[], wanted: number[]) =>
  seen.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) <= 24)
