import type { Material } from '@gltf-transform/core'
import type { Part } from '../shape/flatten.ts'
import { type Camera, project } from './camera.ts'
import { type Surface, sample } from './surface.ts'

export interface Canvas {
  width: number
  height: number
  /** Linear RGBA with premultiplied alpha: four per pixel. */
  colours: Float32Array
  /** Eye distance per pixel; infinite for background. */
  depths: Float32Array
}

export function canvas(width: number, height: number): Canvas {
  const pixels = width * height
  return {
    width,
    height,
    colours: new Float32Array(pixels * 4),
    depths: new Float32Array(pixels).fill(Infinity),
  }
}

/**
 * Unit vectors to lights in camera space (right, up, eye), and their colors: three numbers each.
 */
const TOWARDS = Float64Array.of(-0.424, 0.706, 0.567, 0.891, 0.099, 0.446, 0.199, 0.398, -0.896)
/**
 * A warm key light from the upper left, a cool fill light from the right, and a weak back light.
 */
const SHINING = Float64Array.of(1.45, 1.4, 1.32, 0.32, 0.36, 0.42, 0.25, 0.27, 0.3)
/** Half vectors between each light and the view direction, the third axis. */
const HALFWAY = TOWARDS.map((_, at) => {
  const from = at - (at % 3)
  const [x = 0, y = 0, z = 0] = TOWARDS.subarray(from, from + 3)
  const length = Math.hypot(x, y, z + 1)
  return ([x, y, z + 1][at % 3] as number) / length
})
/** Ambient light from above and below. */
const SKY = Float64Array.of(0.3, 0.33, 0.38)
const GROUND = Float64Array.of(0.13, 0.12, 0.11)

/** Draws opaque parts with a depth buffer, then transparent triangles from back to front. */
export function draw(
  target: Canvas,
  parts: readonly Part[],
  surfaces: Map<Material | null, Surface>,
  camera: Camera,
): void {
  const later: { depth: number; draw: () => void }[] = []
  for (const part of parts) {
    const surface = surfaces.get(part.material)
    if (!surface) continue
    const spots = projected(part, camera)
    const paint = (corner: number) => drawTriangle(target, part, surface, camera, spots, corner)
    for (let corner = 0; corner < part.indices.length; corner += 3) {
      if (!surface.blended) paint(corner)
      else
        later.push({
          depth: spots[3 * (part.indices[corner] as number) + 2] as number,
          draw: () => paint(corner),
        })
    }
  }
  for (const one of later.sort((a, b) => b.depth - a.depth)) one.draw()
}

function projected({ positions }: Part, camera: Camera): Float64Array {
  const spots = new Float64Array(positions.length)
  for (let at = 0; at < positions.length; at += 3) project(camera, positions, at, spots.subarray(at, at + 3))
  return spots
}

/** The shaded color of the current point: red, green, blue, alpha. */
const shade = new Float64Array(4)
const texel = new Float64Array(4)
/** The corners of the current triangle, and their barycentric weights at the current point. */
const at = { a: 0, b: 0, c: 0, wa: 0, wb: 0, wc: 0, side: 1 }

function drawTriangle(
  { width, height, colours, depths }: Canvas,
  part: Part,
  surface: Surface,
  camera: Camera,
  spots: Float64Array,
  corner: number,
): void {
  at.a = part.indices[corner] as number
  at.b = part.indices[corner + 1] as number
  at.c = part.indices[corner + 2] as number
  const [ia, ib, ic] = [3 * at.a, 3 * at.b, 3 * at.c]
  const ax = spots[ia] as number
  const ay = spots[ia + 1] as number
  const az = spots[ia + 2] as number
  const bx = spots[ib] as number
  const by = spots[ib + 1] as number
  const bz = spots[ib + 2] as number
  const cx = spots[ic] as number
  const cy = spots[ic + 1] as number
  const cz = spots[ic + 2] as number
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  if (area === 0 || !Number.isFinite(area)) return
  // The pixel y axis points down, so front faces have the opposite winding.
  at.side = area < 0 === outward(part, ia, ib, ic) ? 1 : -1
  const left = Math.max(0, Math.floor(Math.min(ax, bx, cx)))
  const right = Math.min(width - 1, Math.ceil(Math.max(ax, bx, cx)))
  const top = Math.max(0, Math.floor(Math.min(ay, by, cy)))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(ay, by, cy)))
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const px = x + 0.5
      const py = y + 0.5
      // Barycentric coordinates in screen space, then perspective-corrected.
      const sb = ((px - ax) * (cy - ay) - (py - ay) * (cx - ax)) / area
      const sc = ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / area
      const sa = 1 - sb - sc
      if (sa < -1e-9 || sb < -1e-9 || sc < -1e-9) continue
      const depth = 1 / (sa / az + sb / bz + sc / cz)
      const pixel = y * width + x
      if (depth >= (depths[pixel] as number)) continue
      at.wa = (sa * depth) / az
      at.wb = (sb * depth) / bz
      at.wc = (sc * depth) / cz
      light(part, surface, camera)
      if (surface.cutoff > 0 && (shade[3] as number) < surface.cutoff) continue
      const alpha = surface.blended ? (shade[3] as number) : 1
      if (!surface.blended) depths[pixel] = depth
      const to = 4 * pixel
      for (let k = 0; k < 3; k++)
        colours[to + k] = (shade[k] as number) * alpha + (colours[to + k] as number) * (1 - alpha)
      colours[to + 3] = alpha + (colours[to + 3] as number) * (1 - alpha)
    }
  }
}

