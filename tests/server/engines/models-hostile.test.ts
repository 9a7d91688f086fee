import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineFailure } from '../../../server/engines/kernel/engine.ts'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'
import { gltfReader, ring, stepCube, texturedSquare } from './model-files.ts'
import { Trap } from './trap.ts'
import { zip } from './zips.ts'

const shop = new EngineHarness()
const trap = new Trap(shop.folder)

beforeAll(async () => {
  await shop.open({ limits: { wallMs: 8000 } })
  await trap.open()
})
afterAll(async () => {
  trap.close()
  await shop.close()
})

async function refused(path: string, codes: string[], format: string, target = 'glb') {
  const failure = await failureOf(shop.convert(path, target, {}, { format }))
  expect(codes, failure.message).toContain(failure.code)
  expect(failure.message).toMatch(SENTENCE)
  expect(failure.message).not.toMatch(JARGON)
}

const TRIANGLE = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer)
const DATA = `data:application/octet-stream;base64,${TRIANGLE.toString('base64')}`
/** The smallest glTF with one triangle; `more` adds or replaces top-level members. */
function gltf(more: Record<string, unknown> = {}): string {
  return JSON.stringify({
    asset: { version: '2.0' },
    buffers: [{ uri: DATA, byteLength: 36 }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
    ...more,
  })
}

describe('glTF that reaches out', () => {
  const places = () => [
    trap.secretFile,
    `file://${trap.secretFile}`,
    `../../../../../../../../../..${trap.secretFile}`,
    `http://127.0.0.1:${trap.port}/a.bin`,
    `//127.0.0.1:${trap.port}/a.bin`,
    `HTTP://127.0.0.1:${trap.port}/a.png`,
    '/etc/passwd',
    '/proc/self/environ',
    '%2e%2e/%2e%2e/etc/passwd',
    'in/source.gltf',
    'source.gltf',
    '__proto__',
    'constructor',
    '',
    '.',
  ]

  it('a buffer anywhere but in the file', async () => {
    expect((await shop.convert(shop.file('a.gltf', gltf()), 'stl')).format).toBe('stl')
    for (const uri of places())
      await refused(
        shop.file('a.gltf', gltf({ buffers: [{ uri, byteLength: 36 }] })),
        ['source_damaged'],
        'gltf',
      )
    expect(trap.requests).toBe(0)
  })

  it('an image anywhere but in the file is left out, with a word about it', async () => {
    for (const uri of places()) {
      const source = gltf({
        images: [{ uri }],
        textures: [{ source: 0 }],
        materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
      })
      for (const target of ['glb', 'usdz']) {
        const output = await shop.convert(shop.file('a.gltf', source), target)
        expect(output.warnings, uri).toEqual([expect.stringMatching(/^1 texture could not be found/)])
        const bytes = readFileSync(output.path)
        expect(bytes.includes(trap.secret) || bytes.includes('root:')).toBe(false)
      }
    }
    expect(trap.requests).toBe(0)
  })

  it('takes files of the archive by their last name only', async () => {
    const buffer = { buffers: [{ uri: '../../up/Data.BIN', byteLength: 36 }] }
    const path = shop.file('a.zip', zip({ 'models/a.gltf': gltf(buffer), 'deep/data.bin': TRIANGLE }))
    expect((await shop.convert(path, 'glb')).format).toBe('glb')
    const slip = shop.file('a.zip', zip({ 'a.gltf': gltf(buffer), '../../data.bin': TRIANGLE }))
    await refused(slip, ['source_damaged'], 'gltf')
  })
})

describe('glTF that does not hold together', () => {
  it.each<[what: string, more: Record<string, unknown>]>([
    ['a ring of nodes', { nodes: [{ children: [1] }, { children: [0], mesh: 0 }] }],
    ['a node that is its own child', { nodes: [{ children: [0], mesh: 0 }] }],
    ['a child that is not there', { nodes: [{ children: [7], mesh: 0 }] }],
    [
      'a very deep tree',
      {
        nodes: Array.from({ length: 30_000 }, (_, at) =>
          at < 29_999 ? { children: [at + 1] } : { mesh: 0 },
        ),
      },
    ],
    ['four billion numbers', { accessors: [{ componentType: 5126, count: 4e9, type: 'VEC4' }] }],
    [
      'more than the buffer has',
      { accessors: [{ bufferView: 0, componentType: 5126, count: 3000, type: 'VEC3' }] },
    ],
    ['a count below zero', { accessors: [{ bufferView: 0, componentType: 5126, count: -3, type: 'VEC3' }] }],
    ['a type that is none', { accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC9' }] }],
    ['accessors that are none', { accessors: [null] }],
    ['nodes that are none', { nodes: 'many' }],
    ['an extension that nobody knows', { extensionsUsed: ['X_y'], extensionsRequired: ['X_y'] }],
    ['another version', { asset: { version: '7.0' } }],
  ])('%s', async (_, more) => {
    const codes = ['source_damaged', 'source_too_complex', 'source_unsupported']
    await refused(shop.file('a.gltf', gltf(more)), codes, 'gltf', 'stl')
  })

  it('an index beyond the vertices', async () => {
    const more = {
      buffers: [
        { uri: DATA, byteLength: 36 },
        { uri: 'data:application/octet-stream;base64,AAAJAAIA', byteLength: 6 },
      ],
      bufferViews: [
        { buffer: 0, byteLength: 36 },
        { buffer: 1, byteLength: 6 },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
        { bufferView: 1, componentType: 5123, count: 3, type: 'SCALAR' },
      ],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    }
    for (const target of ['stl', 'ply', 'glb'])
      await refused(shop.file('a.gltf', gltf(more)), ['source_damaged', 'output_wrong'], 'gltf', target)
  })

  it('no surfaces at all', async () => {
    await refused(shop.file('a.gltf', gltf({ meshes: [], nodes: [{}] })), ['output_empty'], 'gltf')
    await refused(shop.file('a.gltf', gltf({ meshes: [], nodes: [{}] })), ['output_empty'], 'gltf', 'stl')
    const points = gltf({ meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 0 }] }] })
    await refused(shop.file('a.gltf', points), ['output_empty'], 'gltf', 'stl')
    expect((await shop.convert(shop.file('a.gltf', points), 'glb')).format).toBe('glb')
  })

  it('a JSON of nothing but brackets', async () => {
    await refused(
      shop.file('a.gltf', `{"a":${'['.repeat(1_000_000)}`),
      ['source_damaged', 'source_too_complex'],
      'gltf',
    )
  })
})

