import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { content, hasArchivers, listed, paths, rar5, rawZip, tar } from './archive-files.ts'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

const named = (...names: string[]) =>
  names.map((name) => ({ name: Buffer.from(name), data: name, flags: 0x800 }))

describe.runIf(hasArchivers)('names', () => {
  it('that lead outside, name devices or collide are changed, and counted', async () => {
    const outside = ['../up.txt', '/abs.txt', 'C:\\x.txt', 'a/../../b.txt', '..\\..\\c.txt']
    const reserved = ['CON', 'sub/aux.txt', 'a\u0001b.txt', `${'n'.repeat(300)}.txt`]
    const path = shop.file(
      'a.zip',
      rawZip(named(...outside, ...reserved, 'Same.txt', 'same.txt', 'same.txt')),
    )
    const result = await shop.convert(path, 'tar')
    expect(paths(result.path)).toEqual(
      [
        ...[
          'Same.txt',
          'same (2).txt',
          'same (3).txt',
          'up.txt',
          'abs.txt',
          'x.txt',
          'a/',
          'a/b.txt',
          'c.txt',
        ],
        ...['_CON', 'sub/', 'sub/_aux.txt', 'a_b.txt', `${'n'.repeat(251)}.txt`],
      ].sort(),
    )
    expect(result.warnings).toEqual([
      '5 names that pointed outside the archive were shortened to stay inside it.',
      '4 names that not every system can store were changed.',
      '2 files had the same name as another, and a number was added to it.',
    ])
  })

  it('of which nothing is left are left out', async () => {
    const path = shop.file('a.zip', rawZip(named('..', '/', 'kept.txt')))
    const result = await shop.convert(path, 'tar')
    expect(paths(result.path)).toEqual(['kept.txt'])
    expect(result.warnings).toEqual(['1 entry without a usable name was left out.'])
  })

  it('that forge the listing stay names', async () => {
    const forged = 'x\n\nPath = ../forged\nSize = 1\nFolder = -'
    const path = shop.file(
      'a.tar',
      tar([
        { name: forged, data: 'abc' },
        { name: 'b', data: 'd' },
      ]),
    )
    const result = await shop.convert(path, 'zip')
    expect(result.entries).toBe(2)
    expect(paths(result.path)).toContain('b')
    expect(content(result.path, 'b').toString()).toBe('d')
  })

  const japanese = Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x2e, 0x74, 0x78, 0x74])
  const german = Buffer.from([0x47, 0x72, 0x94, 0xe1, 0x65, 0x2e, 0x74, 0x78, 0x74])
  const russian = Buffer.from([0x8f, 0xe0, 0xa8, 0xa2, 0xa5, 0xe2])
  it.each([
    ['Shift-JIS', japanese, 'テスト.txt', {}, 'Shift-JIS'],
    ['CP437', german, 'Größe.txt', {}, 'CP437'],
    ['UTF-8 that nothing announces', Buffer.from('Größe.txt'), 'Größe.txt', {}, ''],
    ['a chosen encoding', russian, 'Привет', { name_encoding: 'ibm866' }, 'ibm866'],
  ])('in %s are read', async (_, name, read, options, said) => {
    const path = shop.file('a.zip', rawZip([{ name, data: 'x' }]))
    const result = await shop.convert(path, 'tar', options)
    expect(paths(result.path)).toEqual([read])
    expect(result.warnings.join()).toEqual(said === '' ? '' : expect.stringContaining(said))
  })
})

it.runIf(hasArchivers)('names of a TAR that are not Unicode are read as Windows-1252', async () => {
  const path = shop.file('a.tar', tar([{ name: 'Gr\xfc\xdfe.txt', data: 'x' }, { name: 'b' }]))
  const result = await shop.convert(path, 'zip')
  expect(paths(result.path)).toEqual(['Grüße.txt', 'b'].sort())
  expect(result.warnings).toEqual(['1 name does not state an encoding, and Windows-1252 was used.'])
})

