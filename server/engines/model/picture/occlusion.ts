import type { Camera } from './camera.ts'
import type { Canvas } from './rasterise.ts'

/** Where rays are sent around a pixel: a spiral, in shares of the reach. */
const SPIRAL = Array.from({ length: 14 }, (_, index) => {
  const angle = index * 2.399_963
  const radius = Math.sqrt((index + 0.5) / 14)
  return [Math.cos(angle) * radius, Math.sin(angle) * radius] as const
})

/**
 * Darkens what lies in corners and under edges: where the neighbourhood of a pixel is nearer to the eye, less light from
 * around reaches it. `size` is the model's diagonal.
 */
export function occlude({ width, height, colours, depths }: Canvas, camera: Camera, size: number): void {
  const reach = 0.05 * size
  const bias = 0.004 * size
  const shadow = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x
      const depth = depths[pixel] as number
      if (depth === Infinity) continue
      const radius = (camera.focal * reach) / depth
      // Slopes lie in front of their own neighbours: only what rises above both sides counts.
      let hidden = 0
      for (const [dx, dy] of SPIRAL) {
        const near = depthAt(x + dx * radius, y + dy * radius)
        const far = depthAt(x - dx * radius, y - dy * radius)
        const across = far === Infinity || near === Infinity ? depth : (near + far) / 2
        const over = depth - Math.min(across, depth) - bias * 0.25
        if (over > 0 && over < reach * 1.5) hidden += Math.min(1, over / (reach * 0.35))
      }
      shadow[pixel] = hidden / SPIRAL.length
    }
  }
  for (let pixel = 0; pixel < shadow.length; pixel++) {
    const light = 1 - 0.55 * Math.min(1, shadow[pixel] as number)
    if (light === 1) continue
    for (let k = 0; k < 3; k++) colours[4 * pixel + k] = (colours[4 * pixel + k] as number) * light
  }

  function depthAt(x: number, y: number): number {
    const column = Math.round(x)
    const row = Math.round(y)
    if (column < 0 || row < 0 || column >= width || row >= height) return Infinity
    return depths[row * width + column] as number
  }
}
