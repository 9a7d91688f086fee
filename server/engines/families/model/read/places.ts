import { type Document, Primitive } from '@gltf-transform/core'
import { compactPrimitive } from '@gltf-transform/functions'
import { damaged } from '../failures.ts'

/**
 * Drops triangles with a NaN or infinite corner, which no output format supports. Returns their
 * number.
 * @throws `source_damaged` if anything else uses such a vertex
 */
export function dropPlaceless(document: Document): number {
  let dropped = 0
  for (const mesh of document.getRoot().listMeshes())
    for (const primitive of mesh.listPrimitives()) dropped += dropFrom(document, primitive)
  return dropped
}

function dropFrom(document: Document, primitive: Primitive): number {
  const position = primitive.getAttribute('POSITION')
  const places = position?.getArray()
  if (!position || !places || places.every(Number.isFinite)) return 0
  if (primitive.getMode() !== Primitive.Mode.TRIANGLES) throw damaged()
  const indices =
    primitive.getIndices()?.getArray() ?? Uint32Array.from({ length: position.getCount() }, (_, at) => at)
  const isSomewhere = (vertex = 0) => places.subarray(3 * vertex, 3 * vertex + 3).every(Number.isFinite)
  const kept: number[] = []
  for (let at = 0; at + 2 < indices.length; at += 3) {
    const [a = 0, b = 0, c = 0] = indices.subarray(at, at + 3)
    if (isSomewhere(a) && isSomewhere(b) && isSomewhere(c)) kept.push(a, b, c)
  }
  const own = document.createAccessor().setType('SCALAR').setArray(new Uint32Array(kept))
  primitive.setIndices(own.setBuffer(position.getBuffer()))
  if (kept.length === 0) primitive.dispose()
  // Unused vertices would still count for the model's bounds.
  else compactPrimitive(primitive)
  return Math.floor(indices.length / 3) - kept.length / 3
}
