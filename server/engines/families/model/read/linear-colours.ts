import type { Accessor } from '@gltf-transform/core'
import { toLinear } from '../colour.ts'

/**
 * Turns colours of vertices from sRGB, as formats before glTF have them, into linear ones. Alpha
 * stays. Returns the accessor.
 */
export function toLinearColours(colours: Accessor): Accessor {
  const width = colours.getElementSize()
  const values = new Float32Array(colours.getCount() * width)
  const one: number[] = []
  for (let at = 0; at < colours.getCount(); at++) {
    colours.getElement(at, one)
    for (let k = 0; k < width; k++) values[at * width + k] = k === 3 ? (one[k] ?? 1) : toLinear(one[k] ?? 0)
  }
  return colours.setNormalized(false).setArray(values)
}
