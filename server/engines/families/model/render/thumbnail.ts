import type { Document } from '@gltf-transform/core'
import sharp from 'sharp'
import { toSrgb } from '../colour.ts'
import { empty, wrong } from '../failures.ts'
import type { ThumbnailOptions } from '../options.ts'
import { boxAround, flatten } from '../shape/flatten.ts'
import { cameraFor } from './camera.ts'
import { withOwnNormals } from './normals.ts'
import { occlude } from './occlusion.ts'
import { type Canvas, canvas, draw } from './rasterise.ts'
import { LINEAR, surfacesOf } from './surface.ts'

/** Supersampling factor per direction. */
const FINER = 2
/** 3D printing and CAD formats, where Z points up. */
const Z_UP: readonly string[] = ['stl', '3mf', 'amf', 'step', 'iges', 'brep', 'ply', 'dxf', 'ifc']

/**
 * A PNG image of a model, rendered on the CPU. `format` is the source's.
 * @throws `output_empty` without surfaces
 */
export async function thumbnail(
  document: Document,
  format: string,
  options: ThumbnailOptions,
): Promise<Buffer> {
  const flat = flatten(document)
  const box = boxAround(flat.parts)
  if (flat.triangles === 0 || !box) throw empty()
  // STL has only face normals, which would show facets on round surfaces.
  const parts = flat.parts.map((part) => (part.normals && format !== 'stl' ? part : withOwnNormals(part)))
  const up = options.up_axis === 'auto' ? (Z_UP.includes(format) ? 'z' : 'y') : options.up_axis
  const view = { ...options, up, width: options.width * FINER, height: options.height * FINER } as const
  const camera = cameraFor(parts, box, view)
  const target = canvas(view.width, view.height)
  draw(target, parts, await surfacesOf(parts, options.colour ? linear(options.colour) : null), camera)
  occlude(target, camera, boxSize(box))
  const pixels = shrink(target, options.width, options.height, options.background)
  if (pixels.every((value, at) => at % 4 !== 3 || value === 0)) throw wrong()
  return sharp(pixels, { raw: { width: options.width, height: options.height, channels: 4 } })
    .png({ compressionLevel: 8 })
    .toBuffer()
}

const boxSize = ({ min, max }: { min: number[]; max: number[] }) =>
  Math.hypot(...max.map((high, axis) => high - (min[axis] as number)))

function linear(hex: string): [number, number, number] {
  const byte = (at: number) => LINEAR[Number.parseInt(hex.slice(at, at + 2), 16)] as number
  return [byte(1), byte(3), byte(5)]
}

/** Downsamples, composites over the background, and converts linear light to sRGB bytes. */
function shrink({ width, colours }: Canvas, toWidth: number, toHeight: number, background: string): Buffer {
  const pixels = Buffer.alloc(toWidth * toHeight * 4)
  const behind = background === 'transparent' ? null : linear(background)
  const sum = new Float64Array(4)
  for (let y = 0; y < toHeight; y++) {
    for (let x = 0; x < toWidth; x++) {
      sum.fill(0)
      for (let dy = 0; dy < FINER; dy++) {
        for (let dx = 0; dx < FINER; dx++) {
          const from = 4 * ((y * FINER + dy) * width + x * FINER + dx)
          const alpha = colours[from + 3] as number
          if (alpha === 0) continue
          for (let k = 0; k < 3; k++)
            sum[k] = (sum[k] as number) + (alpha * tone((colours[from + k] as number) / alpha)) / FINER ** 2
          sum[3] = (sum[3] as number) + alpha / FINER ** 2
        }
      }
      const alpha = sum[3] as number
      const at = 4 * (y * toWidth + x)
      for (let k = 0; k < 3; k++) {
        const light = behind
          ? (sum[k] as number) + (behind[k] as number) * (1 - alpha)
          : alpha > 0
            ? (sum[k] as number) / alpha
            : 0
        pixels[at + k] = Math.round(255 * Math.min(1, toSrgb(light)))
      }
      pixels[at + 3] = behind ? 255 : Math.round(255 * alpha)
    }
  }
  return pixels
}

/** Tone mapping: compresses highlights without clipping. */
function tone(value: number): number {
  return value < 0.7 ? value : 0.7 + 0.3 * (1 - Math.exp(-(value - 0.7) / 0.3))
}
