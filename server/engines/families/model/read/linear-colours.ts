import type { Accessor } from '@gltf-transform/core'
import { toLinear } from '../colour.ts'

/**
 * Converts vertex colors from sRGB, used by formats before glTF, to linear in place; keeps alpha.
 * Returns the accessor.
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
