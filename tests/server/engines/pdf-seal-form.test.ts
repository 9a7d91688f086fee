import { readFileSync } from 'node:fs'
import { PDFBool, PDFDocument, PDFName, PDFNumber, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SEAL_OPTIONS } from '../../../server/engines/families/pdf/seal/options.ts'
import { inCorpora } from '../../corpora/files.ts'
import { EngineHarness } from './helpers.ts'
import { hasPoppler, PdfShop, pagesOf, said } from './pdf-files.ts'
import { SEAL, sealFile, wordsOf } from './pdf-seal-files.ts'

const shop = new EngineHarness()
const pdfs = new PdfShop(shop)
beforeAll(() => shop.open())
afterAll(() => shop.close())

const sealed = async (path: string, options: object = {}) => {
  const output = await pdfs.runAll('seal', [[path, 'pdf']], SEAL_OPTIONS.parse({ seal: SEAL, ...options }))
  return { ...output, path: await sealFile(output.path) }
}
const signatures = (path: string) => said('pdfsig', '-nocert', path)
const text = (path: string) => Buffer.from(said('pdftotext', path, '-'), 'latin1').toString('utf8')

/** A text, a tick, a hidden text and a link. */
async function form(): Promise<PDFDocument> {
  const document = await pagesOf(['Form'], [400, 300])
  const page = document.getPage(0)
  const font = await document.embedFont(StandardFonts.Helvetica)
  const fields = document.getForm()
  fields.createTextField('name').addToPage(page, { x: 50, y: 200, width: 150, height: 20, font })
  fields.createCheckBox('agreed').addToPage(page, { x: 50, y: 150, width: 20, height: 20 })
  const hidden = fields.createTextField('hidden')
  hidden.setText('Unseen')
  hidden.addToPage(page, { x: 50, y: 100, width: 150, height: 20, font })
  for (const widget of hidden.acroField.getWidgets()) widget.dict.set(PDFName.of('F'), PDFNumber.of(2))
  const { context } = document
  page.node.addAnnot(
    context.register(
      context.obj({
        ...{ Type: 'Annot', Subtype: 'Link', Rect: [50, 20, 100, 40], Border: [0, 0, 0] },
        A: { S: 'URI', URI: PDFString.of('https://example.org/') },
      }),
    ),
  )
  return document
}

