import type { Material, Texture } from '@gltf-transform/core'
import { toLinear } from '../colour.ts'
import type { Part } from '../shape/flatten.ts'
import { openImage } from '../shape/textures.ts'
import { colourOf, coloursOf } from '../write/material.ts'

/** Maximum texture size: a thumbnail shows no more detail. */
const TEXTURE_PIXELS = 1024

interface Pixels {
  width: number
  height: number
  /** sRGB RGBA, as stored. */
  data: Uint8Array
}

/** A material for the rasterizer. Colors are linear. */
export interface Surface {
  colour: [number, number, number, number]
  texture: Pixels | null
  shine: number
  blended: boolean
  /** Alpha cutoff; 0 disables it. */
  cutoff: number
}

/** The surfaces of all parts; `paint` (linear) overrides their color. */
export async function surfacesOf(
  parts: readonly Part[],
  paint: [number, number, number] | null,
): Promise<Map<Material | null, Surface>> {
  const surfaces = new Map<Material | null, Surface>()
  const images = new Map<Texture, Pixels | null>()
  for (const part of parts) {
    const { material } = part
    if (surfaces.has(material)) continue
    const texture = material && !paint ? coloursOf(material).texture : null
    if (texture && !images.has(texture)) images.set(texture, await pixelsOf(texture))
    const [r, g, b, a] = colourOf(part)
    // Surfaces without a color aren't white, on which shading would be invisible.
    const plain = !material || (r === 1 && g === 1 && b === 1 && !texture && !part.colours)
    surfaces.set(material, {
      colour: paint ? [...paint, 1] : plain ? [0.52, 0.56, 0.62, a] : [r, g, b, a],
      texture: texture ? (images.get(texture) ?? null) : null,
      shine: material ? 1 - material.getRoughnessFactor() : 0.4,
      blended: !paint && material?.getAlphaMode() === 'BLEND',
      cutoff: !paint && material?.getAlphaMode() === 'MASK' ? material.getAlphaCutoff() : 0,
    })
  }
  return surfaces
}

async function pixelsOf(texture: Texture): Promise<Pixels | null> {
  try {
    const { data, info } = await openImage(texture.getImage() ?? new Uint8Array())
      .resize(TEXTURE_PIXELS, TEXTURE_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, data }
  } catch {
    return null
  }
}

/** Lookup table from sRGB bytes to linear values. */
export const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => toLinear(byte / 255))

/** Samples a texture at (u, v) bilinearly with repeat wrapping; linear, into `out`. */
export function sample({ width, height, data }: Pixels, u: number, v: number, out: Float64Array): void {
  const x = (u - Math.floor(u)) * width - 0.5
  const y = (v - Math.floor(v)) * height - 0.5
  const left = Math.floor(x)
  const top = Math.floor(y)
  const dx = x - left
  const dy = y - top
  out.fill(0)
  for (let corner = 0; corner < 4; corner++) {
    const column = (left + (corner & 1) + width) % width
    const row = (top + (corner >> 1) + height) % height
    const weight = (corner & 1 ? dx : 1 - dx) * (corner >> 1 ? dy : 1 - dy)
    const at = 4 * (row * width + column)
    for (let k = 0; k < 3; k++) out[k] = (out[k] as number) + weight * (LINEAR[data[at + k] ?? 0] as number)
    out[3] = (out[3] as number) + (weight * (data[at + 3] ?? 0)) / 255
  }
}
