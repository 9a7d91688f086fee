import { readFileSync } from 'node:fs'
import fontkit from '@cantoo/fontkit'
import { PDFDocument, PDFHexString, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fontFileOf } from '../../../server/engines/kernel/shipped-fonts.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { hasPoppler, leaks, noise, PdfShop, pagesOf, said } from './pdf-files.ts'

const shop = new EngineHarness()
const pdfs = new PdfShop(shop)
beforeAll(() => shop.open())
afterAll(() => shop.close())

const WORD = 'Rumpelstilz'

/** A document that says the word in as many places as it can. */
async function talkative(): Promise<PDFDocument> {
  const document = await pagesOf([`My name is ${WORD}.`, 'Nothing here', `${WORD.toUpperCase()} on an image`])
  document.setTitle(`About ${WORD}`)
  document.setKeywords([WORD])
  const [first, second, third] = document.getPages()
  const field = document.getForm().createTextField(`field.${WORD}`)
  field.setText(`value ${WORD} too`)
  if (first) field.addToPage(first, { x: 20, y: 20, width: 250, height: 24 })
  const { context, catalog } = document
  const note = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Text',
      Rect: [200, 150, 220, 170],
      Contents: PDFHexString.fromText(`a note on ${WORD}`),
    }),
  )
  const link = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [10, 10, 50, 50],
      A: { S: 'URI', URI: PDFString.of(`https://example.org/${WORD}`) },
    }),
  )
  second?.node.set(PDFName.of('Annots'), context.obj([note, link]))
  const item = context.nextRef()
  const outlines = context.register(context.obj({ Type: 'Outlines', First: item, Last: item, Count: 1 }))
  context.assign(
    item,
    context.obj({
      Title: PDFHexString.fromText(`Chapter ${WORD}`),
      Parent: outlines,
      Dest: [first?.ref ?? null, 'Fit'],
    }),
  )
  catalog.set(PDFName.of('Outlines'), outlines)
  catalog.set(
    PDFName.of('StructTreeRoot'),
    context.register(context.obj({ Type: 'StructTreeRoot', T: PDFString.of(WORD), K: [] })),
  )
  catalog.set(
    PDFName.of('Metadata'),
    context.register(context.stream(`<x:xmpmeta>${WORD}</x:xmpmeta>`, { Type: 'Metadata', Subtype: 'XML' })),
  )
  catalog.set(PDFName.of('Lang'), PDFString.of(WORD))
  await document.attach(Buffer.from(`attached ${WORD}`), `${WORD}.txt`)
  third?.drawImage(await document.embedPng(await noise(60, 40).png().toBuffer()), {
    x: 0,
    y: 140,
    width: 300,
    height: 50,
    opacity: 0.3,
  })
  return document
}

