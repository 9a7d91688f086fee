import { readFileSync } from 'node:fs'
import { validateBytes } from 'gltf-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, failureOf } from './helpers.ts'

const POSITIONS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1]
const NORMALS = [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]
const UVS = [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]

function chunk(kind: string, bytes: Buffer, filler: number): Buffer {
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, filler)])
  const head = Buffer.alloc(8)
  head.writeUInt32LE(padded.length)
  head.write(kind, 4, 'latin1')
  return Buffer.concat([head, padded])
}

/**
 * Two triangles with normals and texture coordinates; `bounds` and `node` are JSON, or what some
 * programs take for it.
 */
function glb({
  positions = POSITIONS,
  normals = NORMALS,
  uvs = UVS,
  bounds = '"min":[0,0,0],"max":[1,1,1]',
  node = '"mesh":0',
}) {
  const binary = Buffer.from(new Float32Array([...positions, ...normals, ...uvs]).buffer)
  const json = `{"asset":{"version":"2.0"},"buffers":[{"byteLength":${binary.length}}],"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":72},{"buffer":0,"byteOffset":72,"byteLength":72},{"buffer":0,"byteOffset":144,"byteLength":48}],"accessors":[{"bufferView":0,"componentType":5126,"count":6,"type":"VEC3",${bounds}},{"bufferView":1,"componentType":5126,"count":6,"type":"VEC3"},{"bufferView":2,"componentType":5126,"count":6,"type":"VEC2"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1,"TEXCOORD_0":2}}]}],"nodes":[{${node}}],"scenes":[{"nodes":[0]}],"scene":0}`
  const body = Buffer.concat([chunk('JSON', Buffer.from(json), 32), chunk('BIN\0', binary, 0)])
  const head = Buffer.alloc(12)
  head.write('glTF')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(12 + body.length, 8)
  return Buffer.concat([head, body])
}

const OPTIONS = {
  onlyIssues: [
    ...['ACCESSOR_INVALID_FLOAT', 'TYPE_MISMATCH', 'ACCESSOR_MIN_MISMATCH', 'ACCESSOR_MAX_MISMATCH'],
    ...['MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS', 'INVALID_JSON', 'UNRESOLVED_REFERENCE'],
  ],
  maxIssues: 10,
  writeTimestamp: false,
}
const swapped = (numbers: number[], at: number, value: number) => numbers.with(at, value)
const OTHERS = expect.stringMatching(/^The model holds invalid numbers/)
const PLACES = expect.stringMatching(/^1 triangle .* left out\.$/)

describe('numbers that are none, or infinite', () => {
  const shop = new EngineHarness()
  beforeAll(async () => {
    await shop.open()
  })
  afterAll(() => shop.close())

  it.each<[string, Parameters<typeof glb>[0], unknown[], number]>([
    ['bounds as words', { bounds: '"min":[NaN,0,-Infinity],"max": [ Infinity ,1,1]' }, [], 2],
    ['bounds as null', { bounds: '"min":[null,0,0],"max":[1,1,null]' }, [], 2],
    ['a position', { positions: swapped(POSITIONS, 15, Number.NaN) }, [PLACES], 1],
    ['a normal', { normals: swapped(NORMALS, 8, Number.POSITIVE_INFINITY) }, [OTHERS], 2],
    ['a texture coordinate', { uvs: swapped(UVS, 4, Number.NaN) }, [OTHERS], 2],
  ])('in %s do not reach a result', async (_, given, warnings, triangles) => {
    const source = shop.file('a.glb', glb(given))
    for (const target of ['glb', 'gltf']) {
      const output = await shop.convert(source, target)
      expect(output.warnings).toEqual(warnings)
      const { issues, info } = await validateBytes(new Uint8Array(readFileSync(output.path)), OPTIONS)
      expect(issues.messages).toEqual([])
      expect(info?.totalTriangleCount).toBe(triangles)
    }
    const { path } = await shop.convert(source, 'usdz')
    expect(readFileSync(path, 'latin1')).not.toMatch(/nan|inf\b|infinity/i)
  })

  it('in the place of a node is damage', async () => {
    const source = shop.file('a.glb', glb({ node: '"mesh":0,"translation":[NaN,0,0]' }))
    expect((await failureOf(shop.convert(source, 'glb'))).code).toBe('source_damaged')
  })
})
