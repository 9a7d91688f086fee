import type { Material } from '@gltf-transform/core'
import type { Part } from '../shape/flatten.ts'
import { type Camera, project } from './camera.ts'
import { type Surface, sample } from './surface.ts'

export interface Canvas {
  width: number
  height: number
  /** Linear red, green, blue times alpha, and alpha: four per pixel. */
  colours: Float32Array
  /** Distance from the eye per pixel; infinite where nothing is. */
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

type Triple = readonly [number, number, number]
interface Light {
  towards: Triple
  colour: Triple
}

const unit = ([x, y, z]: Triple): Triple => {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

/** Lights that move with the eye: a warm one from the upper left, a cool one from the right, a little from behind. */
const LIGHTS: Light[] = [
  { towards: unit([-0.45, 0.75, 0.6]), colour: [1.45, 1.4, 1.32] },
  { towards: unit([0.9, 0.1, 0.45]), colour: [0.32, 0.36, 0.42] },
  { towards: unit([0.2, 0.4, -0.9]), colour: [0.25, 0.27, 0.3] },
]
const SKY: Triple = [0.3, 0.33, 0.38]
const GROUND: Triple = [0.13, 0.12, 0.11]

/** Draws opaque parts with their depth, then transparent triangles over them, the farthest first. */
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

const shade = new Float64Array(4)
const texel = new Float64Array(4)

function drawTriangle(
  { width, height, colours, depths }: Canvas,
  part: Part,
  surface: Surface,
  camera: Camera,
  spots: Float64Array,
  corner: number,
): void {
  const a = part.indices[corner] as number
  const b = part.indices[corner + 1] as number
  const c = part.indices[corner + 2] as number
  const [ax = 0, ay = 0, az = 1] = spots.subarray(3 * a, 3 * a + 3)
  const [bx = 0, by = 0, bz = 1] = spots.subarray(3 * b, 3 * b + 3)
  const [cx = 0, cy = 0, cz = 1] = spots.subarray(3 * c, 3 * c + 3)
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  if (area === 0 || !Number.isFinite(area)) return
  const left = Math.max(0, Math.floor(Math.min(ax, bx, cx)))
  const right = Math.min(width - 1, Math.ceil(Math.max(ax, bx, cx)))
  const top = Math.max(0, Math.floor(Math.min(ay, by, cy)))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(ay, by, cy)))
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const px = x + 0.5
      const py = y + 0.5
      // Shares of the three corners on the screen, then in space, where distance shrinks.
      const sb = ((px - ax) * (cy - ay) - (py - ay) * (cx - ax)) / area
      const sc = ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / area
      const sa = 1 - sb - sc
      if (sa < -1e-9 || sb < -1e-9 || sc < -1e-9) continue
      const depth = 1 / (sa / az + sb / bz + sc / cz)
      const pixel = y * width + x
      if (depth >= (depths[pixel] as number)) continue
      lit(part, surface, camera, a, b, c, (sa * depth) / az, (sb * depth) / bz, (sc * depth) / cz)
      const alpha = surface.blended ? (shade[3] as number) : 1
      if (surface.cutoff > 0 && (shade[3] as number) < surface.cutoff) continue
      if (!surface.blended) depths[pixel] = depth
      const at = 4 * pixel
      for (let k = 0; k < 3; k++)
        colours[at + k] = (shade[k] as number) * alpha + (colours[at + k] as number) * (1 - alpha)
      colours[at + 3] = alpha + (colours[at + 3] as number) * (1 - alpha)
    }
  }
}

/** The light that a place on a triangle sends to the eye, into `shade`; `wa`, `wb`, `wc` are the shares of its corners. */
function lit(
  { normals, uvs, colours, positions }: Part,
  surface: Surface,
  camera: Camera,
  a: number,
  b: number,
  c: number,
  wa: number,
  wb: number,
  wc: number,
): void {
  let [red, green, blue, alpha] = surface.colour
  if (colours) {
    red *= mixed(colours, 4, 0)
    green *= mixed(colours, 4, 1)
    blue *= mixed(colours, 4, 2)
    alpha *= mixed(colours, 4, 3)
  }
  if (surface.texture && uvs) {
    sample(surface.texture, mixed(uvs, 2, 0), mixed(uvs, 2, 1), texel)
    red *= texel[0] as number
    green *= texel[1] as number
    blue *= texel[2] as number
    alpha *= texel[3] as number
  }
  const wx = normals ? mixed(normals, 3, 0) : 0
  const wy = normals ? mixed(normals, 3, 1) : 0
  const wz = normals ? mixed(normals, 3, 2) : 0
  const { right, above, back } = camera
  let nx = wx * right[0] + wy * right[1] + wz * right[2]
  let ny = wx * above[0] + wy * above[1] + wz * above[2]
  let nz = wx * back[0] + wy * back[1] + wz * back[2]
  const toEye = (axis: number) => camera.eye[axis as 0] - mixed(positions, 3, axis)
  const length = (Math.hypot(nx, ny, nz) || 1) * (wx * toEye(0) + wy * toEye(1) + wz * toEye(2) < 0 ? -1 : 1)
  nx /= length
  ny /= length
  nz /= length
  const up = 0.5 + 0.5 * ny
  let lr = GROUND[0] + (SKY[0] - GROUND[0]) * up
  let lg = GROUND[1] + (SKY[1] - GROUND[1]) * up
  let lb = GROUND[2] + (SKY[2] - GROUND[2]) * up
  let gloss = 0
  for (const { towards, colour } of LIGHTS) {
    const facing = nx * towards[0] + ny * towards[1] + nz * towards[2]
    if (facing <= 0) continue
    lr += facing * colour[0]
    lg += facing * colour[1]
    lb += facing * colour[2]
    // Half-way between the light and the eye, which looks along Z here.
    const half = Math.hypot(towards[0], towards[1], towards[2] + 1)
    const mirror = (nx * towards[0] + ny * towards[1] + nz * (towards[2] + 1)) / half
    if (mirror > 0) gloss += colour[0] * mirror ** (8 + 60 * surface.shine)
  }
  const highlight = gloss * (0.04 + 0.22 * surface.shine)
  shade[0] = red * lr * 0.62 + highlight
  shade[1] = green * lg * 0.62 + highlight
  shade[2] = blue * lb * 0.62 + highlight
  shade[3] = alpha

  function mixed(array: Float32Array, size: number, at: number): number {
    return (
      wa * (array[a * size + at] as number) +
      wb * (array[b * size + at] as number) +
      wc * (array[c * size + at] as number)
    )
  }
}
