import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readZipDirectory } from '../../../server/engines/kernel/source/zip.ts'
import { EngineHarness } from './helpers.ts'
import { gltfReader, texturedSquare } from './model-files.ts'
import { factsOf, inflated, members, usdTriangles } from './model-looks.ts'
import { zip } from './zips.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())
const facts = (path: string, format?: string) => factsOf(shop, path, format)

describe('textures', () => {
  const square = async () => shop.file('square.zip', zip(await texturedSquare()))

  it('keeps them in a GLB', async () => {
    const output = await shop.convert(await square(), 'glb')
    expect(output.warnings).toEqual([])
    const document = await (await gltfReader()).readBinary(readFileSync(output.path))
    const [texture] = document.getRoot().listTextures()
    const stats = await sharp(Buffer.from(texture?.getImage() ?? [])).stats()
    expect(stats.channels.map(({ mean }) => Math.round(mean))).toEqual([128, 0, 128, 255])
    expect(document.getRoot().listMaterials()[0]?.getBaseColorTexture()).toBe(texture)
  })

  it('keeps them beside an OBJ, which reads as the same again', async () => {
    const output = await shop.convert(await square(), 'obj')
    expect(output).toMatchObject({ format: 'zip', entries: 3 })
    const files = members(output.path)
    expect([...files.keys()]).toEqual(['model.obj', 'model.mtl', 'texture-1.png'])
    expect(files.get('model.mtl')?.toString()).toMatch(/^map_Kd texture-1\.png$/m)
    const again = await facts(output.path)
    expect(again).toMatchObject({ format: 'obj', triangles: 2, textures: [{ width: 64, height: 64 }] })
    const rows = files
      .get('model.obj')
      ?.toString()
      .match(/^vt .*$/gm)
    expect(rows?.toSorted()).toEqual(['vt 0 0', 'vt 0 1', 'vt 1 0', 'vt 1 1'])
  })

  it('keeps them in a USDZ that another reader opens', async () => {
    const output = await shop.convert(await square(), 'usdz')
    const bytes = readFileSync(output.path)
    for (const { offset, method } of readZipDirectory(output.path, 10)) {
      expect(method).toBe(0)
      expect((offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)) % 64).toBe(0)
    }
    // The other reader asks for an image, out of the archive, where the material names one.
    const elements: string[] = []
    const image = { addEventListener: () => {}, removeEventListener: () => {} }
    vi.stubGlobal('document', {
      createElementNS: (_: string, name: string) => elements.push(name) && image,
    })
    expect(usdTriangles(bytes)).toBe(2)
    vi.unstubAllGlobals()
    expect(elements).toEqual(['img'])
    expect(inflated(output.path, 'model.usda')).toContain('inputs:file = @textures/texture-1.png@')
    expect(members(output.path).get('textures/texture-1.png')?.subarray(1, 4).toString()).toBe('PNG')
  })

  it('says which are missing', async () => {
    const { 'square.obj': obj = '', 'square.mtl': mtl = '' } = await texturedSquare()
    const alone = await shop.convert(shop.file('a.obj', obj), 'glb')
    expect(alone.warnings).toEqual([expect.stringMatching(/materials.*square\.mtl.*ZIP/)])
    const half = await shop.convert(
      shop.file('a.zip', zip({ 'a/square.obj': obj, 'square.mtl': mtl })),
      'glb',
    )
    expect(half.warnings).toEqual([expect.stringMatching(/1 texture .*red and blue\.png.*ZIP/)])
    const stl = await shop.convert(await square(), 'stl')
    expect(stl.warnings).toEqual(['The textures were left out: the target format has none.'])
  })

  it('makes them smaller, and WebP', async () => {
    const source = shop.file('square.zip', zip(await texturedSquare(256)))
    const output = await shop.convert(source, 'glb', { texture_size: 100, texture_format: 'webp' })
    expect((await facts(output.path, 'glb')).textures).toEqual([
      expect.objectContaining({ mime_type: 'image/webp', width: 100, height: 100 }),
    ])
    const plain = await shop.convert(output.path, 'obj', {}, { format: 'glb' })
    expect(members(plain.path).get('texture-1.png')?.subarray(1, 4).toString()).toBe('PNG')
  })

  it('takes a glTF apart and reads it together again', async () => {
    const apart = await shop.convert(await square(), 'gltf', { embed: false })
    expect([...members(apart.path).keys()].toSorted()).toEqual(['model.bin', 'model.gltf', 'texture-1.png'])
    const again = await shop.convert(apart.path, 'glb')
    expect(again.warnings).toEqual([])
    expect((await facts(again.path, 'glb')).textures).toHaveLength(1)
  })
})
