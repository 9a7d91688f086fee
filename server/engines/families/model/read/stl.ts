import { Document } from '@gltf-transform/core'
import { damaged } from '../failures.ts'
import { joinPositions } from '../shape/join.ts'
import { isTextStl } from '../source/guard.ts'

/**
 * Reads a text or binary STL. Merges equal corners into vertices and drops the normals, which only
 * repeat the triangles' orientation; a glTF without normals is flat-shaded.
 * @throws `source_damaged` if it ends within a triangle
 */
export function readStl(bytes: Buffer): Document {
  const corners = isTextStl(bytes) ? textCorners(bytes) : binaryCorners(bytes)
  const indices = Uint32Array.from({ length: corners.length / 3 }, (_, at) => at)
  const part = {
    name: '',
    material: null,
    positions: corners,
    normals: null,
    uvs: null,
    colours: null,
    indices,
  }
  const { places, triangles } = joinPositions([part])
  const document = new Document()
  const buffer = document.createBuffer()
  const scene = document.createScene()
  if (triangles.length === 0) return document
  const primitive = document
    .createPrimitive()
    .setAttribute(
      'POSITION',
      document.createAccessor().setType('VEC3').setArray(places.slice()).setBuffer(buffer),
    )
    .setIndices(document.createAccessor().setType('SCALAR').setArray(triangles.slice()).setBuffer(buffer))
    // Without a material, viewers would show metal.
    .setMaterial(document.createMaterial('plain').setMetallicFactor(0).setRoughnessFactor(0.8))
  const mesh = document.createMesh('model').addPrimitive(primitive)
  scene.addChild(document.createNode('model').setMesh(mesh))
  return document
}

/** Nine numbers per triangle. The caller has checked the count against the file size. */
function binaryCorners(bytes: Buffer): Float32Array {
  const triangles = bytes.length < 84 ? 0 : bytes.readUInt32LE(80)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const corners = new Float32Array(triangles * 9)
  for (let triangle = 0; triangle < triangles; triangle++) {
    const from = 84 + 50 * triangle + 12
    for (let at = 0; at < 9; at++) corners[9 * triangle + at] = view.getFloat32(from + 4 * at, true)
  }
  return corners
}

function textCorners(bytes: Buffer): Float32Array {
  const numbers: number[] = []
  for (const [, x, y, z] of bytes.toString('latin1').matchAll(/\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/gi))
    numbers.push(Number(x), Number(y), Number(z))
  if (numbers.length % 9 !== 0 || numbers.some((value) => Number.isNaN(value))) throw damaged()
  return Float32Array.from(numbers)
}
