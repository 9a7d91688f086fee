import { type Document, type mat4, PropertyType } from '@gltf-transform/core'
import { prune } from '@gltf-transform/functions'
import { flatten, shownScene } from './flatten.ts'
import { movePoints, turnNormals } from './matrix.ts'

/**
 * Applies all transforms and `matrix` to the meshes in place and removes node transforms, for
 * writers that handle them wrongly; drops animations and skins.
 */
export async function bake(document: Document, matrix: mat4): Promise<void> {
  const { parts } = flatten(document)
  const root = document.getRoot()
  const scene = shownScene(document)
  for (const one of [...root.listNodes(), ...root.listAnimations(), ...root.listSkins()]) one.dispose()
  const buffer = root.listBuffers()[0] ?? document.createBuffer()
  const accessor = (type: 'VEC2' | 'VEC3' | 'VEC4' | 'SCALAR', array: Float32Array | Uint32Array) =>
    document.createAccessor().setType(type).setArray(array.slice()).setBuffer(buffer)
  for (const { name, material, positions, normals, uvs, colours, indices } of parts) {
    movePoints(positions, matrix)
    if (normals) turnNormals(normals, matrix)
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor('VEC3', positions))
      .setIndices(accessor('SCALAR', indices))
      .setMaterial(material)
    if (normals) primitive.setAttribute('NORMAL', accessor('VEC3', normals))
    if (uvs) primitive.setAttribute('TEXCOORD_0', accessor('VEC2', uvs))
    if (colours) primitive.setAttribute('COLOR_0', accessor('VEC4', colours))
    const mesh = document.createMesh(name).addPrimitive(primitive)
    scene?.addChild(document.createNode(name).setMesh(mesh))
  }
  await document.transform(
    prune({ propertyTypes: [PropertyType.MESH, PropertyType.PRIMITIVE, PropertyType.ACCESSOR] }),
  )
}
