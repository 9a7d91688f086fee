import { PDFArray, type PDFDict, type PDFDocument, PDFName, type PDFObject, PDFString } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EngineHarness } from './helpers.ts'
import { hasQpdf, PdfShop, pagesOf, said } from './pdf-files.ts'

const shop = new EngineHarness()
const pdfs = new PdfShop(shop)
beforeAll(() => shop.open())
afterAll(() => shop.close())

const [WIDTH, HEIGHT] = [400, 300]
/** Where nothing stands but the words that are redacted, in points from the lower left corner. */
const AREA = { x: 15, y: 242, width: 150, height: 42 }

const sheet = () => pagesOf(['Redacted words'], [WIDTH, HEIGHT])

/** Adds to a page's annotations, and to the form's fields. */
function addBox(document: PDFDocument, more: Record<string, unknown>) {
  const { context } = document
  const page = document.getPage(0)
  const box = context.register(
    context.obj({
      ...{ Type: 'Annot', Subtype: 'Widget', FT: 'Btn', T: PDFString.of('box') },
      ...{ V: 'Yes', AS: 'Yes', F: 4, P: page.ref, DA: PDFString.of('/ZaDb 0 Tf 0 g') },
      ...more,
    } as never),
  )
  const annots = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray) ?? context.obj([])
  annots.push(box)
  page.node.set(PDFName.of('Annots'), annots)
  document.getForm().acroForm.dict.lookup(PDFName.of('Fields'), PDFArray).push(box)
}

/** A look of a tick, drawn with a letter of a font that is found in `fonts`. */
function look(document: PDFDocument, letter: string, fonts: PDFDict | Record<string, PDFObject>) {
  const { context } = document
  const stream = context.stream(`q BT /ZaDb 18 Tf 0 g 3 4 Td (${letter}) Tj ET Q`, {
    ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 24, 24] },
    Resources: { Font: fonts },
  } as never)
  return context.register(stream)
}

const zapf = (document: PDFDocument) =>
  document.context.register(
    document.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'ZapfDingbats' }),
  )

/** A font whose letters 4 and 8 are a tick and a cross, drawn by the file itself. */
function drawnFont(document: PDFDocument) {
  const { context } = document
  const glyph = (path: string) => context.register(context.stream(`700 0 0 0 700 700 d1 80 w ${path} S`))
  return context.register(
    context.obj({
      ...{ Type: 'Font', Subtype: 'Type3', FontBBox: [0, 0, 700, 700] },
      ...{ FontMatrix: [0.001, 0, 0, 0.001, 0, 0], FirstChar: 52, LastChar: 56 },
      Widths: [700, 0, 0, 0, 700],
      Encoding: { Type: 'Encoding', Differences: [52, 'tick', 56, 'cross'] },
      CharProcs: {
        tick: glyph('50 350 m 250 50 l 650 650 l'),
        cross: glyph('50 50 m 650 650 l 50 650 m 650 50 l'),
      },
      Resources: {},
    } as never),
  )
}

const KINDS: Record<string, (document: PDFDocument) => void> = {
  'looks that the reader has to make (NeedAppearances)'(document) {
    const { acroForm } = document.getForm()
    acroForm.dict.set(PDFName.of('NeedAppearances'), document.context.obj(true) as never)
    for (const [at, letter] of ['4', '8'].entries())
      addBox(document, {
        MK: { CA: PDFString.of(letter) },
        Rect: [50 + 40 * at, 150, 74 + 40 * at, 174],
        T: PDFString.of(letter),
      })
  },
  'looks of its own, and NeedAppearances'(document) {
    document.getForm().acroForm.dict.set(PDFName.of('NeedAppearances'), document.context.obj(true) as never)
    const ZaDb = zapf(document)
    for (const [at, letter] of ['4', '8'].entries()) {
      const N = { Yes: look(document, letter, { ZaDb }), Off: look(document, ' ', { ZaDb }) }
      addBox(document, { AP: { N }, Rect: [50 + 40 * at, 150, 74 + 40 * at, 174], T: PDFString.of(letter) })
    }
  },
  'a symbol font of its own'(document) {
    const ZaDb = drawnFont(document)
    for (const [at, letter] of ['4', '8'].entries()) {
      const N = { Yes: look(document, letter, { ZaDb }), Off: look(document, ' ', { ZaDb }) }
      addBox(document, { AP: { N }, Rect: [50 + 40 * at, 150, 74 + 40 * at, 174], T: PDFString.of(letter) })
    }
  },
  'widgets that were flattened into the page'(document) {
    const page = document.getPage(0)
    const { context } = document
    const resources = page.node.normalizedEntries().Resources
    const forms = context.obj({
      T1: look(document, '4', { ZaDb: zapf(document) }),
      T2: look(document, '8', { ZaDb: drawnFont(document) }),
    })
    resources.set(PDFName.of('XObject'), forms)
    const draw = 'q 1 0 0 1 50 150 cm /T1 Do Q q 1 0 0 1 90 150 cm /T2 Do Q q 1 0 0 1 130 150 cm /T1 Do Q'
    page.node.addContentStream(context.register(context.stream(draw)))
  },
  'letters of a symbol font on the page itself'(document) {
    const page = document.getPage(0)
    const { context } = document
    const fonts = page.node.normalizedEntries().Font
    fonts.set(PDFName.of('ZaDb'), zapf(document))
    fonts.set(PDFName.of('Own'), drawnFont(document))
    const draw = 'BT /ZaDb 18 Tf 50 150 Td (4 8 l n) Tj /Own 18 Tf 0 -40 Td (48) Tj ET'
    page.node.addContentStream(context.register(context.stream(draw)))
  },
}

/** How often a file's streams show letters or draw forms. */
function draws(path: string): number {
  if (!hasQpdf) return 0
  const plain = said('qpdf', '--qdf', '--object-streams=disable', path, '-')
  return plain.match(/\b(?:Tj|TJ|Do)\b/g)?.length ?? 0
}

it.each(Object.keys(KINDS))('a tick stays what it is beside an area: %s', async (kind) => {
  const document = await sheet()
  KINDS[kind]!(document)
  const path = await pdfs.file(`ticks-${Object.keys(KINDS).indexOf(kind)}.pdf`, document)
  const output = await pdfs.run('edit', path, { redact: { areas: [{ page: 1, rect: AREA }] } })
  expect(output.warnings.join(' ')).not.toMatch(/became/)
  const [before, after] = [await pdfs.grey(path, 1, 144), await pdfs.grey(output.path, 1, 144)]
  expect(after.info).toMatchObject({ width: before.info.width, height: before.info.height })
  const { width, height } = before.info
  const top = Math.round((height * (HEIGHT - AREA.y + 4)) / HEIGHT)
  let [ink, different] = [0, 0]
  for (let at = top * width; at < width * height; at++) {
    if (before.data[at]! < 128) ink++
    if (Math.abs(before.data[at]! - after.data[at]!) > 64) different++
  }
  expect(ink, 'there are ticks to be compared').toBeGreaterThan(50)
  expect(different).toBe(0)
  // And none is there more often than before: drawn over itself it would look the same.
  const letters = async (file: string) =>
    (await pdfs.texts({ path: file, pages: 1 })).join('').replace('Redacted words', '').replace(/\s/g, '')
  const flattened = await pdfs.run('flatten', path)
  expect(await letters(output.path)).toBe(await letters(flattened.path))
  expect(draws(output.path)).toBeLessThanOrEqual(draws(flattened.path))
})
