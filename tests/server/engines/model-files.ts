import { Document, NodeIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import draco from 'draco3dgltf'
import { MeshoptDecoder } from 'meshoptimizer'
import sharp from 'sharp'

/** A reader of glTF of the tests' own. */
export async function gltfReader(): Promise<NodeIO> {
  await MeshoptDecoder.ready
  return new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'draco3d.decoder': await draco.createDecoderModule(),
    'meshopt.decoder': MeshoptDecoder,
  })
}

/** An image whose left half is red and whose right half is blue. */
export async function redAndBlue(size = 64): Promise<Buffer> {
  const half = { create: { width: size / 2, height: size, channels: 3 as const, background: '#0000ff' } }
  const blue = await sharp(half).png().toBuffer()
  return sharp({ create: { width: size, height: size, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: size / 2, top: 0 }])
    .png()
    .toBuffer()
}

/** A square of one unit in the plane Z = 0 with a texture, as the files that belong together. */
export async function texturedSquare(size = 64): Promise<Record<string, string | Buffer>> {
  return {
    'square.obj':
      'mtllib Square.MTL\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl painted\nf 1/1 2/2 3/3 4/4\n',
    'square.mtl': 'newmtl painted\nKd 1 1 1\nmap_Kd maps\\Red and Blue.png\n',
    'Red and Blue.png': await redAndBlue(size),
  }
}

/** A ring of `around` × `around` squares with normals and texture coordinates, as a document. */
export function ring(around: number): Document {
  const document = new Document()
  const buffer = document.createBuffer()
  const accessor = (type: 'VEC2' | 'VEC3', array: number[]) =>
    document.createAccessor().setType(type).setArray(new Float32Array(array)).setBuffer(buffer)
  const [positions, normals, uvs, indices]: number[][] = [[], [], [], []]
  for (let i = 0; i <= around; i++) {
    for (let j = 0; j <= around; j++) {
      const a = (i / around) * 2 * Math.PI
      const b = (j / around) * 2 * Math.PI
      const radius = 1 + 0.1 * Math.sin(9 * a) * Math.cos(7 * b)
      positions?.push(
        (3 + radius * Math.cos(b)) * Math.cos(a),
        radius * Math.sin(b),
        (3 + radius * Math.cos(b)) * Math.sin(a),
      )
      normals?.push(Math.cos(b) * Math.cos(a), Math.sin(b), Math.cos(b) * Math.sin(a))
      uvs?.push(i / around, j / around)
    }
  }
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < around; j++) {
      const a = i * (around + 1) + j
      const b = a + around + 1
      indices?.push(a, b, a + 1, b, b + 1, a + 1)
    }
  }
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', positions ?? []))
    .setAttribute('NORMAL', accessor('VEC3', normals ?? []))
    .setAttribute('TEXCOORD_0', accessor('VEC2', uvs ?? []))
    .setIndices(
      document
        .createAccessor()
        .setType('SCALAR')
        .setArray(new Uint32Array(indices ?? []))
        .setBuffer(buffer),
    )
    .setMaterial(document.createMaterial('paint').setBaseColorFactor([0.8, 0.3, 0.2, 1]))
  document
    .createScene()
    .addChild(document.createNode('ring').setMesh(document.createMesh().addPrimitive(primitive)))
  return document
}

