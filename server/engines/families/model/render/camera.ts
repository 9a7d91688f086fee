import type { Box, Part } from '../shape/flatten.ts'

export interface View {
  width: number
  height: number
  /** Degrees around the model from its front, and above its equator. */
  azimuth: number
  elevation: number
  up: 'y' | 'z'
}

/** The eye position, and the projection from world to image coordinates. */
export interface Camera {
  eye: [number, number, number]
  /** Unit vectors: image right, image up, and from the model to the eye. */
  right: [number, number, number]
  above: [number, number, number]
  back: [number, number, number]
  focal: number
  /** The image center in pixels. */
  middle: [number, number]
}

/** The fraction of the image that the model fills. */
const FILL = 0.9
/** Eye distance in radii of the model: about the perspective of a 70 mm lens. */
const DISTANCE = 4.5

/** A camera that frames the whole model. */
export function cameraFor(parts: readonly Part[], box: Box, view: View): Camera {
  const turn = (view.azimuth * Math.PI) / 180
  const rise = (view.elevation * Math.PI) / 180
  const local: [number, number, number] = [
    Math.sin(turn) * Math.cos(rise),
    Math.sin(rise),
    Math.cos(turn) * Math.cos(rise),
  ]
  // The front of a Z-up model faces negative Y.
  const world = ([x, y, z]: [number, number, number]): [number, number, number] =>
    view.up === 'y' ? [x, y, z] : [x, -z, y]
  const back = world(local)
  const right = world([Math.cos(turn), 0, -Math.sin(turn)])
  const above = world([-Math.sin(turn) * Math.sin(rise), Math.cos(rise), -Math.cos(turn) * Math.sin(rise)])
  const centre = box.min.map((low, axis) => (low + (box.max[axis] as number)) / 2) as [number, number, number]
  const radius = Math.hypot(...box.max.map((high, axis) => high - (box.min[axis] as number))) / 2 || 1
  const eye = centre.map((at, axis) => at + DISTANCE * radius * (back[axis] as number)) as [
    number,
    number,
    number,
  ]
  const camera: Camera = { eye, right, above, back, focal: 1, middle: [0, 0] }
  const seen = extent(parts, camera)
  camera.focal =
    FILL * Math.min(view.width / (seen.right - seen.left || 1), view.height / (seen.top - seen.bottom || 1))
  camera.middle = [
    view.width / 2 - (camera.focal * (seen.left + seen.right)) / 2,
    view.height / 2 + (camera.focal * (seen.top + seen.bottom)) / 2,
  ]
  return camera
}

function extent(
  parts: readonly Part[],
  camera: Camera,
): { left: number; right: number; top: number; bottom: number } {
  const seen = { left: Infinity, right: -Infinity, top: -Infinity, bottom: Infinity }
  const spot = new Float64Array(3)
  for (const { positions } of parts) {
    for (let at = 0; at < positions.length; at += 3) {
      project(camera, positions, at, spot)
      const [x = 0, y = 0] = spot
      if (x < seen.left) seen.left = x
      if (x > seen.right) seen.right = x
      if (-y > seen.top) seen.top = -y
      if (-y < seen.bottom) seen.bottom = -y
    }
  }
  return seen
}

/** Writes the pixel x, pixel y and eye distance of the position at `at` to `spot`. */
export function project(camera: Camera, positions: Float32Array, at: number, spot: Float64Array): void {
  const { eye, right, above, back, focal, middle } = camera
  const x = (positions[at] as number) - eye[0]
  const y = (positions[at + 1] as number) - eye[1]
  const z = (positions[at + 2] as number) - eye[2]
  const depth = -(x * back[0] + y * back[1] + z * back[2])
  spot[0] = middle[0] + (focal * (x * right[0] + y * right[1] + z * right[2])) / depth
  spot[1] = middle[1] - (focal * (x * above[0] + y * above[1] + z * above[2])) / depth
  spot[2] = depth
}
