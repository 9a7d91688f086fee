import { damaged } from '../failures.ts'
import { type Body, box, cone, sphere } from '../shape/bodies.ts'
import type { XmlElement } from './xml.ts'

export interface Faces {
  positions: number[]
  normals: number[] | null
  uvs: number[] | null
  /** Four per vertex. */
  colours: number[] | null
  indices: number[]
}

/** The numbers of a field, separated by white space, commas or both. */
export function numbers(text: string | undefined): number[] {
  if (!text) return []
  const found = text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map(Number)
  if (found.some((value) => !Number.isFinite(value))) throw damaged()
  return found
}

const yes = (text: string | undefined, otherwise: boolean) =>
  text === undefined ? otherwise : text === 'true'

/**
 * The faces of a geometry node, or null for other and unsupported nodes. X3D 4.0, clauses 11 and
 * 13.
 */
export function facesOf(node: XmlElement, find: (element: XmlElement) => XmlElement): Faces | null {
  const { attributes } = node
  const size = (name: string, otherwise: number) => numbers(attributes[name])[0] ?? otherwise
  switch (node.name) {
    case 'Box': {
      const [x = 2, y = 2, z = 2] = numbers(attributes.size)
      return plain(box(x, y, z))
    }
    case 'Sphere':
      return plain(sphere(size('radius', 1)))
    case 'Cylinder':
    case 'Cone': {
      const round = node.name === 'Cone'
      const bottom = size(round ? 'bottomRadius' : 'radius', 1)
      const parts = {
        side: yes(attributes.side, true),
        top: yes(attributes.top, true),
        bottom: yes(attributes.bottom, true),
      }
      return plain(cone(bottom, round ? size('topRadius', 0) : bottom, size('height', 2), parts))
    }
    case 'IndexedFaceSet':
    case 'IndexedTriangleSet':
    case 'TriangleSet':
      return listed(node, find)
    default:
      return null
  }
}

const plain = ({ positions, normals, uvs, indices }: Body): Faces => ({
  positions,
  normals,
  uvs,
  colours: null,
  indices,
})

function listed(node: XmlElement, find: (element: XmlElement) => XmlElement): Faces | null {
  const child = (pattern: RegExp) => {
    const found = node.children.find(({ name }) => pattern.test(name))
    return found && find(found)
  }
  const points = numbers(child(/^Coordinate(Double)?$/)?.attributes.point)
  if (points.length < 9) return null
  const corners = cornersOf(node, points.length / 3)
  if (corners.some(({ place }) => !(place >= 0 && place < points.length / 3))) throw damaged()
  const normals = numbers(child(/^Normal$/)?.attributes.vector)
  const uvs = numbers(child(/^TextureCoordinate$/)?.attributes.point)
  const colour = child(/^Color(RGBA)?$/)
  const colours = numbers(colour?.attributes.color)
  const width = colour?.name === 'ColorRGBA' ? 4 : 3
  const perVertex = (name: string) => yes(node.attributes[name], true)
  const own = (name: string, otherwise: (corner: Corner) => number) => {
    const given = numbers(node.attributes[name])
    const faces = given.length > 0 ? given : null
    return (corner: Corner) => (faces ? (faces[corner.slot] ?? 0) : otherwise(corner))
  }
  const normalAt = own('normalIndex', ({ place, face }) => (perVertex('normalPerVertex') ? place : face))
  const uvAt = own('texCoordIndex', ({ place }) => place)
  const colourAt = own('colorIndex', ({ place, face }) => (perVertex('colorPerVertex') ? place : face))
  const gather = (
    values: number[],
    size: number,
    at: (corner: Corner) => number,
    into: (values: number[]) => number[],
  ) =>
    values.length < size
      ? null
      : corners.flatMap((corner) =>
          into(Array.from({ length: size }, (_, k) => values[size * at(corner) + k] ?? 0)),
        )
  return {
    positions: corners.flatMap(({ place }) => points.slice(3 * place, 3 * place + 3)),
    normals: gather(normals, 3, normalAt, (one) => one),
    // V points up in X3D and down in glTF.
    uvs: gather(uvs, 2, uvAt, ([u = 0, v = 0]) => [u, 1 - v]),
    colours: gather(colours, width, colourAt, (one) => (width === 4 ? one : [...one, 1])),
    indices: corners.map((_, index) => index),
  }
}

interface Corner {
  /** Index of the position, of the face, and of the entry in the index list. */
  place: number
  face: number
  slot: number
}

/** The corners of all triangles. Larger faces become a fan, reversed for clockwise order. */
function cornersOf({ name, attributes }: XmlElement, places: number): Corner[] {
  const triangles = name !== 'IndexedFaceSet'
  const index =
    name === 'TriangleSet'
      ? Array.from({ length: places - (places % 3) }, (_, at) => at)
      : numbers(attributes[triangles ? 'index' : 'coordIndex'])
  const corners: Corner[] = []
  let face: Corner[] = []
  let count = 0
  const close = () => {
    if (!yes(attributes.ccw, true)) face.reverse()
    for (let at = 1; at + 1 < face.length; at++)
      corners.push(face[0] as Corner, face[at] as Corner, face[at + 1] as Corner)
    face = []
    count += 1
  }
  for (const [slot, place] of index.entries()) {
    if (place < 0) close()
    else face.push({ place, face: count, slot })
    if (triangles && face.length === 3) close()
  }
  if (face.length > 0) close()
  return corners
}
