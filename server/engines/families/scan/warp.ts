import type { Homography } from './homography.ts'

/** Rows of pixels, `channels` bytes each. */
export interface Raster {
  data: Uint8Array
  width: number
  height: number
  channels: 1 | 3
}

/**
 * Warps the sheet to `width` by `height` with bilinear sampling. The photo may have at most about
 * twice as many pixels per side, or print aliases. `grey` samples luma only (Rec. 601).
 */
export function warp(photo: Raster, map: Homography, width: number, height: number, grey: boolean): Raster {
  const { data, width: across, height: down, channels } = photo
  const colour = channels === 3 && !grey
  const out = new Uint8Array(width * height * (colour ? 3 : 1))
  const [right, bottom] = [across - 1.001, down - 1.001]
  const row = across * channels
  const { a, d, g } = map
  const [stepX, stepY, stepW] = [a / width, d / width, g / width]
  let at = 0
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / height
    let numeratorX = map.b * v + map.c + stepX / 2
    let numeratorY = map.e * v + map.f + stepY / 2
    let denominator = map.h * v + 1 + stepW / 2
    for (let x = 0; x < width; x++) {
      const scale = 1 / denominator
      let px = numeratorX * scale - 0.5
      let py = numeratorY * scale - 0.5
      numeratorX += stepX
      numeratorY += stepY
      denominator += stepW
      if (px < 0) px = 0
      else if (px > right) px = right
      if (py < 0) py = 0
      else if (py > bottom) py = bottom
      // Fixed point in 1/128: faster, and finer than a byte.
      const fineX = (px * 128) | 0
      const fineY = (py * 128) | 0
      const fx = fineX & 127
      const fy = fineY & 127
      const southEast = fx * fy
      const northEast = (fx << 7) - southEast
      const southWest = (fy << 7) - southEast
      const northWest = 16384 - (fx << 7) - southWest
      const p = (fineY >> 7) * row + (fineX >> 7) * channels
      const q = p + row
      if (channels === 1) {
        out[at++] =
          ((data[p] as number) * northWest +
            (data[p + 1] as number) * northEast +
            (data[q] as number) * southWest +
            (data[q + 1] as number) * southEast +
            8192) >>
          14
        continue
      }
      const red =
        (data[p] as number) * northWest +
        (data[p + 3] as number) * northEast +
        (data[q] as number) * southWest +
        (data[q + 3] as number) * southEast
      const green =
        (data[p + 1] as number) * northWest +
        (data[p + 4] as number) * northEast +
        (data[q + 1] as number) * southWest +
        (data[q + 4] as number) * southEast
      const blue =
        (data[p + 2] as number) * northWest +
        (data[p + 5] as number) * northEast +
        (data[q + 2] as number) * southWest +
        (data[q + 5] as number) * southEast
      if (colour) {
        out[at] = (red + 8192) >> 14
        out[at + 1] = (green + 8192) >> 14
        out[at + 2] = (blue + 8192) >> 14
        at += 3
      } else
        out[at++] =
          (((red + 8192) >> 14) * 77 + ((green + 8192) >> 14) * 150 + ((blue + 8192) >> 14) * 29 + 128) >> 8
    }
  }
  return { data: out, width, height, channels: colour ? 3 : 1 }
}
