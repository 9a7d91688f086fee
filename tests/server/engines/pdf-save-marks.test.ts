import { readFileSync } from 'node:fs'
import {
  degrees,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFNumber,
  PDFString,
  rgb,
} from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plain } from '../../../contract/message-pattern.ts'
import type { PdfEdits } from '../../../contract/pdf-edits.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { hasPoppler, hasQpdf, leaks, noise, PdfShop, pagesOf, said } from './pdf-files.ts'

const shop = new EngineHarness()
const pdfs = new PdfShop(shop)
beforeAll(() => shop.open())
afterAll(() => shop.close())

const save = (path: string, edits: { [Key in keyof PdfEdits]?: unknown }) => pdfs.run('edit', path, edits)
const rect = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

async function annotations(path: string, page = 0): Promise<PDFDict[]> {
  const document = await PDFDocument.load(readFileSync(path))
  const list = document.getPage(page).node.lookup(PDFName.of('Annots'), PDFArray)
  return list.asArray().map((_, index) => list.lookup(index, PDFDict))
}
const said_of = (dict: PDFDict, key: string) => String(dict.lookup(PDFName.of(key)))

/** The colour of a spot of a page as it is seen, in points from its upper left corner. */
async function drawnPage(path: string, page = 1) {
  const made = await shop.convert(path, 'png', { pages: String(page), dpi: 72 })
  const { data, info } = await sharp(made.path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return {
    ...info,
    at: (x: number, y: number) => [
      ...data.subarray((Math.round(y) * info.width + Math.round(x)) * 3).subarray(0, 3),
    ],
    dark: (x: number, y: number, width: number, height: number) => {
      let dark = 0
      for (let row = y; row < y + height; row++)
        for (let column = x; column < x + width; column++)
          if ((data[(row * info.width + column) * 3 + 1] ?? 255) < 120) dark++
      return dark
    },
  }
}

async function blank(rotation = 0): Promise<string> {
  const document = await PDFDocument.create()
  document.addPage([400, 300]).setRotation(degrees(rotation))
  return await pdfs.file(`blank-${rotation}.pdf`, document)
}

describe('marks', () => {
  it('are annotations of their own kinds, which are printed and have names', async () => {
    const marks = [
      { kind: 'text', page: 1, rect: rect(20, 200, 100, 30), text: 'Grüße' },
      { kind: 'highlight', page: 1, rects: [rect(20, 100, 50, 12), rect(20, 80, 50, 12)], comment: 'why' },
      { kind: 'highlight', page: 1, rects: [rect(20, 60, 50, 12)], style: 'strikeout' },
      {
        kind: 'ink',
        page: 1,
        strokes: [
          [
            { x: 1, y: 2 },
            { x: 30, y: 40 },
          ],
          [{ x: 60, y: 60 }],
        ],
      },
      {
        kind: 'shape',
        page: 1,
        shape: 'ellipse',
        from: { x: 200, y: 20 },
        to: { x: 260, y: 60 },
        fill: '#00ff00',
      },
      { kind: 'shape', page: 1, shape: 'arrow', from: { x: 200, y: 100 }, to: { x: 300, y: 100 } },
      { kind: 'stamp', page: 1, rect: rect(250, 240, 120, 40), text: 'PAID' },
      { kind: 'note', page: 1, at: { x: 370, y: 200 }, text: 'Ask Ana' },
    ]
    const path = await blank()
    const before = readFileSync(path)
    const output = await save(path, { marks })
    expect(readFileSync(output.path).subarray(0, before.length).equals(before)).toBe(true)
    if (hasQpdf) expect(said('qpdf', '--check', output.path)).toMatch(/No syntax or stream encoding errors/)
    const made = await annotations(output.path)
    expect(made.map((one) => said_of(one, 'Subtype'))).toEqual([
      ...['/FreeText', '/Highlight', '/StrikeOut', '/Ink', '/Circle', '/Line', '/Stamp', '/Text'],
    ])
    expect(new Set(made.map((one) => said_of(one, 'NM'))).size).toBe(made.length)
    for (const one of made) {
      expect(Number(said_of(one, 'F')) & 4, said_of(one, 'Subtype')).toBe(4)
      expect(one.lookup(PDFName.of('M'), PDFString).decodeDate().getTime()).toBeGreaterThan(0)
    }
    const contents = (index: number) => made[index]?.lookup(PDFName.of('Contents'), PDFHexString).decodeText()
    expect([contents(0), contents(1), contents(7)]).toEqual(['Grüße', 'why', 'Ask Ana'])
    const quads = made[1]?.lookup(PDFName.of('QuadPoints'), PDFArray).asArray()
    expect(quads?.slice(0, 8).map((one) => (one as PDFNumber).asNumber())).toEqual([
      20, 112, 70, 112, 20, 100, 70, 100,
    ])
    expect((await pdfs.inspect(output.path)).annotations).toBe(8)
    const flat = await save(path, { marks, flatten: true })
    expect(await pdfs.inspect(flat.path)).toMatchObject({ annotations: 0 })
    expect((await pdfs.texts(flat))[0]).toMatch(/Grüße[\s\S]*PAID|PAID[\s\S]*Grüße/)
  })

  it.each([0, 90, 180, 270])('stand upright on a page that is turned by %i degrees', async (rotation) => {
    // A bar that is wide as it is seen, with a letter that is dark at its left alone.
    const lying = rotation === 90 || rotation === 270
    const place = lying ? rect(180, 100, 20, 100) : rect(100, 180, 100, 20)
    const output = await save(await blank(rotation), {
      marks: [{ kind: 'text', page: 1, rect: place, text: 'WWW', size: 16 }],
    })
    const seen = await drawnPage(output.path)
    const [width, height] = [seen.width, seen.height]
    const [x, y] = {
      0: [100, 100],
      90: [100, 180],
      180: [200, 180],
      270: [100, 200],
    }[rotation] as [number, number]
    expect([width, height]).toEqual(lying ? [300, 400] : [400, 300])
    expect(seen.dark(x, y, 50, 20)).toBeGreaterThan(60)
    expect(seen.dark(x + 55, y, 45, 20)).toBe(0)
    // The foot of a W is narrower than its head.
    expect(seen.dark(x, y + 2, 50, 5)).toBeGreaterThan(0)
    if (hasPoppler) expect(said('pdftotext', output.path, '-')).not.toMatch(/^W$/m)
  })

  it('colour text through, as a marker does', async () => {
    const document = await pagesOf(['Under the marker'])
    const path = await pdfs.file('marker.pdf', document)
    const output = await save(path, {
      marks: [{ kind: 'highlight', page: 1, rects: [rect(15, 145, 120, 20)], colour: '#ffff00' }],
    })
    const seen = await drawnPage(output.path)
    expect(seen.at(18, 37)).toEqual([255, 255, 0])
    const plain = await drawnPage(path)
    expect(seen.dark(20, 38, 100, 14)).toBeGreaterThan(0)
    expect(seen.dark(20, 38, 100, 14)).toBeGreaterThanOrEqual(plain.dark(20, 38, 100, 14))
  })

  it('of images keep their shape and what is seen through them', async () => {
    const half = await sharp({
      create: { width: 80, height: 20, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
    })
      .webp({ lossless: true })
      .toBuffer()
    const jpg = await sharp({ create: { width: 40, height: 80, channels: 3, background: '#0000ff' } })
      .jpeg()
      .toBuffer()
    const output = await pdfs.runAll(
      'edit',
      [
        [await blank(), 'pdf'],
        [shop.file('p.webp', half), 'webp'],
        [shop.file('p.jpg', jpg), 'jpg'],
      ],
      {
        marks: [
          { kind: 'image', page: 1, rect: rect(100, 100, 80, 80), file: 1 },
          { kind: 'image', page: 1, rect: rect(200, 100, 80, 80), file: 2 },
        ],
      },
    )
    const seen = await drawnPage(output.path)
    // 80 × 20 in the middle of 80 × 80, and 40 × 80 likewise.
    const [red = 0, green = 0] = seen.at(140, 160)
    expect(red).toBeGreaterThan(250)
    expect(green).toBeGreaterThan(110)
    expect(green).toBeLessThan(145)
    expect(seen.at(140, 140)).toEqual([255, 255, 255])
    expect(seen.at(210, 160)).toEqual([255, 255, 255])
    expect(seen.at(240, 160)[2]).toBeGreaterThan(240)
    const failure = await failureOf(
      save(await blank(), { marks: [{ kind: 'image', page: 1, rect: rect(0, 0, 10, 10), file: 1 }] }),
    )
    expect(failure.code).toBe('option_refused')
    expect(failure.message).toMatch(SENTENCE)
  })

  it('point with a head where they end', async () => {
    const output = await save(await blank(), {
      marks: [
        {
          kind: 'shape',
          page: 1,
          shape: 'arrow',
          from: { x: 50, y: 150 },
          to: { x: 150, y: 150 },
          width: 4,
          colour: '#000000',
        },
      ],
    })
    const seen = await drawnPage(output.path)
    const high = (x: number) => seen.dark(x, 130, 1, 40)
    expect(high(60)).toBeGreaterThanOrEqual(3)
    expect(high(60)).toBeLessThanOrEqual(5)
    expect(high(135)).toBeGreaterThan(9)
    expect(high(148)).toBeLessThan(4)
    expect(high(152)).toBe(0)
  })

  it('on pages that are not there are refused', async () => {
    for (const edits of [
      { marks: [{ kind: 'note', page: 2, at: { x: 0, y: 0 }, text: 'x' }] },
      { redact: { areas: [{ page: 3, rect: rect(0, 0, 5, 5) }] } },
    ]) {
      const failure = await failureOf(save(await blank(), edits))
      expect(failure.code).toBe('option_refused')
      expect(failure.message).toMatch(/is on page [23], and the result has one page/)
    }
  })
})

describe('redaction of areas', () => {
  it('takes letters, drawings, comments and values that lie there, and all that tells of them beside', async () => {
    const document = await pagesOf(['Hidden words', 'Other page'], [400, 300])
    const page = document.getPage(0)
    page.drawSvgPath(`M 0 0 ${Array.from({ length: 30 }, (_, at) => `L ${at} ${(at % 3) * 4}`).join(' ')}`, {
      x: 40,
      y: 200,
      borderColor: rgb(1, 0, 0),
    })
    const field = document.getForm().createTextField('f')
    field.setText('Fieldvalue')
    field.addToPage(page, { x: 20, y: 150, width: 100, height: 24 })
    document.setTitle('About Hidden')
    const note = document.context.obj({
      Type: 'Annot',
      Subtype: 'Text',
      Rect: [30, 210, 50, 230],
      Contents: PDFHexString.fromText('Notewords'),
    })
    const annots = page.node.lookup(PDFName.of('Annots'), PDFArray)
    annots.push(document.context.register(note))
    const path = await pdfs.file('areas.pdf', document)
    const output = await save(path, { redact: { areas: [{ page: 1, rect: rect(10, 140, 130, 130) }] } })
    expect(output.warnings[0]).toMatch(/^1 area on 1 page removed/)
    for (const word of ['Hidden', 'Fieldvalue', 'Notewords'])
      expect(leaks(output.path, word), word).toEqual([])
    expect(await pdfs.inspect(output.path)).toMatchObject({
      annotations: 0,
      form: 'none',
      title: '',
      pages: 2,
    })
    expect((await pdfs.texts(output))[1]).toBe('Other page')
    const seen = await drawnPage(output.path)
    for (const [x, y] of [
      [15, 40],
      [70, 90],
      [135, 155],
    ] as const)
      expect(seen.at(x, y)).toEqual([0, 0, 0])
    expect(seen.at(200, 200)).toEqual([255, 255, 255])
    if (hasQpdf) {
      // The drawing in red went with its corners.
      const plain = said('qpdf', '--qdf', '--object-streams=disable', output.path, '-')
      expect(plain).not.toMatch(/1 0 0 RG/)
    }
  })

  it('tells before which pages become images, and how large the result is', async () => {
    const document = await pagesOf(['One', 'Two', 'Three', 'Four'])
    const image = await document.embedPng(await noise(60, 40).png().toBuffer())
    for (const index of [1, 3])
      document.getPage(index).drawImage(image, { x: 50, y: 50, width: 200, height: 60 })
    const path = await pdfs.file('scans.pdf', document)
    const areas = [4, 1, 2].map((page) => ({ page, rect: rect(100, 60, 60, 40) }))
    const edits = { redact: { areas } }
    const check = await pdfs.run('edit_check', path, edits, 'json')
    const told = JSON.parse(readFileSync(check.path, 'utf8'))
    const saved = await save(path, edits)
    expect(told).toMatchObject({ pages: 4, picture_pages: [2, 4] })
    const warnings = told.warnings.map(plain)
    expect(warnings).toEqual(saved.warnings)
    expect(warnings.join(' ')).toMatch(/Pages 2 and 4 became images/)
    expect(Math.abs(told.size_bytes / readFileSync(saved.path).length - 1)).toBeLessThan(0.1)
    // The others keep their text.
    const texts = await pdfs.texts(saved)
    expect(texts.map((text) => text.trim())).toEqual(['One', '', 'Three', ''])
    const without = await pdfs.run('edit_check', path, {}, 'json')
    expect(JSON.parse(readFileSync(without.path, 'utf8'))).toMatchObject({ pages: 4, picture_pages: [] })
  })

  it('makes a page an image where an image, a drawing across the edge or a pattern of words lies below', async () => {
    const scan = await PDFDocument.create()
    const image = await scan.embedPng(await noise(60, 40).png().toBuffer())
    scan.addPage([300, 200]).drawImage(image, { x: 50, y: 50, width: 200, height: 100 })
    const drawn = await pagesOf(['Words stay'])
    drawn
      .getPage(0)
      .drawSvgPath(
        `M 0 0 ${Array.from({ length: 60 }, (_, at) => `L ${at * 4} ${(at % 3) * 4}`).join(' ')}`,
        {
          x: 20,
          y: 100,
          borderColor: rgb(1, 0, 0),
        },
      )
    const patterned = await pagesOf(['Words stay'])
    const { context } = patterned
    const font = patterned.getPage(0).node.normalizedEntries().Font
    const tile = context.flateStream(`BT ${String(font.keys()[0])} 9 Tf 2 2 Td (Rumpelstilz) Tj ET`, {
      ...{ PatternType: 1, PaintType: 1, TilingType: 1, BBox: [0, 0, 60, 12], XStep: 60, YStep: 12 },
      Resources: { Font: font },
    } as never)
    const page = patterned.getPage(0)
    page.node
      .normalizedEntries()
      .Resources.set(PDFName.of('Pattern'), context.obj({ P1: context.register(tile) }))
    const fill = context.flateStream('/Pattern cs /P1 scn 20 20 250 100 re f')
    page.node.addContentStream(context.register(fill))
    for (const [name, document] of Object.entries({ scan, drawn, patterned })) {
      const path = await pdfs.file(`${name}.pdf`, document)
      const output = await save(path, { redact: { areas: [{ page: 1, rect: rect(100, 80, 60, 40) }] } })
      expect(output.warnings.join(' '), name).toMatch(/Page 1 became an image/)
      expect((await pdfs.texts(output))[0], name).toBe('')
      expect(leaks(output.path, 'Rumpelstilz'), name).toEqual([])
      const seen = await drawnPage(output.path)
      expect(seen.at(130, 100), name).toEqual([0, 0, 0])
      const { images } = { images: hasPoppler ? said('pdfimages', '-list', output.path) : '' }
      if (hasPoppler) expect(images.match(/jpeg/g), name).toHaveLength(1)
    }
  })

  it('keeps the text of a page with alternative text, which is removed', async () => {
    const document = await PDFDocument.create()
    const page = document.addPage([300, 200])
    const words = document.context.flateStream(
      '/Span << /ActualText (Rumpelstilz) >> BDC 10 10 20 20 re f EMC',
    )
    page.node.addContentStream(document.context.register(words))
    page.drawText('Words stay', { x: 20, y: 150 })
    const path = await pdfs.file('spoken.pdf', document)
    const output = await save(path, { redact: { areas: [{ page: 1, rect: rect(100, 80, 60, 40) }] } })
    expect(output.warnings.join(' ')).not.toMatch(/image, so/)
    expect((await pdfs.texts(output))[0]).toBe('Words stay')
    expect(leaks(output.path, 'Rumpelstilz')).toEqual([])
    const seen = await drawnPage(output.path)
    expect(seen.at(20, 180)).toEqual([0, 0, 0])
    expect(seen.at(130, 100)).toEqual([0, 0, 0])
  })

  it('keeps the text of a page whose forms share its resources', async () => {
    const document = await pagesOf(['Words stay'])
    const { context } = document
    const resources = document.getPage(0).node.normalizedEntries().Resources
    const stamp = context.flateStream('0 0 1 rg 0 0 20 20 re f', {
      ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 20, 20], Resources: resources },
    } as never)
    resources.set(PDFName.of('XObject'), context.obj({ Stamp: context.register(stamp) }))
    const drawn = context.flateStream('q 1 0 0 1 200 20 cm /Stamp Do Q')
    document.getPage(0).node.addContentStream(context.register(drawn))
    const path = await pdfs.file('stamp.pdf', document)
    const output = await save(path, { redact: { areas: [{ page: 1, rect: rect(100, 80, 60, 40) }] } })
    expect(output.warnings.join(' ')).not.toMatch(/image, so/)
    expect((await pdfs.texts(output))[0]).toBe('Words stay')
    expect((await drawnPage(output.path)).at(210, 170)).toEqual([0, 0, 255])
  })

  it('goes with words, wherever they stand, and with other edits', async () => {
    const path = await pdfs.five()
    const output = await save(path, {
      pages: [{ page: 4 }, { page: 2 }, { page: 1 }],
      marks: [{ kind: 'text', page: 2, rect: rect(20, 20, 200, 30), text: 'Fourteen and Two more' }],
      redact: { terms: ['two'], areas: [{ page: 1, rect: rect(0, 0, 300, 200) }] },
    })
    const texts = await pdfs.texts(output)
    expect(texts[0]).toBe('')
    expect(texts[1]).toMatch(/^Fourteen and\s+more$/)
    expect(texts[2]).toBe('One')
    expect(leaks(output.path, 'Two')).toEqual([])
    const failure = await failureOf(save(path, { redact: { terms: ['absent'] } }))
    expect(failure.code).toBe('option_refused')
    expect(failure.message).toMatch(SENTENCE)
  })

  it('looks for each word as it is asked to', async () => {
    const path = await pdfs.five()
    const output = await save(path, {
      marks: [{ kind: 'text', page: 1, rect: rect(20, 20, 200, 30), text: 'TWO two twofold Three' }],
      redact: { terms: [{ text: 'two', match_case: true, whole_words: true }, 'tHREE'] },
    })
    const texts = await pdfs.texts(output)
    expect(texts[0]).toMatch(/^One\s+TWO\s+twofold$/)
    expect(texts[1]).toBe('Two')
    expect(texts[2]).toBe('')
  })
})