describe('counts that lie', () => {
  it.each<[name: string, content: string | Buffer, format: string]>([
    ['a.stl', Buffer.concat([Buffer.alloc(80), Buffer.from('ffffffff', 'hex'), Buffer.alloc(50)]), 'stl'],
    [
      'a.ply',
      'ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n',
      'ply',
    ],
    [
      'a.ply',
      'ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty float x\nelement face 99999999999\nproperty list uchar int vertex_indices\nend_header\n0000',
      'ply',
    ],
    ['a.off', 'OFF\n4000000000 4000000000 0\n0 0 0\n', 'off'],
    ['a.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4000000\n', 'obj'],
    ['a.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf -9 -8 -7\n', 'obj'],
    ['a.ply', 'ply\nformat ascii 1.0\nelement vertex 3\n', 'ply'],
    ['a.3ds', Buffer.concat([Buffer.from('4d4d10000000', 'hex'), Buffer.alloc(10, 0xff)]), '3ds'],
    ['a.md2', Buffer.concat([Buffer.from('IDP2\x08\0\0\0'), Buffer.alloc(60, 0x7f)]), 'md2'],
    ['a.glb', Buffer.from('glTF\x02\0\0\0\xff\xff\xff\x7f\xff\xff\xff\x7fJSON{}', 'latin1'), 'glb'],
    ['a.step', stepCube().slice(0, 900), 'step'],
  ])('%s (%#)', async (name, content, format) => {
    await refused(
      shop.file(name, content),
      ['source_damaged', 'output_empty', 'source_too_complex', 'source_unsupported'],
      format,
    )
  })
})

