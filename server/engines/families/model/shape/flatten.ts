import {
  type Accessor,
  type Document,
  type Material,
  type mat4,
  type Node,
  Primitive,
  type Scene,
} from '@gltf-transform/core'
import type { Transform } from '@gltf-transform/extensions'
import { tooComplex } from '../failures.ts'
import { MAX_TRIANGLES } from '../source/guard.ts'
import { determinant, IDENTITY, movePoints, multiply, turnNormals } from './matrix.ts'
import { skinMatrices, skinned } from './skin.ts'

/** Triangles of one material in world space. */
export interface Part {
  name: string
  material: Material | null
  /** Three numbers per vertex. */
  positions: Float32Array
  normals: Float32Array | null
  /** Two per vertex, for the base color texture; V points down. */
  uvs: Float32Array | null
  /** Four per vertex, 0 to 1. */
  colours: Float32Array | null
  /** Three per triangle. */
  indices: Uint32Array
}

export interface Flat {
  parts: Part[]
  triangles: number
  /** Number of point and line primitives. */
  loose: number
}

/** The displayed scene: without a default, all root nodes. */
export function shownScene(document: Document): Scene | null {
  const root = document.getRoot()
  return root.getDefaultScene() ?? root.listScenes()[0] ?? null
}

/**
 * All meshes of the displayed scene as world-space triangles, for simple formats; animations at
 * rest.
 */
export function flatten(document: Document): Flat {
  const flat: Flat = { parts: [], triangles: 0, loose: 0 }
  const waiting: [node: Node, parent: mat4][] = (shownScene(document)?.listChildren() ?? [])
    .map((node): [Node, mat4] => [node, IDENTITY])
    .reverse()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, parent] = next
    const world = multiply(parent, node.getMatrix())
    addMesh(flat, node, world)
    for (const child of node.listChildren().toReversed()) waiting.push([child, world])
  }
  return flat
}

function addMesh(flat: Flat, node: Node, world: mat4): void {
  const mesh = node.getMesh()
  for (const primitive of mesh?.listPrimitives() ?? []) {
    const position = primitive.getAttribute('POSITION')
    if (!position || position.getCount() === 0) continue
    const indices = triangleIndices(primitive, position.getCount())
    if (!indices) {
      flat.loose += 1
      continue
    }
    flat.triangles += indices.length / 3
    if (flat.triangles > MAX_TRIANGLES) throw tooComplex()
    flat.parts.push(partOf(primitive, position, indices, node, world, mesh?.getName() ?? ''))
  }
}

function partOf(
  primitive: Primitive,
  position: Accessor,
  indices: Uint32Array,
  node: Node,
  world: mat4,
  meshName: string,
): Part {
  const material = primitive.getMaterial()
  const info = material?.getBaseColorTextureInfo()
  const normal = primitive.getAttribute('NORMAL')
  const uv = primitive.getAttribute(`TEXCOORD_${info?.getTexCoord() ?? 0}`)
  const colour = primitive.getAttribute('COLOR_0')
  const positions = numbersOf(position, 3)
  const normals = normal ? numbersOf(normal, 3) : null
  const uvs = uv ? numbersOf(uv, 2) : null
  const change = info?.getExtension<Transform>('KHR_texture_transform')
  if (uvs && change) moveUvs(uvs, change)
  const skin = node.getSkin()
  if (skin && primitive.getAttribute('JOINTS_0')) {
    skinned(primitive, skinMatrices(skin), positions, normals)
  } else {
    movePoints(positions, world)
    if (normals) turnNormals(normals, world)
    // A mirroring transform reverses the winding.
    if (determinant(world) < 0) flip(indices)
  }
  const name = node.getName() || meshName || material?.getName() || 'part'
  return { name, material, positions, normals, uvs, colours: colour ? coloursOf(colour) : null, indices }
}

/** An attribute as a new array, at most `width` numbers per element. */
export function numbersOf(accessor: Accessor, width: number): Float32Array {
  const array = accessor.getArray()
  const count = accessor.getCount()
  const own = accessor.getElementSize()
  if (array instanceof Float32Array && own === width) return array.slice(0, count * width)
  const numbers = new Float32Array(count * width)
  const element: number[] = []
  for (let index = 0; index < count; index++) {
    accessor.getElement(index, element)
    for (let at = 0; at < width; at++) numbers[index * width + at] = element[at] ?? 0
  }
  return numbers
}

function coloursOf(accessor: Accessor): Float32Array {
  const colours = numbersOf(accessor, 4)
  if (accessor.getElementSize() === 3) for (let at = 3; at < colours.length; at += 4) colours[at] = 1
  return colours
}

/** Triangle list indices for any primitive mode; null for points and lines. */
function triangleIndices(primitive: Primitive, vertices: number): Uint32Array | null {
  const mode = primitive.getMode()
  const { TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN } = Primitive.Mode
  if (mode !== TRIANGLES && mode !== TRIANGLE_STRIP && mode !== TRIANGLE_FAN) return null
  const given = primitive.getIndices()?.getArray()
  const listed = given ? Uint32Array.from(given) : Uint32Array.from({ length: vertices }, (_, index) => index)
  if (mode === TRIANGLES)
    return listed.length % 3 === 0 ? listed : listed.slice(0, listed.length - (listed.length % 3))
  const triangles = new Uint32Array(Math.max(0, listed.length - 2) * 3)
  for (let at = 0; at + 2 < listed.length; at++) {
    const first = mode === TRIANGLE_FAN ? 0 : at % 2 === 0 ? at : at + 1
    const second = mode === TRIANGLE_FAN || at % 2 === 0 ? at + 1 : at
    triangles.set([listed[first] as number, listed[second] as number, listed[at + 2] as number], at * 3)
  }
  return triangles
}

function flip(indices: Uint32Array): void {
  for (let at = 0; at < indices.length; at += 3) {
    const second = indices[at + 1] as number
    indices[at + 1] = indices[at + 2] as number
    indices[at + 2] = second
  }
}

/** Applies KHR_texture_transform to the texture coordinates. */
function moveUvs(uvs: Float32Array, change: Transform): void {
  const [offsetU, offsetV] = change.getOffset()
  const [scaleU, scaleV] = change.getScale()
  const sine = Math.sin(change.getRotation())
  const cosine = Math.cos(change.getRotation())
  for (let at = 0; at < uvs.length; at += 2) {
    const u = (uvs[at] as number) * scaleU
    const v = (uvs[at + 1] as number) * scaleV
    uvs[at] = cosine * u + sine * v + offsetU
    uvs[at + 1] = -sine * u + cosine * v + offsetV
  }
}

export interface Box {
  min: [number, number, number]
  max: [number, number, number]
}

/** The bounding box of all vertices, or null if there are none. */
export function boxAround(parts: readonly Part[]): Box | null {
  const min: Box['min'] = [Infinity, Infinity, Infinity]
  const max: Box['max'] = [-Infinity, -Infinity, -Infinity]
  for (const { positions } of parts) {
    for (let at = 0; at < positions.length; at++) {
      const value = positions[at] as number
      const axis = at % 3
      if (value < (min[axis] as number)) min[axis] = value
      if (value > (max[axis] as number)) max[axis] = value
    }
  }
  return min.every(Number.isFinite) && max.every(Number.isFinite) ? { min, max } : null
}
