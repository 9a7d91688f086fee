import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { type Zippable, zipSync } from 'fflate'
import { imageSize } from 'image-size'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'

// The programs that write these files run on Apple's systems alone: here are containers with the
// same members.

const shop = new EngineHarness()
let jpg: Buffer
let small: Buffer
let pdf: Buffer
beforeAll(async () => {
  await shop.open()
  const image = (width: number) =>
    sharp({ create: { width, height: width / 2, channels: 3, background: '#2266aa' } })
      .jpeg()
      .toBuffer()
  jpg = await image(640)
  small = await image(64)
  pdf = readFileSync((await shop.convert(shop.file('a.md', '# Quick look\n'), 'pdf')).path)
})
afterAll(() => shop.close())

const IWA = {
  'Index/Document.iwa': Buffer.from('\0snappy'),
  'Metadata/BuildVersionHistory.plist': Buffer.from('<plist/>'),
}
const modern = (more: Zippable = {}) =>
  zipSync({ ...IWA, 'preview-micro.jpg': small, 'preview.jpg': jpg, ...more })
const ONLY_PAGE_1 = 'Only the preview that the file contains was converted: page 1.'

describe.each(['pages', 'numbers', 'key'])('a %s file', (format) => {
  const file = (bytes: Uint8Array) => shop.file(`a.${format}`, bytes)

  it('becomes the image of its first page, and says that this is all', async () => {
    const made = await shop.convert(file(modern()), 'jpg')
    expect(made.warnings).toEqual([ONLY_PAGE_1])
    expect(imageSize(readFileSync(made.path))).toMatchObject({ type: 'jpg', width: 640, height: 320 })
    const png = await shop.convert(file(modern()), 'png')
    expect(imageSize(readFileSync(png.path))).toMatchObject({ type: 'png', width: 640, height: 320 })
  })

  it.runIf(existsSync('/usr/bin/pdftotext'))('becomes PDF', async () => {
    const made = await shop.convert(file(modern()), 'pdf')
    expect(made.warnings).toEqual([ONLY_PAGE_1])
    expect(execFileSync('pdfimages', ['-list', made.path], { encoding: 'utf8' })).toMatch(/640 +320/)
  })

  it.runIf(existsSync('/usr/bin/pdftotext'))('of an older version gives its preview as PDF', async () => {
    const older = zipSync({
      'index.xml.gz': Buffer.from('x'),
      'QuickLook/Preview.pdf': pdf,
      'QuickLook/Thumbnail.jpg': small,
    })
    const made = await shop.convert(file(older), 'pdf', {}, { format })
    expect(made.warnings[0]).toMatch(
      /^Only the preview that the file contains was converted; the document itself/,
    )
    expect(execFileSync('pdftotext', [made.path, '-'], { encoding: 'utf8' })).toContain('Quick look')
    const png = await shop.convert(file(older), 'png', {}, { format })
    expect(imageSize(readFileSync(png.path)).type).toBe('png')
  })
})

describe('what they are known by', () => {
  const detected = async (name: string, members: Zippable) =>
    (await shop.engines.detect({ path: shop.file(name, zipSync(members)), filename: name }))?.format ?? null
  it('their members', async () => {
    const preview = { 'preview.jpg': jpg }
    expect(await detected('a.numbers', { ...IWA, ...preview })).toBe('numbers')
    expect(await detected('a.zip', { ...IWA, ...preview, 'Index/Slide-7.iwa': Buffer.from('x') })).toBe('key')
    expect(await detected('a', { 'index.apxl.gz': Buffer.from('x'), 'QuickLook/Thumbnail.jpg': small })).toBe(
      'key',
    )
    expect(
      await detected('a.zip', { 'Talk.key/Index.zip': Buffer.from('x'), 'Talk.key/preview.jpg': jpg }),
    ).toBe('key')
    expect(await detected('a.zip', { 'index.xml': Buffer.from('<x/>') })).toBe('zip')
    expect(await detected('a.pages', { 'readme.txt': Buffer.from('x') })).toBe('zip')
  })

  it('a folder in a ZIP gives its preview, too', async () => {
    const bytes = zipSync({ 'Talk.key/Index.zip': Buffer.from('x'), 'Talk.key/preview.jpg': jpg })
    const { path } = await shop.convert(shop.file('a.key', bytes), 'jpg')
    expect(imageSize(readFileSync(path)).width).toBe(640)
  })
})

describe('hostile ones', () => {
  const refused = async (bytes: Uint8Array) => {
    const failure = await failureOf(shop.convert(shop.file('a.pages', bytes), 'pdf', {}, { format: 'pages' }))
    expect(failure.message).toMatch(SENTENCE)
    expect(failure.message).not.toMatch(JARGON)
    return failure.code
  }
  const bomb = () => new Uint8Array(300 * 1024 * 1024)
  it.each<[string, () => Uint8Array, string]>([
    ['without a preview', () => zipSync({ ...IWA, 'Data/a.jpg': jpg }), 'source_unsupported'],
    [
      'behind a password',
      () => zipSync({ ...IWA, '.iwpv2': Buffer.from('x'), '.iwph': Buffer.from('x') }),
      'source_encrypted',
    ],
    ['with a bomb', () => zipSync({ ...IWA, 'preview.jpg': bomb() }), 'source_too_complex'],
    ['with a path out of it', () => modern({ '../../x': jpg }), 'source_damaged'],
    [
      'with text as its preview',
      () => zipSync({ ...IWA, 'preview.jpg': Buffer.from('words') }),
      'source_damaged',
    ],
    [
      'with half a preview',
      () => zipSync({ ...IWA, 'QuickLook/Preview.pdf': Buffer.from('%PDF-1.4\n') }),
      'source_damaged',
    ],
    ['cut short', () => modern().subarray(0, modern().length / 2), 'source_damaged'],
  ])('%s end with a sentence', async (_, bytes, code) => {
    expect(await refused(bytes())).toBe(code)
  })
})