describe('XML with entities', () => {
  const laughs = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
  it.each([
    ['dae', `<?xml version="1.0"?>${laughs}<COLLADA version="1.4.1"><asset>&b;</asset></COLLADA>`],
    ['x3d', `<?xml version="1.0"?>${laughs}<X3D><Scene><Shape><Box size="&b;"/></Shape></Scene></X3D>`],
    ['amf', `<?xml version="1.0"?>${laughs}<amf><object id="&b;"/></amf>`],
    [
      'x3d',
      `<!DOCTYPE X3D SYSTEM "file:///etc/passwd" [<!ENTITY % x SYSTEM "file:///etc/passwd">%x;]><X3D/>`,
    ],
  ])('%s is refused', async (format, content) => {
    await refused(shop.file(`a.${format}`, content), ['source_damaged'], format)
  })

  it('X3D with a great many children is read', async () => {
    const many = `<X3D><Scene><Shape><Box/></Shape>${'<Group/>'.repeat(150_000)}</Scene></X3D>`
    const output = await shop.convert(shop.file('many.x3d', many), 'stl')
    expect(readFileSync(output.path).readUInt32LE(80)).toBe(12)
  })

  it('X3D that repeats itself without end', async () => {
    const level = (at: number) =>
      `<Group DEF="G${at}">${at === 0 ? '<Shape><Box/></Shape>' : `<Group USE="G${at - 1}"/><Group USE="G${at - 1}"/>`}</Group>`
    const bomb = `<X3D><Scene>${Array.from({ length: 40 }, (_, at) => level(at)).join('')}</Scene></X3D>`
    await refused(shop.file('a.x3d', bomb), ['source_too_complex'], 'x3d')
    const ring = '<X3D><Scene><Group DEF="A"><Group USE="A"/></Group></Scene></X3D>'
    await refused(shop.file('a.x3d', ring), ['source_too_complex'], 'x3d')
    const deep = `<X3D><Scene>${'<Group>'.repeat(5000)}</Scene></X3D>`
    await refused(shop.file('a.x3d', deep), ['source_too_complex', 'source_damaged'], 'x3d')
  })
})

describe('archives', () => {
  it('a bomb beside a model', async () => {
    const bomb = zip({ 'a.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n', 'wood.png': 'PLACEHOLDER' })
    bomb.writeUInt32LE(400 * 1024 * 1024, bomb.lastIndexOf('wood.png') - 46 + 24)
    await refused(shop.file('a.zip', bomb), ['source_too_complex'], 'obj')
  })

  it('a model that is not what its name in the archive says', async () => {
    await refused(
      shop.file('a.zip', zip({ 'a.obj': 'Dear all, this is a letter.\n' })),
      ['source_damaged'],
      'obj',
    )
  })
})

describe('damage', () => {
  it('any model cut short or with wrong bits ends well or with a sentence', async () => {
    const io = await gltfReader()
    const document = ring(6)
    const seeds: [string, Buffer][] = [
      ['glb', Buffer.from(await io.writeBinary(document))],
      ['zip', zip(await texturedSquare())],
    ]
    const ringFile = shop.file('ring.glb', seeds[0]?.[1] ?? '')
    for (const target of ['stl', 'ply', 'off', '3mf', 'obj'])
      seeds.push([target, readFileSync((await shop.convert(ringFile, target)).path)])
    seeds.push(['glb', readFileSync((await shop.convert(ringFile, 'glb', { compression: 'draco' })).path)])
    seeds.push(['glb', readFileSync((await shop.convert(ringFile, 'glb', { compression: 'meshopt' })).path)])
    const damage = fc.record({
      seed: fc.constantFrom(...seeds),
      keep: fc.double({ min: 0.02, max: 1, noNaN: true }),
      cut: fc.boolean(),
      flips: fc.array(
        fc.record({
          at: fc.double({ min: 0, max: 0.999, noNaN: true }),
          bit: fc.integer({ min: 0, max: 7 }),
        }),
        { maxLength: 6 },
      ),
      target: fc.constantFrom('glb', 'stl'),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ seed: [extension, whole], keep, cut, flips, target }) => {
        const bytes = Buffer.from(cut ? whole.subarray(0, Math.ceil(whole.length * keep)) : whole)
        for (const { at, bit } of flips) {
          const place = Math.floor(at * bytes.length)
          bytes[place] = (bytes[place] ?? 0) ^ (1 << bit)
        }
        const path = shop.file(`a.${extension}`, bytes)
        const found = await shop.engines.detect({ path, filename: path })
        if (!found?.family || found.family !== 'model') return
        const outcome = await shop.convert(path, target).catch((error: unknown) => error)
        if (outcome instanceof EngineFailure) {
          expect(outcome.message).toMatch(SENTENCE)
          expect(outcome.message).not.toMatch(JARGON)
          expect(['time_limit', 'memory_limit', 'internal']).not.toContain(outcome.code)
        } else expect(outcome).toMatchObject({ format: target })
      }),
      { numRuns: 40 },
    )
    expect(readdirSync(shop.folder).length).toBeGreaterThan(0)
  }, 60_000)
})