/** A cube of ten millimetres as STEP, AP203: eight corners, twelve edges, six planes. */
export function stepCube(size = 10): string {
  const lines: string[] = []
  const add = (text: string) => {
    lines.push(`#${lines.length + 1}=${text};`)
    return `#${lines.length}`
  }
  const real = (value: number) => (Number.isInteger(value) ? `${value}.` : String(value))
  const point = (at: readonly number[]) => add(`CARTESIAN_POINT('',(${at.map(real).join(',')}))`)
  const direction = (at: readonly number[]) => add(`DIRECTION('',(${at.map(real).join(',')}))`)
  const corner = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
    [bits & 1, (bits >> 1) & 1, bits >> 2].map((bit) => bit * size),
  )
  const vertices = corner.map((at) => add(`VERTEX_POINT('',${point(at)})`))
  const edges = new Map<string, string>()
  const edge = (from: number, to: number): string => {
    const known = edges.get(`${from}-${to}`)
    if (known) return add(`ORIENTED_EDGE('',*,*,${known},.T.)`)
    const back = edges.get(`${to}-${from}`)
    if (back) return add(`ORIENTED_EDGE('',*,*,${back},.F.)`)
    const way = [0, 1, 2].map((axis) => ((corner[to]?.[axis] ?? 0) - (corner[from]?.[axis] ?? 0)) / size)
    const line = add(`LINE('',${point(corner[from] ?? [])},${add(`VECTOR('',${direction(way)},1.)`)})`)
    const made = add(`EDGE_CURVE('',${vertices[from]},${vertices[to]},${line},.T.)`)
    edges.set(`${from}-${to}`, made)
    return add(`ORIENTED_EDGE('',*,*,${made},.T.)`)
  }
  const face = (ring: number[], normal: number[], along: number[]) => {
    const loop = ring.map((from, index) => edge(from, ring[(index + 1) % 4] as number))
    const bound = add(`FACE_OUTER_BOUND('',${add(`EDGE_LOOP('',(${loop.join(',')}))`)},.T.)`)
    const place = add(
      `AXIS2_PLACEMENT_3D('',${point(corner[ring[0] as number] ?? [])},${direction(normal)},${direction(along)})`,
    )
    return add(`ADVANCED_FACE('',(${bound}),${add(`PLANE('',${place})`)},.T.)`)
  }
  const faces = [
    face([0, 2, 3, 1], [0, 0, -1], [1, 0, 0]),
    face([4, 5, 7, 6], [0, 0, 1], [1, 0, 0]),
    face([0, 1, 5, 4], [0, -1, 0], [1, 0, 0]),
    face([2, 6, 7, 3], [0, 1, 0], [1, 0, 0]),
    face([0, 4, 6, 2], [-1, 0, 0], [0, 1, 0]),
    face([1, 3, 7, 5], [1, 0, 0], [0, 1, 0]),
  ]
  const solid = add(`MANIFOLD_SOLID_BREP('cube',${add(`CLOSED_SHELL('',(${faces.join(',')}))`)})`)
  const origin = add(
    `AXIS2_PLACEMENT_3D('',${point([0, 0, 0])},${direction([0, 0, 1])},${direction([1, 0, 0])})`,
  )
  const length = add('(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))')
  const angle = add('(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))')
  const solidAngle = add('(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())')
  const exact = add(`UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-06),${length},'','')`)
  const context = add(
    `(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((${exact}))GLOBAL_UNIT_ASSIGNED_CONTEXT((${length},${angle},${solidAngle}))REPRESENTATION_CONTEXT('',''))`,
  )
  const shape = add(`ADVANCED_BREP_SHAPE_REPRESENTATION('',(${origin},${solid}),${context})`)
  const application = add("APPLICATION_CONTEXT('configuration controlled 3D designs of mechanical parts')")
  const product = add(
    `PRODUCT('cube','cube','',(${add(`MECHANICAL_CONTEXT('',${application},'mechanical')`)}))`,
  )
  const formation = add(`PRODUCT_DEFINITION_FORMATION('','',${product})`)
  const definition = add(
    `PRODUCT_DEFINITION('design','',${formation},${add(`DESIGN_CONTEXT('',${application},'design')`)})`,
  )
  add(`SHAPE_DEFINITION_REPRESENTATION(${add(`PRODUCT_DEFINITION_SHAPE('','',${definition})`)},${shape})`)
  return `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('cube','2020-01-01T00:00:00',(''),(''),'','','');\nFILE_SCHEMA(('CONFIG_CONTROL_DESIGN'));\nENDSEC;\nDATA;\n${lines.join('\n')}\nENDSEC;\nEND-ISO-10303-21;\n`
}
