import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness } from './helpers.ts'
import { gltfReader, ring } from './model-files.ts'
import { countTriangles, factsOf, unpacked } from './model-looks.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())
const facts = (path: string, format?: string) => factsOf(shop, path, format)

describe('options', () => {
  const box = shop.file(
    'box.off',
    'OFF\n8 6 0\n0 0 0\n2 0 0\n2 4 0\n0 4 0\n0 0 6\n2 0 6\n2 4 6\n0 4 6\n4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n',
  )
  it.each([
    [{}, [0, 0, 0], [2, 4, 6]],
    [{ scale: 10 }, [0, 0, 0], [20, 40, 60]],
    [{ center: 'origin' }, [-1, -2, -3], [1, 2, 3]],
    [{ center: 'ground' }, [-1, 0, -3], [1, 4, 3]],
    [{ up_axis: 'y' }, [0, 0, -4], [2, 6, 0]],
    [{ up_axis: 'z' }, [0, -6, 0], [2, 0, 4]],
    [{ up_axis: 'z', center: 'ground', scale: 0.5 }, [-0.5, -1.5, 0], [0.5, 1.5, 2]],
  ])('%j', async (options, min, max) => {
    for (const target of ['glb', 'stl', '3mf']) {
      const output = await shop.convert(box, target, options)
      const found = await facts(output.path, target)
      expect(found.triangles).toBe(12)
      for (const axis of [0, 1, 2]) {
        expect(found.bounding_box?.min[axis]).toBeCloseTo(min[axis] ?? 0, 5)
        expect(found.bounding_box?.max[axis]).toBeCloseTo(max[axis] ?? 0, 5)
      }
    }
  })

  it('leaves out triangles, about as many as asked for', async () => {
    const io = await gltfReader()
    const source = shop.file('ring.glb', await io.writeBinary(ring(60)))
    for (const simplify of [50, 10]) {
      const output = await shop.convert(source, 'stl', { simplify })
      expect(countTriangles(output) / 7200).toBeGreaterThan(simplify / 100 / 1.4)
      expect(countTriangles(output) / 7200).toBeLessThan((simplify / 100) * 1.4)
      const { bounding_box } = await facts(output.path, 'stl')
      expect(bounding_box?.size[0]).toBeGreaterThan(7.5)
    }
    // Every triangle with corners and normals of its own, as an STL has them.
    const facets = await shop.convert(source, 'stl')
    const quarter = await shop.convert(facets.path, 'glb', { simplify: 25 }, { format: 'stl' })
    expect((await facts(quarter.path, 'glb')).triangles).toBeLessThan(7200 * 0.4)
  })

  it.each(['draco', 'meshopt'])('compresses with %s, and opens what is compressed', async (compression) => {
    const io = await gltfReader()
    const source = shop.file('ring.glb', await io.writeBinary(ring(60)))
    const output = await shop.convert(source, 'glb', { compression })
    const before = readFileSync(source).length
    expect(readFileSync(output.path).length).toBeLessThan(before * 0.4)
    const document = await io.readBinary(readFileSync(output.path))
    const [primitive] = document.getRoot().listMeshes()[0]?.listPrimitives() ?? []
    expect((primitive?.getIndices()?.getCount() ?? 0) / 3).toBe(7200)
    const plain = await shop.convert(output.path, 'glb', {}, { format: 'glb' })
    const again = await facts(plain.path, 'glb')
    expect(again).toMatchObject({ triangles: 7200, extensions: [] })
  })

  it('optimises: merges, compresses, and says so in bytes', async () => {
    const io = await gltfReader()
    const document = ring(60)
    const [node] = document.getRoot().listNodes()
    const mesh = node?.getMesh()
    // The same mesh a second time, as exporters like to do.
    const twin = document.createMesh().addPrimitive(mesh?.listPrimitives()[0]?.clone() as never)
    document
      .getRoot()
      .listScenes()[0]
      ?.addChild(document.createNode().setMesh(twin).setTranslation([9, 0, 0]))
    const source = shop.file('twins.glb', await io.writeBinary(document))
    const output = await shop.convert(source, 'glb', {}, { operation: 'optimize' })
    const optimised = await io.readBinary(readFileSync(output.path))
    expect(optimised.getRoot().listMeshes()).toHaveLength(1)
    expect(readFileSync(output.path).length).toBeLessThan(readFileSync(source).length * 0.2)
    expect((await facts(output.path, 'glb')).triangles).toBe(14_400)
  })

  it('keeps what moves in glTF, and says what is lost elsewhere', async () => {
    const document = ring(8)
    const [buffer] = document.getRoot().listBuffers()
    const times = document
      .createAccessor()
      .setType('SCALAR')
      .setArray(new Float32Array([0, 2]))
      .setBuffer(buffer ?? null)
    const places = document
      .createAccessor()
      .setType('VEC3')
      .setArray(new Float32Array([0, 0, 0, 1, 0, 0]))
      .setBuffer(buffer ?? null)
    const sampler = document.createAnimationSampler().setInput(times).setOutput(places)
    const channel = document
      .createAnimationChannel()
      .setSampler(sampler)
      .setTargetNode(document.getRoot().listNodes()[0] ?? null)
      .setTargetPath('translation')
    document.createAnimation('slide').addSampler(sampler).addChannel(channel)
    const source = shop.file('moving.glb', await (await gltfReader()).writeBinary(document))
    const kept = await shop.convert(source, 'gltf', { scale: 2, center: 'origin', dedup: true })
    expect((await facts(kept.path, 'gltf')).animations).toEqual([{ name: 'slide', seconds: 2 }])
    expect(kept.warnings).toEqual([])
    expect((await shop.convert(source, 'usdz')).warnings).toEqual([
      expect.stringMatching(/^The animation was left out/),
    ])
  })

  it('keeps the colours of points', async () => {
    const source = shop.file(
      'c.ply',
      'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0 255 0 0\n1 0 0 0 255 0\n0 1 0 0 0 255\n3 0 1 2\n',
    )
    const output = await shop.convert(source, 'ply')
    const bytes = readFileSync(output.path)
    const body = bytes.subarray(bytes.indexOf('end_header\n') + 11)
    const stride = bytes.toString('latin1', 0, 400).includes('property float nx') ? 28 : 16
    expect(
      [0, 1, 2].map((vertex) =>
        body.subarray(vertex * stride + stride - 4, vertex * stride + stride).toString('hex'),
      ),
    ).toEqual(['ff0000ff', '00ff00ff', '0000ffff'])
    const obj = await shop.convert(source, 'obj')
    expect(readFileSync(unpacked(obj), 'utf8')).toMatch(/^v 0 0 0 1 0 0$/m)
  })

  it('has colours of points linear in glTF, and as they are shown in the formats before it', async () => {
    const HALF = 128 / 255
    const LINEAR = ((HALF + 0.055) / 1.055) ** 2.4
    const ply = shop.file(
      'gray.ply',
      'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nproperty uchar alpha\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0 128 128 128 128\n1 0 0 128 128 128 128\n0 1 0 128 128 128 128\n3 0 1 2\n',
    )
    const obj = shop.file(
      'gray.obj',
      `v 0 0 0 ${HALF} ${HALF} ${HALF}\nv 1 0 0 ${HALF} ${HALF} ${HALF}\nv 0 1 0 ${HALF} ${HALF} ${HALF}\nf 1 2 3\n`,
    )
    for (const source of [ply, obj]) {
      const glb = await shop.convert(source, 'glb')
      const document = await (await gltfReader()).readBinary(new Uint8Array(readFileSync(glb.path)))
      const colours = document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute('COLOR_0')
      const [red, green, blue, alpha] = colours?.getElement(0, [] as number[]) ?? []
      for (const value of [red, green, blue]) expect(value).toBeCloseTo(LINEAR, 3)
      if (source === ply) expect(alpha).toBeCloseTo(HALF, 2)
      // The way back: the bytes that it began with.
      const back = readFileSync(
        (await shop.convert(shop.file('gray.glb', readFileSync(glb.path)), 'ply')).path,
      )
      expect([...back.subarray(-13 - 4, -13 - 1)]).toEqual([128, 128, 128])
      const text = readFileSync(unpacked(await shop.convert(source, 'obj')), 'utf8')
      const first = /^v 0 0 0 (\S+) (\S+) (\S+)$/m.exec(text)?.slice(1).map(Number) ?? []
      for (const value of first) expect(value).toBeCloseTo(HALF, 4)
      expect(first).toHaveLength(3)
    }
  })
})
