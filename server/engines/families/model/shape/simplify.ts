import { type Document, Primitive } from '@gltf-transform/core'
import { compactPrimitive, weld } from '@gltf-transform/functions'
import { MeshoptSimplifier } from 'meshoptimizer'
import { type Sentence, sentence } from '../../../kernel/sentence.ts'
import { numbersOf } from './flatten.ts'

/**
 * Reduces triangles to about `ratio` in place: first along continuous surfaces, then also across
 * seams of normals and textures if that isn't enough.
 */
export async function simplifyTo(document: Document, ratio: number, warnings: Sentence[]): Promise<void> {
  await MeshoptSimplifier.ready
  await document.transform(weld({ overwrite: false }))
  let before = 0
  let after = 0
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const position = primitive.getAttribute('POSITION')
      const indices = primitive.getIndices()
      const array = indices?.getArray()
      if (!position || !indices || !array || primitive.getMode() !== Primitive.Mode.TRIANGLES) continue
      const from = Uint32Array.from(array)
      const positions = numbersOf(position, 3)
      const wanted = Math.max(3, Math.floor((from.length * ratio) / 3) * 3)
      let [to] = MeshoptSimplifier.simplify(from, positions, 3, wanted, 1)
      if (to.length > wanted * 1.2) {
        const [across] = MeshoptSimplifier.simplify(from, positions, 3, wanted, 1, ['Permissive', 'Prune'])
        if (across.length >= 3) to = across
      }
      // A part that would vanish is kept.
      if (to.length < 3) to = from
      before += from.length
      after += to.length
      const own = document
        .createAccessor()
        .setType('SCALAR')
        .setArray(new Uint32Array(to))
        .setBuffer(indices.getBuffer())
      primitive.setIndices(own)
      compactPrimitive(primitive)
    }
  }
  if (before > 0 && after > before * ratio * 1.25 + 36)
    warnings.push(
      sentence`The model could be simplified to ${Math.round((100 * after) / before)} % of its triangles only, without losing its shape.`,
    )
}
