import {
  type Accessor,
  AnimationSampler,
  type Document,
  Primitive,
  PrimitiveTarget,
  Skin,
} from '@gltf-transform/core'

const DIRECTIONS = ['NORMAL', 'TANGENT']

/**
 * Removes NaN and infinite values from all data except positions (`places.ts`): glTF forbids them,
 * and viewers fail. Returns whether there were any.
 */
export function dropNonFinite(document: Document): boolean {
  const broken = document
    .getRoot()
    .listAccessors()
    .filter((accessor) => accessor.getArray()?.every(Number.isFinite) === false)
  for (const accessor of broken) detach(document, accessor)
  return broken.length > 0
}

function detach(document: Document, accessor: Accessor): void {
  for (const user of accessor.listParents()) {
    if (user instanceof Primitive && DIRECTIONS.some((name) => user.getAttribute(name) === accessor)) {
      // Without normals a surface is flat-shaded.
      for (const name of DIRECTIONS) user.setAttribute(name, null)
    } else if (user instanceof Primitive || user instanceof PrimitiveTarget) {
      const numbers = accessor.getArray()?.map((value) => (Number.isFinite(value) ? value : 0))
      accessor.setArray(numbers ?? null)
    } else if (user instanceof AnimationSampler) {
      for (const animation of document.getRoot().listAnimations())
        for (const channel of animation.listChannels()) if (channel.getSampler() === user) channel.dispose()
      user.dispose()
    } else if (user instanceof Skin) user.setInverseBindMatrices(null)
  }
  if (accessor.listParents().every((user) => user === document.getRoot())) accessor.dispose()
}
