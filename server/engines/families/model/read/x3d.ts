import { Document, type Material, type mat4, type Node } from '@gltf-transform/core'
import { damaged, tooComplex } from '../failures.ts'
import { IDENTITY, multiply } from '../shape/matrix.ts'
import type { ModelFiles } from '../source/files.ts'
import { imageBeside, type Missing } from './images.ts'
import { toLinearColours } from './linear-colours.ts'
import { facesOf, numbers } from './x3d-faces.ts'
import { parseXml, type XmlElement } from './xml.ts'

/** Nested `USE` of `DEF` nodes can grow exponentially. */
const MAX_SHAPES = 5000
const MAX_DEPTH = 200

/**
 * Reads the meshes, materials and textures of an XML-encoded X3D scene; skips text, lights and
 * sensors.
 */
export function readX3d(files: ModelFiles, missing: Missing): Document {
  const root = parseXml(files.bytes.toString('utf8'))
  if (root.name !== 'X3D') throw damaged()
  return new SceneReader(root, files, missing).read()
}

class SceneReader {
  readonly #document = new Document()
  readonly #buffer = this.#document.createBuffer()
  readonly #materials = new Map<XmlElement, Material>()
  readonly #named = new Map<string, XmlElement>()
  readonly #root: XmlElement
  readonly #files: ModelFiles
  readonly #missing: Missing
  #shapes = 0

  constructor(root: XmlElement, files: ModelFiles, missing: Missing) {
    this.#root = root
    this.#files = files
    this.#missing = missing
  }

  read(): Document {
    const waiting = [this.#root]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (next.attributes.DEF) this.#named.set(next.attributes.DEF, next)
      for (const child of next.children) waiting.push(child)
    }
    const scene = this.#document.createScene()
    const content = this.#root.children.find(({ name }) => name === 'Scene')
    for (const child of content?.children ?? []) {
      const node = this.#node(child, 0)
      if (node) scene.addChild(node)
    }
    return this.#document
  }

  readonly #find = (element: XmlElement): XmlElement => {
    const { USE } = element.attributes
    return USE === undefined ? element : (this.#named.get(USE) ?? element)
  }

  #node(element: XmlElement, depth: number): Node | null {
    const { name, attributes, children } = this.#find(element)
    if (depth > MAX_DEPTH) throw tooComplex()
    if (name === 'Shape') return this.#shape(children, attributes.DEF ?? '')
    // The first level of detail is the finest.
    const shown = name === 'LOD' ? children.slice(0, 1) : name === 'Switch' ? [] : children
    if (!/^(Transform|Group|StaticGroup|Anchor|Collision|LOD|Billboard)$/.test(name)) return null
    const below = shown.map((child) => this.#node(child, depth + 1)).filter((child) => child !== null)
    if (below.length === 0) return null
    const node = this.#document.createNode(attributes.DEF ?? '').setMatrix(placement(attributes))
    for (const child of below) node.addChild(child)
    return node
  }