describe('redaction', () => {
  it('leaves the word nowhere: not on the pages, and not beside them', async () => {
    const path = await pdfs.file('talkative.pdf', await talkative())
    expect(leaks(path, WORD).length).toBeGreaterThan(0)
    const output = await pdfs.run('redact', path, { terms: [WORD] })
    expect(leaks(output.path, WORD)).toEqual([])
    expect(output.warnings[0]).toMatch(/^3 passages on 2 pages removed/)
    expect(output.warnings.join(' ')).toMatch(/Page 3 became an image/)
    const texts = await pdfs.texts(output)
    expect(texts[0]).toMatch(/My name is/)
    expect(texts[0]).toMatch(/value\s+too/)
    expect(texts[1]).toBe('Nothing here')
    // The page with an image below the word is an image now, with nothing to select.
    expect(texts[2]).toBe('')
    if (hasPoppler) expect(said('pdftotext', output.path, '-')).not.toMatch(/rumpel/i)
    expect(await pdfs.inspect(output.path)).toMatchObject({
      pages: 3,
      title: '',
      bookmarks: [],
      attachments: 0,
      annotations: 0,
      form: 'none',
      tagged: false,
    })
  })

  it('is black where the word was, and leaves the rest to be seen', async () => {
    const path = await pdfs.file('line.pdf', await pagesOf([`${WORD} stays`]))
    const output = await pdfs.run('redact', path, { terms: [WORD] })
    const { data, info } = await pdfs.grey(output.path, 1, 144)
    const at = (x: number, y: number) => data[Math.round(2 * y) * info.width + Math.round(2 * x)]
    // The word stands from 20 to about 95 points, its middle five points above the foot of the
    // line, 50 from the top.
    for (const x of [24, 40, 60, 85]) expect(at(x, 46), `${x}`).toBeLessThan(30)
    expect(data.filter((grey, index) => grey < 128 && index % info.width > 200).length).toBeGreaterThan(100)
  })

  it('finds what is divided, spelt otherwise or written in glyph codes', async () => {
    const document = await PDFDocument.create()
    document.registerFontkit(fontkit as Parameters<PDFDocument['registerFontkit']>[0])
    const noto = await document.embedFont(readFileSync(fontFileOf('Noto Sans')), { subset: true })
    const helvetica = await document.embedFont(StandardFonts.Helvetica)
    const page = document.addPage([300, 200])
    page.drawText('Ωμέγα ÄRGER office', { x: 20, y: 150, size: 14, font: noto })
    page.drawText('a secret', { x: 20, y: 110, size: 14, font: helvetica })
    page.drawText('phrase here', { x: 20, y: 92, size: 14, font: helvetica })
    const path = await pdfs.file('spelt.pdf', document)
    const output = await pdfs.run('redact', path, { terms: ['ωμέγα', 'ärger', 'secret  phrase'] })
    const [text] = await pdfs.texts(output)
    expect(text).not.toMatch(/Ω|ÄRGER|secret|phrase/)
    expect(text).toMatch(/office[\s\S]*a[\s\S]*here/)
    if (hasPoppler)
      expect(said('pdftotext', '-enc', 'UTF-8', output.path, '-')).not.toMatch(/secret|phrase|RGER/)
  })

  it('keeps to capitals and to whole words when told', async () => {
    const path = await pdfs.file('cat.pdf', await pagesOf(['cat Cat concat cats']))
    const [whole] = await pdfs.texts(await pdfs.run('redact', path, { terms: ['cat'], whole_words: true }))
    expect(whole).toMatch(/^concat\s+cats$/)
    const output = await pdfs.run('redact', path, { terms: ['Cat', 'absent'], match_case: true })
    expect((await pdfs.texts(output))[0]).toMatch(/cat\s+concat cats/)
    expect(output.warnings.join(' ')).toMatch(/"absent" was not found/)
  })

  it('knows addresses and numbers of its own accord', async () => {
    const lines = [
      'Write to ada.l@example.co.uk today',
      'Call +49 170 1234567 or (030) 123 45 67',
      'IBAN DE89 3704 0044 0532 0130 00 end',
      'Card 4111 1111 1111 1111 end',
      'In 2026 it cost 1.250,00 on 12.03.',
    ]
    const path = await pdfs.file('numbers.pdf', await pagesOf(lines, [400, 200]))
    const kinds = { emails: true, phone_numbers: true, bank_accounts: true, card_numbers: true }
    const texts = await pdfs.texts(await pdfs.run('redact', path, kinds))
    expect(texts.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      'Write to today',
      'Call or',
      'IBAN end',
      'Card end',
      lines[4],
    ])
  })

  it('keeps no result when the word is written where it cannot be reached', async () => {
    const document = await pagesOf(['Plain'])
    const { context } = document
    const spoken = context.flateStream(`/Span << /ActualText (${WORD}) >> BDC EMC`)
    document.getPage(0).node.addContentStream(context.register(spoken))
    const failure = await failureOf(
      pdfs.run('redact', await pdfs.file('spoken.pdf', document), { terms: [WORD] }),
    )
    expect(failure.code).toBe('output_wrong')
    expect(failure.message).toMatch(SENTENCE)
  })

  it('says so when there is nothing to redact', async () => {
    const scan = await PDFDocument.create()
    scan.addPage([100, 100]).drawImage(
      await scan.embedPng(
        await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      ),
    )
    for (const document of [await pagesOf(['Other words']), scan]) {
      const failure = await failureOf(
        pdfs.run('redact', await pdfs.file('other.pdf', document), { terms: [WORD] }),
      )
      expect(failure.code).toBe('option_refused')
      expect(failure.message).toMatch(SENTENCE)
    }
  })

  it('takes up to 20 words of one line each', () => {
    const operation = shop.engines.operations({ from: 'pdf' }).find((one) => one.operation === 'redact')
    if (!operation) throw new Error('There is no redaction.')
    const ok = (terms: unknown) => shop.engines.checkOptions(operation, { terms }).ok
    expect(ok(['a', 'ü'.repeat(200)])).toBe(true)
    for (const terms of [['a\nb'], [''], ['x'.repeat(201)], Array(21).fill('a'), 'a', [1], ['\u202e']])
      expect(ok(terms)).toBe(false)
  })
})
