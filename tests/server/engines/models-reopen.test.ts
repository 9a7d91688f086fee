import { readFileSync } from 'node:fs'
import { Logger } from '@gltf-transform/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WrittenGltf } from '../../../server/engines/families/model/validate-gltf.ts'
import { verifyGltf } from '../../../server/engines/families/model/verify.ts'
import {
  type Compression,
  compress,
  writeGlb,
  writeGltf,
  writeGltfFiles,
} from '../../../server/engines/families/model/write/gltf.ts'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'
import { gltfReader, ring } from './model-files.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

const TRIANGLES = 2 * 20 * 20
type Kind = 'glb' | 'gltf' | 'files'

async function written(kind: Kind, compression: Compression, around = 20): Promise<WrittenGltf> {
  const document = ring(around).setLogger(new Logger(Logger.Verbosity.SILENT))
  await compress(document, compression)
  if (kind === 'glb') return { bytes: await writeGlb(document) }
  if (kind === 'gltf') return { bytes: await writeGltf(document) }
  const [model, ...others] = await writeGltfFiles(document)
  return { bytes: model.bytes, beside: new Map(others.map(({ name, bytes }) => [name, bytes])) }
}

const WAYS: [Kind, Compression][] = (['glb', 'gltf', 'files'] as const).flatMap((kind) =>
  (['none', 'draco', 'meshopt'] as const).map((compression): [Kind, Compression] => [kind, compression]),
)

async function refuses(one: WrittenGltf, triangles: number, compression: Compression): Promise<void> {
  const failure = await failureOf(verifyGltf(one, triangles, compression))
  expect(failure.code).toBe('output_wrong')
  expect(failure.message).toMatch(SENTENCE)
  expect(failure.message).not.toMatch(JARGON)
}

describe('a glTF that was written is opened by another reader', () => {
  it.each(WAYS)('%s, %s, and not with other triangles or cut short', async (kind, compression) => {
    const whole = await written(kind, compression)
    await verifyGltf(whole, TRIANGLES, compression)
    await refuses(whole, TRIANGLES + 100, compression)
    for (const part of [0.001, 0.3, 0.9])
      await refuses(
        { ...whole, bytes: whole.bytes.slice(0, whole.bytes.length * part) },
        TRIANGLES,
        compression,
      )
  })

  // So many triangles are counted, and not read one by one.
  it.each<Kind>(['glb', 'gltf', 'files'])('%s of a large model, and not cut short', async (kind) => {
    const [around, triangles] = [160, 51_200]
    const whole = await written(kind, 'none', around)
    await verifyGltf(whole, triangles, 'none')
    await refuses(whole, 2 * triangles, 'none')
    await refuses({ ...whole, bytes: whole.bytes.slice(0, -100) }, triangles, 'none')
    const cut = new Map([...(whole.beside ?? [])].map(([name, bytes]) => [name, bytes.slice(0, -100)]))
    if (whole.beside) await refuses({ ...whole, beside: cut }, triangles, 'none')
  })

  it('and not where a file beside it is away or too short', async () => {
    for (const compression of ['none', 'draco'] as const) {
      const { bytes, beside = new Map() } = await written('files', compression)
      await refuses({ bytes, beside: new Map() }, TRIANGLES, compression)
      const cut = new Map([...beside].map(([name, part]) => [name, part.slice(0, part.length / 2)]))
      await refuses({ bytes, beside: cut }, TRIANGLES, compression)
    }
  })

  it('and not where a point lies elsewhere than the file says', async () => {
    const { bytes } = await written('glb', 'none')
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const json = JSON.parse(view.toString('utf8', 20, 20 + view.readUInt32LE(12)))
    const [accessor] = json.accessors.filter(({ max }: { max?: number[] }) => max?.length === 3)
    const { byteOffset = 0 } = json.bufferViews[accessor.bufferView]
    view.writeFloatLE(1e6, 28 + view.readUInt32LE(12) + byteOffset + (accessor.byteOffset ?? 0))
    await refuses({ bytes }, TRIANGLES, 'none')
  })
})

describe('what a model brought along', () => {
  it('does not keep it from being converted', async () => {
    const io = await gltfReader()
    const document = ring(12)
    const [primitive] = document.getRoot().listMeshes()[0]?.listPrimitives() ?? []
    // Normals of any length, and a texture that is none.
    const normals = primitive?.getAttribute('NORMAL')
    normals?.setArray(Float32Array.from(normals.getArray() ?? [], (value) => value * 3))
    const broken = document.createTexture('broken').setMimeType('image/png').setImage(new Uint8Array(20))
    primitive?.getMaterial()?.setBaseColorTexture(broken)
    const source = shop.file('odd.glb', await io.writeBinary(document))
    for (const target of ['glb', 'gltf']) {
      const { path } = await shop.convert(source, target)
      expect(readFileSync(path).length).toBeGreaterThan(1000)
    }
  })

  it('is left out where it is nowhere', async () => {
    const triangle = (z: number | string) =>
      `facet normal 0 0 1\nouter loop\nvertex 0 0 ${z}\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n`
    // More than a number of 32 bits can be.
    const stl = `solid x\n${[0, 1, '1e39', 2].map(triangle).join('')}endsolid x\n`
    for (const target of ['glb', 'obj', 'usdz']) {
      const { path, warnings } = await shop.convert(shop.file('a.stl', stl), target)
      expect(warnings).toEqual([expect.stringMatching(/^1 triangle .* left out\.$/)])
      expect(readFileSync(path, 'latin1')).not.toMatch(/nan|inf\b|infinity/i)
    }
    const nothing = shop.file('a.stl', `solid x\n${triangle('1e39')}endsolid x\n`)
    expect((await failureOf(shop.convert(nothing, 'glb'))).code).toBe('output_empty')
  })
})