  #shape(children: readonly XmlElement[], name: string): Node | null {
    if (++this.#shapes > MAX_SHAPES) throw tooComplex()
    const parts = children.map(this.#find)
    const appearance = parts.find((part) => part.name === 'Appearance')
    const faces = parts.map((part) => facesOf(part, this.#find)).find((one) => one !== null)
    if (!faces || faces.indices.length === 0) {
      this.#missing.shapes += 1
      return null
    }
    const document = this.#document
    const accessor = (type: 'VEC2' | 'VEC3' | 'VEC4', array: readonly number[]) =>
      document.createAccessor().setType(type).setArray(new Float32Array(array)).setBuffer(this.#buffer)
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor('VEC3', faces.positions))
      .setIndices(
        document
          .createAccessor()
          .setType('SCALAR')
          .setArray(new Uint32Array(faces.indices))
          .setBuffer(this.#buffer),
      )
    if (faces.normals) primitive.setAttribute('NORMAL', accessor('VEC3', faces.normals))
    if (faces.uvs) primitive.setAttribute('TEXCOORD_0', accessor('VEC2', faces.uvs))
    if (faces.colours) primitive.setAttribute('COLOR_0', toLinearColours(accessor('VEC4', faces.colours)))
    if (appearance) primitive.setMaterial(this.#material(appearance))
    const mesh = document.createMesh(name).addPrimitive(primitive)
    return document.createNode(name).setMesh(mesh)
  }

  #material(appearance: XmlElement): Material {
    const known = this.#materials.get(appearance)
    if (known) return known
    const parts = appearance.children.map(this.#find)
    const { attributes: given = {} } = parts.find(({ name }) => /^(Physical)?Material$/.test(name)) ?? {}
    const [r = 0.8, g = 0.8, b = 0.8] = numbers(given.diffuseColor ?? given.baseColor)
    const [er = 0, eg = 0, eb = 0] = numbers(given.emissiveColor)
    const clear = numbers(given.transparency)[0] ?? 0
    const imageTexture = parts.find(({ name }) => name === 'ImageTexture')
    const texture = imageTexture && this.#texture(imageTexture)
    const material = this.#document
      .createMaterial(given.DEF ?? '')
      // A texture replaces the color. X3D 4.0, 12.4.
      .setBaseColorFactor([...(texture ? ([1, 1, 1] as const) : ([r, g, b] as const)), 1 - clear])
      .setEmissiveFactor([er, eg, eb])
      .setMetallicFactor(numbers(given.metallic)[0] ?? 0)
      .setRoughnessFactor(numbers(given.roughness)[0] ?? 1 - (numbers(given.shininess)[0] ?? 0.2))
    if (clear > 0) material.setAlphaMode('BLEND')
    if (texture) material.setBaseColorTexture(texture)
    this.#materials.set(appearance, material)
    return material
  }

  /** The first of the texture's URLs that is beside the model; nothing is fetched. */
  #texture({ attributes: { url = '' } }: XmlElement) {
    const names = [...url.matchAll(/"([^"]*)"|'([^']*)'|([^\s"',]+)/g)].map(
      ([, one, two, three]) => one ?? two ?? three ?? '',
    )
    const name = names.find((one) => this.#files.beside(one)) ?? names[0]
    const found = name === undefined ? null : imageBeside(this.#files, name, this.#missing)
    if (!found) return null
    const mime = found.extension === 'jpg' ? 'image/jpeg' : `image/${found.extension}`
    return this.#document.createTexture().setImage(new Uint8Array(found.bytes)).setMimeType(mime)
  }
}

/** T · C · R · SR · S · −SR · −C, as in X3D 4.0, 10.4.4. */
function placement(attributes: Record<string, string>): mat4 {
  const three = (name: string, otherwise: number) => {
    const [x = otherwise, y = otherwise, z = otherwise] = numbers(attributes[name])
    return [x, y, z] as const
  }
  const move = ([x, y, z]: readonly [number, number, number], sign = 1): mat4 => {
    const matrix = [...IDENTITY] as mat4
    matrix[12] = sign * x
    matrix[13] = sign * y
    matrix[14] = sign * z
    return matrix
  }
  const [sx, sy, sz] = three('scale', 1)
  const centre = three('center', 0)
  const [x = 0, y = 0, z = 1, angle = 0] = numbers(attributes.rotation)
  const [ox = 0, oy = 0, oz = 1, slant = 0] = numbers(attributes.scaleOrientation)
  const sized: mat4 = [sx, 0, 0, 0, 0, sy, 0, 0, 0, 0, sz, 0, 0, 0, 0, 1]
  return [
    move(centre),
    rotation(x, y, z, angle),
    rotation(ox, oy, oz, slant),
    sized,
    rotation(ox, oy, oz, -slant),
    move(centre, -1),
  ].reduce(multiply, move(three('translation', 0)))
}

function rotation(ax: number, ay: number, az: number, angle: number): mat4 {
  const length = Math.hypot(ax, ay, az)
  if (length === 0 || angle === 0) return [...IDENTITY]
  const [x, y, z] = [ax / length, ay / length, az / length]
  const [s, c] = [Math.sin(angle), Math.cos(angle)]
  const t = 1 - c
  return [
    ...[t * x * x + c, t * x * y + s * z, t * x * z - s * y, 0],
    ...[t * x * y - s * z, t * y * y + c, t * y * z + s * x, 0],
    ...[t * x * z + s * y, t * y * z - s * x, t * z * z + c, 0],
    ...[0, 0, 0, 1],
  ] as mat4
}
