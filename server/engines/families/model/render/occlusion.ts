import type { Camera } from './camera.ts'
import type { Canvas } from './rasterise.ts'

/** Sample offsets around a pixel: a spiral, as fractions of the radius. */
const RAYS = 12
const SPIRAL = Float64Array.from({ length: 2 * RAYS }, (_, at) => {
  const ray = at >> 1
  const angle = ray * 2.399_963
  return Math.sqrt((ray + 0.5) / RAYS) * (at % 2 === 0 ? Math.cos(angle) : Math.sin(angle))
})
/** Occlusion is low-frequency: one sample per block of this size suffices. */
const BLOCK = 2

/**
 * Screen-space ambient occlusion: darkens pixels whose neighborhood is closer to the eye. `size` is
 * the model's diagonal.
 */
export function occlude({ width, height, colours, depths }: Canvas, camera: Camera, size: number): void {
  const reach = 0.05 * size
  const bias = 0.001 * size
  for (let y = 0; y < height; y += BLOCK) {
    for (let x = 0; x < width; x += BLOCK) {
      const depth = depths[y * width + x] as number
      if (depth === Infinity) continue
      const radius = (camera.focal * reach) / depth
      // On slopes one neighbor is always closer: only occluders on both sides count.
      let hidden = 0
      for (let ray = 0; ray < 2 * RAYS; ray += 2) {
        const dx = (SPIRAL[ray] as number) * radius
        const dy = (SPIRAL[ray + 1] as number) * radius
        const near = depthAt(x + dx, y + dy)
        const far = depthAt(x - dx, y - dy)
        if (near === Infinity || far === Infinity) continue
        const over = depth - (near + far) / 2 - bias
        if (over > 0 && over < reach * 1.5) hidden += Math.min(1, over / (reach * 0.35))
      }
      if (hidden > 0) darken(x, y, depth, 1 - 0.55 * (hidden / RAYS))
    }
  }

  /** Darkens the pixels of a block on the same surface as its first. */
  function darken(left: number, top: number, depth: number, light: number): void {
    for (let y = top; y < Math.min(height, top + BLOCK); y++) {
      for (let x = left; x < Math.min(width, left + BLOCK); x++) {
        const pixel = y * width + x
        if (Math.abs((depths[pixel] as number) - depth) > reach) continue
        for (let k = 0; k < 3; k++) colours[4 * pixel + k] = (colours[4 * pixel + k] as number) * light
      }
    }
  }

  function depthAt(x: number, y: number): number {
    const column = Math.round(x)
    const row = Math.round(y)
    if (column < 0 || row < 0 || column >= width || row >= height) return Infinity
    return depths[row * width + column] as number
  }
}