describe.runIf(hasPoppler)('the form of a document that is sealed', () => {
  it('is filled, and is no form any more', async () => {
    const path = await pdfs.file('form.pdf', await form())
    const values = [
      { field: 'name', value: 'Иван \u{1f600}' },
      { field: 'agreed', value: true },
    ]
    const output = await sealed(path, { form: values })
    expect(signatures(output.path)).toContain('Total document signed')
    expect(readFileSync(output.path).subarray(0, 1000)).toEqual(readFileSync(path).subarray(0, 1000))
    const [word] = wordsOf(output.path, 1).filter((one) => one.text === 'Иван' || one.text.includes('Ð'))
    expect(word?.x).toBeGreaterThan(49)
    expect(word?.y).toBeGreaterThan(78)
    expect((word?.y ?? 0) + (word?.height ?? 0)).toBeLessThan(102)
    expect(text(output.path)).toContain('Иван ?')
    expect(text(output.path)).not.toContain('Unseen')
    expect(output.warnings).toEqual([expect.stringContaining('\u{1f600}')])
    // What is left is the link, and the seal's own field.
    const document = await PDFDocument.load(readFileSync(output.path))
    const kinds = document
      .getPage(0)
      .node.Annots()
      ?.asArray()
      .map((_, index) => String(document.getPage(0).node.Annots()?.lookup(index)))
    expect(kinds?.map((one) => /\/(Link|Sig)\b/.exec(one)?.[1])).toEqual(['Link', 'Sig'])
    expect(
      document
        .getForm()
        .getFields()
        .map((field) => field.getName()),
    ).toEqual(['Seal 1'])
  })

  it('is drawn where it was left to readers to draw it, however its places are turned', async () => {
    const document = await form()
    const fields = document.getForm()
    fields.getTextField('name').setText('Drawn')
    const [widget] = fields.getTextField('name').acroField.getWidgets()
    widget?.dict.delete(PDFName.of('AP'))
    widget?.dict.set(PDFName.of('MK'), document.context.obj({ R: 90 }))
    widget?.dict.set(PDFName.of('Rect'), document.context.obj([50, 180, 70, 280]))
    fields.acroForm.dict.set(PDFName.of('NeedAppearances'), PDFBool.True)
    const bytes = await document.save({ updateFieldAppearances: false })
    const output = await sealed(shop.file('undrawn.pdf', bytes))
    const [word] = wordsOf(output.path, 1).filter((one) => one.text === 'Drawn')
    expect(word?.height).toBeGreaterThan(word?.width ?? 1000)
    expect(word?.x).toBeGreaterThan(49)
    expect((word?.x ?? 0) + (word?.width ?? 0)).toBeLessThan(71)
    expect(word?.y).toBeGreaterThan(300 - 280 - 1)
    expect((word?.y ?? 0) + (word?.height ?? 0)).toBeLessThan(300 - 180 + 1)
  })

  it('is reported where an earlier signature allows no changes', async () => {
    const document = await form()
    const { context } = document
    const signature = context.register(
      context.obj({ Type: 'Sig', ByteRange: [0, 10, 20, 10], Contents: PDFString.of('theirs') }),
    )
    const field = context.obj({ FT: 'Sig', T: PDFString.of('Theirs'), V: signature })
    document.getForm().acroForm.addField(context.register(field))
    document.catalog.set(PDFName.of('Perms'), context.obj({ DocMDP: signature }))
    const output = await sealed(await pdfs.file('certified.pdf', document))
    expect(output.warnings).toEqual([
      expect.stringMatching(/stays a form/),
      expect.stringMatching(/does not allow changes/),
    ])
  })

  it('looks as it looked before', async () => {
    for (const from of inCorpora('pdf/fields-two-pages.pdf', 'pdf/form-fields-and-annotations.pdf')) {
      const { path } = await sealed(from)
      expect(signatures(path), from).toContain('Signature is Valid')
      const [before, after] = [await pdfs.grey(from), await pdfs.grey(path)]
      expect(after.info).toEqual(before.info)
      const differ = before.data.filter((value, index) => Math.abs(value - (after.data[index] ?? 0)) > 100)
      expect(differ.length, from).toBeLessThan(before.data.length * 0.002)
      expect((await PDFDocument.load(readFileSync(path))).getForm().getFields()).toHaveLength(1)
    }
  })

  it('stays where somebody has signed it before, whose signature stays valid', async () => {
    const source = await form()
    const first = await pdfs.runAll(
      'seal',
      [[await pdfs.file('other.pdf', await pagesOf(['Other'])), 'pdf']],
      SEAL_OPTIONS.parse({ seal: { ...SEAL, name: 'Somebody else' } }),
    )
    const signed = await sealFile(first.path)
    const again = await sealed(signed, {
      stamps: [{ kind: 'text', page: 1, rect: { x: 20, y: 20, width: 100, height: 20 }, text: 'Later' }],
    })
    expect(again.warnings).toEqual([])
    const said = signatures(again.path)
    expect(said.match(/Signature is Valid/g)).toHaveLength(2)
    expect(said).toMatch(/Not total document signed[\s\S]*Total document signed/)
    expect(
      readFileSync(again.path).subarray(0, readFileSync(signed).length).equals(readFileSync(signed)),
    ).toBe(true)

    // A form with somebody's signature in it.
    const field = source.context.obj({
      ...{ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', Rect: [0, 0, 0, 0], F: 132 },
      T: PDFString.of('Theirs'),
      V: source.context.register(
        source.context.obj({ Type: 'Sig', ByteRange: [0, 10, 20, 10], Contents: PDFString.of('theirs') }),
      ),
    })
    source.getForm().acroForm.addField(source.context.register(field))
    const kept = await sealed(await pdfs.file('signed-form.pdf', source), {
      form: [{ field: 'name', value: 'Ada' }],
    })
    expect(kept.warnings).toEqual([expect.stringMatching(/signed before.*form/)])
    const document = await PDFDocument.load(readFileSync(kept.path))
    expect(document.getForm().getTextField('name').getText()).toBe('Ada')
  })
})
