import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { BlobReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { content, hasArchivers, listed, pack, paths, rar4, rar5, sampleFolder } from './archive-files.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'

const shop = new EngineHarness()
let folder = ''
beforeAll(async () => {
  await shop.open()
  folder = sampleFolder(shop.folder)
})
afterAll(() => shop.close())

const SOURCES: [name: string, format: string, program: 'bsdtar' | '7zz', flags: string[]][] = [
  ['a.zip', 'zip', 'bsdtar', ['--format', 'zip']],
  ['deflate64.zip', 'zip', '7zz', ['-tzip', '-mm=Deflate64']],
  ['lzma.zip', 'zip', '7zz', ['-tzip', '-mm=LZMA']],
  ['a.tar', 'tar', 'bsdtar', ['--format', 'pax']],
  ['gnu.tar', 'tar', 'bsdtar', ['--format', 'gnutar']],
  ['a.tar.gz', 'tgz', 'bsdtar', ['-z']],
  ['a.tar.bz2', 'tbz2', 'bsdtar', ['-j']],
  ['a.tar.xz', 'txz', 'bsdtar', ['-J']],
  ['a.tar.zst', 'tzst', 'bsdtar', ['--zstd']],
  ['nameless.xz', 'xz', 'bsdtar', ['-J']],
  ['a.7z', '7z', '7zz', ['-t7z']],
  ['other.7z', '7z', 'bsdtar', ['--format', '7zip']],
]

describe.runIf(hasArchivers)('an archive', () => {
  it.each(SOURCES)(
    '%s is recognized as %s and keeps what it holds in every target',
    async (name, format, program, flags) => {
      const path = pack(folder, name, program, flags)
      expect((await shop.engines.detect({ path, filename: name }))?.format).toBe(format)
      const noise = readFileSync(join(folder, 'd', 'noise.bin'))
      for (const target of ['zip', 'tar', 'tgz', 'txz', '7z']) {
        if (target === format && format !== 'zip') continue
        const result = await shop.convert(path, target)
        expect(result, target).toMatchObject({ format: target, entries: 4, warnings: [] })
        const lines = listed(result.path).map((line) => line.replace(/ +/g, ' '))
        const line = (end: string) => lines.find((one) => one.endsWith(end)) ?? ''
        expect(line(' d/run.sh'), target).toMatch(/^-rwxr-xr-x .* 11 Mar 4 2021 /)
        expect(line(' d/link -> run.sh'), target).toMatch(/^l/)
        expect(line(' d/empty/'), target).toMatch(/^drwx/)
        expect(lines, target).toHaveLength(6)
        expect(content(result.path, 'd/Größe 日本.txt').toString(), target).toBe('Grüße\n')
        expect(content(result.path, 'd/noise.bin').equals(noise), target).toBe(true)
      }
    },
  )

  it.each([
    ['RAR 4', rar4],
    ['RAR 5', rar5],
  ])('of %s is read', async (_, make) => {
    const path = shop.file('a.rar', make({ 'one.txt': 'first', 'dir/two.txt': 'second' }))
    expect(paths(path)).toEqual(['dir/two.txt', 'one.txt'])
    const result = await shop.convert(path, 'zip')
    expect(result).toMatchObject({ entries: 2, warnings: [] })
    expect(content(result.path, 'dir/two.txt').toString()).toBe('second')
  })

  it.each([
    ['a.txt.gz', 'gz', ['-tgzip'], 'note.txt'],
    ['a.txt.bz2', 'bz2', ['-tbzip2'], 'file'],
    ['a.txt.xz', 'xz', ['-txz'], 'file'],
  ])('of one file, %s, becomes a ZIP with that file', async (name, format, flags, inside) => {
    const source = shop.file('note.txt', 'A note.\n')
    const path = source.replace('note.txt', name)
    execFileSync('7zz', ['a', '-bd', ...flags, path, source], { stdio: 'ignore' })
    expect((await shop.engines.detect({ path, filename: name }))?.format).toBe(format)
    const result = await shop.convert(path, 'zip')
    expect(paths(result.path)).toEqual([inside])
    expect(content(result.path, inside).toString()).toBe('A note.\n')
  })
})

const LOCKED: [name: string, password: string, flags: string[]][] = [
  ['aes.zip', 'Stone 7', ['-tzip', '-mem=AES256']],
  ['zipcrypto.zip', 'Stone 7', ['-tzip', '-mem=ZipCrypto']],
  ['content.7z', 'Größe 7', ['-t7z']],
  ['names.7z', 'Größe 7', ['-t7z', '-mhe=on']],
]

describe.runIf(hasArchivers).each(LOCKED)('the encrypted %s', (name, password, flags) => {
  it('opens with its password, and says where that is missing or wrong', async () => {
    const path = pack(folder, name, '7zz', [...flags, `-p${password}`])
    const result = await shop.convert(path, 'tar', { password })
    expect(content(result.path, 'd/run.sh').toString()).toBe('echo hello\n')
    expect(result.warnings).toEqual(['The result is not password-protected.'])
    const missing = await failureOf(shop.convert(path, 'tar'))
    const wrong = await failureOf(shop.convert(path, 'tar', { password: `${password}8` }))
    expect([missing.code, wrong.code]).toEqual(['source_encrypted', 'source_encrypted'])
    expect(missing.message).toMatch(/^The file is password-protected\. Enter/)
    expect(wrong.message).toMatch(/^The password is wrong\./)
  })
})

describe.runIf(hasArchivers)('a damaged archive', () => {
  it.each(SOURCES)('%s ends with a sentence wherever it is cut', async (name, _, program, flags) => {
    const path = pack(folder, `cut-${name}`, program, flags)
    const { size } = statSync(path)
    const { format = '' } = (await shop.engines.detect({ path, filename: name })) ?? {}
    for (const part of [0.9, 0.5, 0.1]) {
      truncateSync(path, Math.floor(size * part))
      const failure = await failureOf(
        shop.convert(path, name.endsWith('.tar') ? 'zip' : 'tar', {}, { format }),
      )
      expect(failure.code, String(part)).toBe('source_damaged')
      expect(failure.message).toMatch(SENTENCE)
    }
  })
})

it.runIf(hasArchivers)('opens a ZIP whose password is not ASCII', async () => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { password: 'Größe 7', useWebWorkers: false })
  await writer.add('a.txt', new BlobReader(new Blob(['hello'])))
  const path = shop.file('a.zip', await writer.close())
  const result = await shop.convert(path, 'tar', { password: 'Größe 7' })
  expect(content(result.path, 'a.txt').toString()).toBe('hello')
})
