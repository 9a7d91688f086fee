import { readFileSync, statSync } from 'node:fs'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readZipDirectory, readZipEntry } from '../../../server/engines/kernel/source/zip.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { hasQpdf, noise, PdfShop, pagesOf, said } from './pdf-files.ts'

const shop = new EngineHarness()
const pdfs = new PdfShop(shop)
let five = ''
beforeAll(async () => {
  await shop.open()
  five = await pdfs.five()
})
afterAll(() => shop.close())

describe('protection', () => {
  it('wants the password, and is gone without it', async () => {
    const options = {
      user_password: 'ö@-x"',
      owner_password: 'Ü',
      allow_printing: false,
      allow_copying: false,
    }
    const locked = await pdfs.run('encrypt', five, options)
    expect((await failureOf(pdfs.run('inspect', locked.path, {}, 'json'))).code).toBe('source_encrypted')
    if (hasQpdf) {
      const shown = said('qpdf', '--show-encryption', `--password=${options.owner_password}`, locked.path)
      expect(shown).toMatch(/file encryption method: AESv3/)
      expect(shown).toMatch(/print high resolution: not allowed/)
      expect(shown).toMatch(/extract for any purpose: not allowed/)
      expect(shown).toMatch(/modify anything: allowed/)
    }
    for (const password of ['wrong', '']) {
      const failure = await failureOf(pdfs.run('decrypt', locked.path, { password }))
      expect(failure.code).toBe('source_encrypted')
      expect(failure.message).toMatch(SENTENCE)
    }
    for (const password of [options.user_password, options.owner_password]) {
      const open = await pdfs.run('decrypt', locked.path, { password })
      expect(await pdfs.inspect(open.path)).toMatchObject({ encrypted: false, pages: 5 })
      expect((await pdfs.texts(open))[4]).toBe('Five')
    }
  })

  it('that only restricts is seen and can be removed', async () => {
    const restricted = await pdfs.run('encrypt', five, { allow_copying: false })
    expect(await pdfs.inspect(restricted.path)).toMatchObject({
      encrypted: true,
      permissions: { print: true, copy: false, change: true },
    })
    const turned = await pdfs.run('rotate_pages', restricted.path)
    expect(turned.warnings).toEqual([expect.stringMatching(/restricted/)])
    const { path } = await pdfs.run('decrypt', restricted.path)
    expect((await pdfs.inspect(path)).encrypted).toBe(false)
  })

  it('marks its passwords, so that they are shown to nobody', () => {
    for (const [name, options] of [
      ['encrypt', ['user_password', 'owner_password']],
      ['decrypt', ['password']],
    ] as const) {
      const found = shop.engines.operations({ from: 'pdf' }).find(({ operation }) => operation === name)
      for (const option of options)
        expect(found?.options.properties[option]).toMatchObject({ format: 'password', writeOnly: true })
    }
  })
})