describe.runIf(hasArchivers)('links', () => {
  it('stay where they lead inside, and are left out where they lead outside', async () => {
    const path = shop.file(
      'a.tar',
      tar([
        { name: 'dir/file', data: 'abc' },
        { name: 'dir/good', type: '2', link: '../dir/file' },
        { name: 'bad1', type: '2', link: '/etc/passwd' },
        { name: 'dir/bad2', type: '2', link: '../../x' },
        { name: 'hard', type: '1', link: 'dir/file' },
        { name: 'nowhere', type: '1', link: '/etc/passwd' },
        { name: 'pipe', type: '6' },
      ]),
    )
    const result = await shop.convert(path, 'zip')
    expect(listed(result.path).map((line) => line.split(/ \d\d:\d\d | 20\d\d /)[1])).toEqual(
      expect.arrayContaining(['dir/file', 'dir/good -> ../dir/file', 'hard']),
    )
    expect(content(result.path, 'hard').toString()).toBe('abc')
    expect(result.warnings).toEqual([
      '2 links that lead outside the archive were left out.',
      '1 hard link was replaced by a copy of the file.',
      '1 hard link to a file that is not in the archive was left out.',
      '1 device or pipe was left out.',
    ])
  })

  it('that files would be written through are left out', async () => {
    const items = [
      { name: Buffer.from('sub'), data: 'other', mode: 0o120777 },
      { name: Buffer.from('sub/file'), data: 'abc' },
    ]
    const result = await shop.convert(shop.file('a.zip', rawZip(items)), 'tar')
    expect(paths(result.path)).toEqual(['sub/', 'sub/file'])
    expect(result.warnings).toEqual(['1 link with files below it was left out.'])
  })
})

const zeros = new Uint8Array(40 * 1024 * 1024)
const HOSTILE: [what: string, name: string, bytes: () => Uint8Array, code: string][] = [
  ['a bomb of zeros', 'a.zip', () => zipSync({ a: zeros }), 'source_too_complex'],
  ['a packed bomb', 'a.gz', () => gzipSync(zeros), 'source_too_complex'],
  [
    'a TAR bomb',
    'a.tgz',
    () => gzipSync(Buffer.concat([tar([{ name: 'a', size: zeros.length }]).subarray(0, 512), zeros])),
    'source_too_complex',
  ],
  [
    'a directory that lies',
    'a.zip',
    () => rawZip([{ name: Buffer.from('a'), data: 'abc', size: 2 ** 31 }]),
    'source_',
  ],
  ['an endless TAR entry', 'a.tar', () => tar([{ name: 'a', data: 'x', size: 8 ** 11 - 1 }]), 'source_'],
  ['an archive of nothing', 'a.zip', () => rawZip([]), 'source_empty'],
  [
    'only links that lead outside',
    'a.tar',
    () => tar([{ name: 'a', type: '2', link: '/x' }]),
    'source_empty',
  ],
  [
    'a RAR of noise',
    'a.rar',
    () => Buffer.concat([rar5({ a: 'x' }).subarray(0, 12), Buffer.alloc(5000, 0xa5)]),
    'source_damaged',
  ],
  [
    'a 7Z of noise',
    'a.7z',
    () => Buffer.concat([Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), Buffer.alloc(5000, 0xa5)]),
    'source_damaged',
  ],
  [
    '60,001 entries',
    'a.tar',
    () => tar(Array.from({ length: 60_001 }, (_, at) => ({ name: `${at}` }))),
    'source_too_complex',
  ],
  [
    'noise that says it is XZ',
    'a.xz',
    () =>
      Buffer.concat([
        Buffer.from('\xfd7zXZ\0', 'latin1'),
        deflateRawSync(brotliCompressSync(Buffer.alloc(9999, 1))),
      ]),
    'source_damaged',
  ],
]

it.each(HOSTILE)('%s ends with a sentence', async (_, name, make, code) => {
  const path = shop.file(name, make())
  const failure = await failureOf(shop.convert(path, name.endsWith('.tar') ? 'zip' : 'tar'))
  expect(failure.code).toContain(code)
  expect(failure.message).toMatch(SENTENCE)
  expect(failure.message).not.toMatch(JARGON)
})

it('an archive in an archive is a file and not opened', async () => {
  const inner = zipSync({ '../x': zeros.subarray(0, 1000) })
  const result = await shop.convert(shop.file('a.zip', zipSync({ 'inner.zip': inner })), 'tar')
  expect(result).toMatchObject({ entries: 1, warnings: [] })
})

it('damage in one content is no result', async () => {
  const bytes = rawZip([{ name: Buffer.from('a'), data: 'abcdef' }])
  bytes[33] = (bytes[33] ?? 0) ^ 1
  expect((await failureOf(shop.convert(shop.file('a.zip', bytes), 'tar'))).code).toBe('source_damaged')
})
