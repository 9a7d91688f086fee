import sharp from 'sharp'
import type { Raster } from './warp.ts'

/** The background is estimated at an eighth of the size. */
const SHRINK = 8
/** Target brightness of paper. */
const PAPER = 250
/** A darker background is a black surface and not a shadow. */
const DARKEST = 24

/** Gain from each background brightness to paper brightness, in 1/1024. */
const GAIN = Uint32Array.from({ length: 256 }, (_, value) =>
  Math.round((PAPER * 1024) / Math.max(DARKEST, value)),
)

/**
 * Removes shadows and color casts in place: divides each channel by the estimated paper background.
 */
export async function removeShadows(raster: Raster): Promise<Raster> {
  const { data, width, height, channels } = raster
  const raw = { raw: { width, height, channels } }
  const small = {
    width: Math.max(8, Math.round(width / SHRINK)),
    height: Math.max(8, Math.round(height / SHRINK)),
  }
  const shrinking = sharp(data, raw).resize(small.width, small.height, { fit: 'fill', kernel: 'linear' })
  const shrunk = await (channels === 1 ? shrinking.extractChannel(0) : shrinking).raw().toBuffer()
  const background = smoothed(withoutPrint(shrunk, small, channels), small, channels)
  divide(raster, background, small.width, small.height)
  return raster
}

interface Size {
  width: number
  height: number
}

/** Window radius in the reduced image: removes print up to twice this height. */
const REACH = 4
/** Smoothing radius, small so that hard shadow edges are followed. */
const SMOOTH = 1

/**
 * Estimates the paper by a morphological closing (maximum, then minimum filter), which removes
 * print and keeps shadow edges.
 */
function withoutPrint(data: Uint8Array, size: Size, channels: number): Uint8Array {
  const extreme =
    (sign: 1 | -1): Along =>
    (line, out, length) => {
      for (let at = 0; at < length; at++) {
        let most = line[at] as number
        for (let near = Math.max(0, at - REACH); near <= Math.min(length - 1, at + REACH); near++)
          if (((line[near] as number) - most) * sign > 0) most = line[near] as number
        out[at] = most
      }
    }
  return alongBoth(alongBoth(data, size, channels, extreme(1)), size, channels, extreme(-1))
}

/** A box filter applied twice, which approximates a Gaussian blur. */
function smoothed(data: Uint8Array, size: Size, channels: number): Uint8Array {
  const mean = (line: Uint8Array, out: Uint8Array, length: number) => {
    for (let at = 0; at < length; at++) {
      const [from, to] = [Math.max(0, at - SMOOTH), Math.min(length - 1, at + SMOOTH)]
      let sum = 0
      for (let near = from; near <= to; near++) sum += line[near] as number
      out[at] = Math.round(sum / (to - from + 1))
    }
  }
  return alongBoth(alongBoth(data, size, channels, mean), size, channels, mean)
}

type Along = (line: Uint8Array, out: Uint8Array, length: number) => void

/** Applies a filter to all rows, then all columns, of each channel. */
function alongBoth(data: Uint8Array, { width, height }: Size, channels: number, along: Along): Uint8Array {
  const out = Uint8Array.from(data)
  const line = new Uint8Array(Math.max(width, height))
  const done = new Uint8Array(line.length)
  const run = (start: number, step: number, length: number) => {
    for (let at = 0; at < length; at++) line[at] = out[start + at * step] as number
    along(line, done, length)
    for (let at = 0; at < length; at++) out[start + at * step] = done[at] as number
  }
  for (let channel = 0; channel < channels; channel++) {
    for (let y = 0; y < height; y++) run(y * width * channels + channel, channels, width)
    for (let x = 0; x < width; x++) run(x * channels + channel, width * channels, height)
  }
  return out
}

/** `pixel = pixel ÷ background × 250`, with interpolated background. */
function divide(
  { data, width, height, channels }: Raster,
  background: Uint8Array,
  across: number,
  down: number,
) {
  // A row of the background interpolated to the raster's width, in 1/256.
  const line = new Int32Array(width * channels)
  const between = new Int32Array(across * channels)
  for (let y = 0; y < height; y++) {
    const v = Math.min(down - 1, Math.max(0, ((y + 0.5) * down) / height - 0.5))
    const top = v | 0
    const fy = ((v - top) * 16) | 0
    const [upper, lower] = [top * across * channels, Math.min(down - 1, top + 1) * across * channels]
    for (let at = 0; at < between.length; at++)
      between[at] = (background[upper + at] as number) * (16 - fy) + (background[lower + at] as number) * fy
    spread(between, across, line, width, channels)
    let at = y * width * channels
    for (let one = 0; one < line.length; one++, at++) {
      const value = ((data[at] as number) * (GAIN[(line[one] as number) >> 8] as number)) >> 10
      data[at] = Math.min(value, 255)
    }
  }
}

/** Interpolates a row of `across` values of 1/16 to `width` values of 1/256. */
function spread(from: Int32Array, across: number, to: Int32Array, width: number, channels: number) {
  const step = Math.round((across / width) * 65536)
  let position = step / 2 - 32768
  for (let x = 0, at = 0; x < width; x++, position += step) {
    const clamped = Math.max(position, 0)
    let left = clamped >> 16
    let share = (clamped >> 12) & 15
    if (left >= across - 1) {
      left = across - 2
      share = 16
    }
    for (let channel = 0; channel < channels; channel++, at++) {
      const p = left * channels + channel
      to[at] = (from[p] as number) * (16 - share) + (from[p + channels] as number) * share
    }
  }
}
