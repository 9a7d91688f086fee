import { familyOf } from './made-file.ts'
import { zip } from './zip.ts'

const CORNERS = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => [x, y, z] as const)))
/** Two triangles for each side of the cube, seen from outside. */
const FACES = [
  [0, 1, 3],
  [0, 3, 2],
  [4, 6, 7],
  [4, 7, 5],
  [0, 4, 5],
  [0, 5, 1],
  [2, 3, 7],
  [2, 7, 6],
  [0, 2, 6],
  [0, 6, 4],
  [1, 5, 7],
  [1, 7, 3],
] as const
const lines = (rows: readonly (readonly (string | number)[])[]) => rows.map((row) => row.join(' ')).join('\n')

const obj = `${lines(CORNERS.map((corner) => ['v', ...corner]))}\n${lines(FACES.map((face) => ['f', ...face.map((at) => at + 1)]))}\n`
const off = `OFF\n8 12 0\n${lines(CORNERS)}\n${lines(FACES.map((face) => [3, ...face]))}\n`
const ply = `ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\nelement face 12\nproperty list uchar int vertex_indices\nend_header\n${lines(CORNERS)}\n${lines(FACES.map((face) => [3, ...face]))}\n`

function stl(): Buffer {
  const bytes = Buffer.alloc(84 + 50 * FACES.length)
  bytes.writeUInt32LE(FACES.length, 80)
  for (const [index, face] of FACES.entries())
    for (const [nth, at] of face.entries())
      for (const [axis, value] of (CORNERS[at] ?? []).entries())
        bytes.writeFloatLE(value, 84 + 50 * index + 12 + 12 * nth + 4 * axis)
  return bytes
}

/** Positions, then indices. */
const buffer = Buffer.concat([
  Buffer.from(new Float32Array(CORNERS.flat()).buffer),
  Buffer.from(new Uint16Array(FACES.flat()).buffer),
])
const gltf = (uri?: string) =>
  JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
      { bufferView: 1, componentType: 5123, count: 36, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 96, target: 34962 },
      { buffer: 0, byteOffset: 96, byteLength: 72, target: 34963 },
    ],
    buffers: [{ byteLength: buffer.length, ...(uri && { uri }) }],
  })

function glb(): Buffer {
  const json = Buffer.from(gltf().padEnd(Math.ceil(gltf().length / 4) * 4))
  const head = (...words: number[]) => Buffer.from(new Uint32Array(words).buffer)
  const length = 12 + 8 + json.length + 8 + buffer.length
  return Buffer.concat([
    head(0x46546c67, 2, length, json.length, 0x4e4f534a),
    json,
    head(buffer.length, 0x004e4942),
    buffer,
  ])
}

const threeMf = zip({
  '[Content_Types].xml':
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>',
  '_rels/.rels':
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="/3D/3dmodel.model"/></Relationships>',
  '3D/3dmodel.model': `<?xml version="1.0"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1" type="model"><mesh><vertices>${CORNERS.map(([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`).join('')}</vertices><triangles>${FACES.map(([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`).join('')}</triangles></mesh></object></resources><build><item objectid="1"/></build></model>`,
})

const CUBE = 'Faces: 12'
const cube = (file: string, content: Uint8Array | string) => [file, content, 'convert', '', CUBE] as const

export const models = familyOf('models', [
  ...[
    cube('cube.obj', obj),
    cube('cube.off', off),
    cube('cube.ply', ply),
    cube('cube.stl', stl()),
    cube('cube.gltf', gltf(`data:application/octet-stream;base64,${buffer.toString('base64')}`)),
    cube('cube.glb', glb()),
    cube('cube.3mf', threeMf),
  ].map((row) => [...row] as [string, Uint8Array | string, 'convert', string, string]),
  ['empty.obj', '', 'either', 'zero bytes'],
  [
    'invalid.off',
    'OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 9\n',
    'either',
    'a face names a corner that is missing',
  ],
  ['truncated.glb', glb().subarray(0, 400), 'clean-fail', 'truncated'],
])