/** Whether a triangle's winding matches its normals; some files have it reversed. */
function outward({ positions: p, normals: n }: Part, a: number, b: number, c: number): boolean {
  if (!n) return true
  const of = (array: Float32Array, index: number) => array[index] as number
  const edge = (to: number, axis: number) => of(p, to + axis) - of(p, a + axis)
  const sum = (axis: number) => of(n, a + axis) + of(n, b + axis) + of(n, c + axis)
  return (
    (edge(b, 1) * edge(c, 2) - edge(b, 2) * edge(c, 1)) * sum(0) +
      (edge(b, 2) * edge(c, 0) - edge(b, 0) * edge(c, 2)) * sum(1) +
      (edge(b, 0) * edge(c, 1) - edge(b, 1) * edge(c, 0)) * sum(2) >=
    0
  )
}

/** Interpolates a value of the three corners. */
function mixed(array: Float32Array, size: number, axis: number): number {
  return (
    at.wa * (array[at.a * size + axis] as number) +
    at.wb * (array[at.b * size + axis] as number) +
    at.wc * (array[at.c * size + axis] as number)
  )
}

function light({ normals, uvs, colours }: Part, surface: Surface, { right, above, back }: Camera): void {
  for (let k = 0; k < 4; k++)
    shade[k] = (surface.colour[k as 0] as number) * (colours ? mixed(colours, 4, k) : 1)
  if (surface.texture && uvs) {
    sample(surface.texture, mixed(uvs, 2, 0), mixed(uvs, 2, 1), texel)
    for (let k = 0; k < 4; k++) shade[k] = (shade[k] as number) * (texel[k] as number)
  }
  const wx = normals ? mixed(normals, 3, 0) : back[0]
  const wy = normals ? mixed(normals, 3, 1) : back[1]
  const wz = normals ? mixed(normals, 3, 2) : back[2]
  const length = (Math.sqrt(wx * wx + wy * wy + wz * wz) || 1) * at.side
  const nx = (wx * right[0] + wy * right[1] + wz * right[2]) / length
  const ny = (wx * above[0] + wy * above[1] + wz * above[2]) / length
  const nz = (wx * back[0] + wy * back[1] + wz * back[2]) / length
  let gloss = 0
  const up = 0.5 + 0.5 * ny
  let red = (GROUND[0] as number) + ((SKY[0] as number) - (GROUND[0] as number)) * up
  let green = (GROUND[1] as number) + ((SKY[1] as number) - (GROUND[1] as number)) * up
  let blue = (GROUND[2] as number) + ((SKY[2] as number) - (GROUND[2] as number)) * up
  for (let one = 0; one < 9; one += 3) {
    const facing =
      nx * (TOWARDS[one] as number) + ny * (TOWARDS[one + 1] as number) + nz * (TOWARDS[one + 2] as number)
    if (facing <= 0) continue
    red += facing * (SHINING[one] as number)
    green += facing * (SHINING[one + 1] as number)
    blue += facing * (SHINING[one + 2] as number)
    const mirror =
      nx * (HALFWAY[one] as number) + ny * (HALFWAY[one + 1] as number) + nz * (HALFWAY[one + 2] as number)
    if (mirror > 0.5) gloss += (SHINING[one] as number) * mirror ** (8 + 60 * surface.shine)
  }
  const highlight = gloss * (0.04 + 0.22 * surface.shine)
  shade[0] = (shade[0] as number) * red * 0.62 + highlight
  shade[1] = (shade[1] as number) * green * 0.62 + highlight
  shade[2] = (shade[2] as number) * blue * 0.62 + highlight
}
