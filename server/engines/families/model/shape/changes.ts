import { type Document, type mat4, PropertyType } from '@gltf-transform/core'
import { dedup, prune, weld } from '@gltf-transform/functions'
import type { Sentence } from '../../../kernel/sentence.ts'
import type { ModelOptions } from '../options.ts'
import { boxAround, flatten, shownScene } from './flatten.ts'
import { movePoints, multiply } from './matrix.ts'
import { simplifyTo } from './simplify.ts'
import { changeTextures } from './textures.ts'

/** Applies the options to a model in place. */
export async function applyChanges(document: Document, options: ModelOptions): Promise<Sentence[]> {
  const warnings: Sentence[] = []
  place(document, options)
  if (options.dedup) await document.transform(weld(), dedup(), prune())
  if (options.simplify < 100) await simplifyTo(document, options.simplify / 100, warnings)
  if (options.texture_size || options.texture_format)
    await changeTextures(document, options.texture_size ?? 0, options.texture_format ?? 'keep', warnings)
  if (options.simplify < 100) await document.transform(prune({ propertyTypes: [PropertyType.ACCESSOR] }))
  return warnings
}

/** Rotations that make the other axis point up. */
export const TURNS: Record<'y' | 'z', mat4> = {
  y: [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1],
  z: [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1],
}

/** Rotates, scales and moves with a new root node, so that animations and skins stay unchanged. */
function place(document: Document, { scale, center, up_axis }: ModelOptions): void {
  const scene = shownScene(document)
  if (!scene || (scale === 1 && center === 'none' && up_axis === 'keep')) return
  const sized: mat4 = [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1]
  const matrix = up_axis === 'keep' ? sized : multiply(sized, TURNS[up_axis])
  if (center !== 'none') {
    const { parts } = flatten(document)
    for (const { positions } of parts) movePoints(positions, matrix)
    const box = boxAround(parts)
    // The current up axis: Z after a rotation to Z, otherwise Y as in glTF.
    const up = up_axis === 'z' ? 2 : 1
    for (const axis of box ? ([0, 1, 2] as const) : []) {
      const low = box?.min[axis] ?? 0
      const middle = (low + (box?.max[axis] ?? 0)) / 2
      matrix[12 + axis] = -(center === 'ground' && axis === up ? low : middle)
    }
  }
  const above = document.createNode('placed').setMatrix(matrix)
  for (const child of scene.listChildren()) above.addChild(child)
  scene.addChild(above)
}