describe('size', () => {
  it('goes down with the images, and the pages look the same', async () => {
    const document = await PDFDocument.create()
    const smooth = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#3060a0' } })
      .composite([{ input: await noise(200, 200).blur(8).png().toBuffer(), left: 300, top: 200 }])
      .png()
      .toBuffer()
    const grainy = await noise(900, 600).blur(0.6).png().toBuffer()
    for (const png of [smooth, grainy]) {
      const image = await document.embedPng(png)
      document.addPage([300, 200]).drawImage(image, { x: 0, y: 0, width: 300, height: 200 })
    }
    const path = await pdfs.file('images.pdf', document)
    const sizes: number[] = [statSync(path).size]
    for (const pictures of ['light', 'medium', 'strong']) {
      const output = await pdfs.run('optimize', path, { pictures })
      expect(output.pages).toBe(2)
      sizes.push(statSync(output.path).size)
      const [before, after] = [await pdfs.grey(path, 1, 36), await pdfs.grey(output.path, 1, 36)]
      const apart = before.data.reduce((sum, grey, at) => sum + Math.abs(grey - (after.data[at] ?? 0)), 0)
      expect(apart / before.data.length).toBeLessThan(4)
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(sizes.at(-1)).toBeLessThan((sizes[0] ?? 0) / 10)
  })

  it('is that of a repaired file where a damaged one cannot be made smaller', async () => {
    const packed = await pdfs.run('optimize', five)
    // The packed file is as small as it gets, and its table is moved away from where it says.
    const bytes = readFileSync(packed.path).toString('latin1')
    const damaged = shop.file(
      'damaged.pdf',
      Buffer.from(
        bytes.replace(/startxref\s+(\d+)/, (all, at) => all.replace(at, String(Number(at) + 3))),
        'latin1',
      ),
    )
    const output = await pdfs.run('optimize', damaged)
    expect(readFileSync(output.path).equals(readFileSync(damaged))).toBe(false)
    expect(output.warnings.join(' ')).toMatch(/damaged/)
    expect(output.warnings.join(' ')).not.toMatch(/unchanged/)
    expect(await pdfs.texts(output)).toEqual(['One', 'Two', 'Three', 'Four', 'Five'])
    if (hasQpdf) expect(said('qpdf', '--check', output.path)).toMatch(/No syntax or stream encoding errors/)
  })

  it.each([
    ['cannot be unpacked at all', 'FlateDecode'],
    ['cannot be read', 'ASCII85Decode'],
  ])('of a file with content that %s is told with its damage', async (_, Filter) => {
    const document = await pagesOf(['One'])
    const content = document.context.stream('{no such bytes}', { Filter })
    document.getPage(0).node.set(PDFName.of('Contents'), document.context.register(content))
    const broken = shop.file('broken.pdf', await document.save())
    const said = await pdfs.run('optimize', broken).then(
      ({ warnings }) => warnings.join(' '),
      ({ message }: Error) => message,
    )
    expect(said).toMatch(/damaged/)
    expect(said).not.toMatch(/unchanged/)
  })

  it('never goes up', async () => {
    const once = await pdfs.run('optimize', five)
    const twice = await pdfs.run('optimize', once.path)
    expect(statSync(twice.path).size).toBeLessThanOrEqual(statSync(once.path).size)
    expect(twice.warnings).toContainEqual(expect.stringMatching(/unchanged/))
    const web = await pdfs.run('optimize', five, { linearize: true })
    expect(readFileSync(web.path).subarray(0, 1024).toString('latin1')).toContain('/Linearized')
  })
})

describe('forms and information', () => {
  it('become part of the page', async () => {
    const document = await pagesOf(['Form'])
    const field = document.getForm().createTextField('name')
    field.setText('Ada')
    field.addToPage(document.getPage(0), { x: 20, y: 20, width: 100, height: 30 })
    const path = await pdfs.file('form.pdf', document)
    expect(await pdfs.inspect(path)).toMatchObject({ form: 'acroform', form_fields: 1 })
    const output = await pdfs.run('flatten', path)
    expect(await pdfs.inspect(output.path)).toMatchObject({ form: 'none', form_fields: 0, annotations: 0 })
    expect((await pdfs.texts(output))[0]).toMatch(/Form\s+Ada/)
  })

  it('may hold half a character', async () => {
    const half = String.fromCharCode(0xd83d)
    const set = await pdfs.run('metadata', five, { title: `a${half}b` })
    expect((await pdfs.inspect(set.path)).title).toBe(`a${half}b`)
  })

  it('are set, kept and removed', async () => {
    const set = await pdfs.run('metadata', five, { author: 'Žoë <b>', keywords: 'a, b' })
    expect(await pdfs.inspect(set.path)).toMatchObject({
      title: 'Counting',
      author: 'Žoë <b>',
      keywords: 'a, b',
    })
    const gone = await pdfs.run('metadata', set.path, { remove_all: true, subject: 'S' })
    expect(await pdfs.inspect(gone.path)).toMatchObject({
      title: '',
      author: '',
      subject: 'S',
      producer: '',
      created: '',
    })
  })
})

describe('looks', () => {
  it('at the first page, in the width that was asked for', async () => {
    const output = await pdfs.run('thumbnail', five, { size: 96 }, 'webp')
    expect(output).toMatchObject({ format: 'webp', width: 96, height: 64 })
    expect(await sharp(output.path).metadata()).toMatchObject({ format: 'webp', width: 96, height: 64 })
    expect((await sharp(output.path).stats()).channels[0]?.min).toBeLessThan(200)
  })

  it('at each image, once', async () => {
    const document = await PDFDocument.create()
    const image = await document.embedPng(
      await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ff8000' } })
        .png()
        .toBuffer(),
    )
    for (let page = 0; page < 2; page++) document.addPage([100, 100]).drawImage(image)
    const output = await pdfs.run('extract_images', await pdfs.file('p.pdf', document), {}, 'png')
    expect(output).toMatchObject({ format: 'zip', entries: 1 })
    const extracted = readZipEntry(
      output.path,
      readZipDirectory(output.path, 10),
      'page-1-picture-1.png',
      1e6,
    )
    const { data, info } = await sharp(extracted as Buffer)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, ...data.subarray(0, 3)]).toEqual([40, 30, 255, 128, 0])
  })

  it('at one large image after the other', async () => {
    const small = new EngineHarness()
    // Enough for any one of them, and not for all.
    await small.open({ limits: { memoryBytes: 480 * 1024 * 1024 } })
    const document = await PDFDocument.create()
    const page = document.addPage([100, 100])
    for (let index = 0; index < 10; index++) {
      const colour = { r: 20 * index, g: 100, b: 50 }
      const pixels = sharp({ create: { width: 5000, height: 5000, channels: 3, background: colour } })
      page.drawImage(await document.embedJpg(await pixels.jpeg().toBuffer()))
    }
    const path = await pdfs.file('large.pdf', document)
    const output = await small
      .convert(path, 'jpg', {}, { operation: 'extract_images' })
      .finally(() => small.close())
    expect(output).toMatchObject({ entries: 10, warnings: [] })
  })

  it('at the words, as a document that can be edited', async () => {
    for (const target of ['docx', 'html']) {
      const output = await shop.convert(five, target, { pages: '2-3' })
      expect(output.warnings).toEqual(
        target === 'docx' ? [] : [expect.stringMatching(/^Page sizes, columns/)],
      )
      const html = target === 'html' ? output : await shop.convert(output.path, 'html')
      expect(readFileSync(html.path, 'utf8')).toMatch(/Two[\s\S]*Three/)
      expect(readFileSync(html.path, 'utf8')).not.toMatch(/Four/)
    }
  })
})
