import { readFileSync } from 'node:fs'
import { PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FormReport } from '../../../server/engines/families/pdf/form/read-form.ts'
import { startPdfium, withPdf } from '../../../server/engines/families/pdf/pdfium.ts'
import { rebuild } from '../../../server/engines/families/pdf/sound-copy.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { PdfShop, pagesOf } from './pdf-files.ts'

const shop = new EngineHarness()
const pdfs = new PdfShop(shop)
beforeAll(() => shop.open())
afterAll(() => shop.close())

/** A form of one field on three pages, with a file attached to it. */
async function form({ maxLength }: { maxLength?: number } = {}): Promise<PDFDocument> {
  const document = await pagesOf(['One', 'Two', 'Three'])
  const field = document.getForm().createTextField('name')
  field.setText('Ada')
  field.addToPage(document.getPage(0), { x: 20, y: 20, width: 100, height: 20 })
  if (maxLength !== undefined) field.acroField.dict.set(PDFName.of('MaxLen'), PDFNumber.of(maxLength))
  await document.attach(Buffer.from('hello'), 'hällo.txt', { mimeType: 'text/plain' })
  return document
}
const changed = (bytes: Uint8Array, change: (text: string) => string): string =>
  shop.file('changed.pdf', Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1'))
/** Where it says that its table is, there is none. */
const noTable = (text: string) => text.replace(/startxref\s+\d+/, 'startxref\n7')
const plain = async () => (await form()).save({ useObjectStreams: false })
async function encrypted(options: Record<string, unknown> = {}): Promise<Buffer> {
  const path = await pdfs.file('form.pdf', await form())
  const made = await pdfs.run('encrypt', path, { owner_password: 'own', allow_copying: false, ...options })
  return readFileSync(made.path)
}
async function fieldsOf(path: string, options: Record<string, unknown> = {}) {
  const output = await pdfs.run('form_fields', path, options, 'json')
  return FormReport.strict().parse(JSON.parse(readFileSync(output.path, 'utf8')))
}
const attached = async (path: string) => (await pdfs.inspect(path)).attachments

describe('a form in a file with faults', () => {
  it.each([
    ['no table', plain, noTable],
    ['neither table nor trailer', plain, (text: string) => text.slice(0, text.lastIndexOf('xref\n0'))],
    ['a table in another place, encrypted', encrypted, noTable],
    ['much behind its end, encrypted', encrypted, (text: string) => text + '\0'.repeat(3000)],
    ['more pages counted than there are', plain, (text: string) => text.replace('/Count 3', '/Count 5')],
    ['fewer pages counted than there are', plain, (text: string) => text.replace('/Count 3', '/Count 2')],
    ['other bytes before its beginning', plain, (text: string) => 'junk\n'.repeat(100) + text],
  ] as const)('is read: %s', async (_, made, change) => {
    const report = await fieldsOf(changed(await made(), change))
    expect(report).toMatchObject({ pages: 3, fields: [{ name: 'name', value: 'Ada', page: 1 }] })
  })

  it.each([
    ['null', (text: string) => text.replace(/\/AcroForm \d+ \d+ R/, '/AcroForm null')],
    ['no dictionary', (text: string) => text.replace(/\/AcroForm \d+ \d+ R/, '/AcroForm [7]')],
    ['without a list', (text: string) => text.replace(/\/Fields \[[^\]]*\]/, '/Fields 5')],
  ])('is read from its pages where the form is %s', async (_, change) => {
    expect((await fieldsOf(changed(await plain(), change))).fields).toMatchObject([{ name: 'name' }])
  })

  it('is read with its password, and with no other', async () => {
    const path = changed(await encrypted({ user_password: 'open' }), noTable)
    expect((await fieldsOf(path, { password: 'open' })).fields).toMatchObject([{ value: 'Ada' }])
    const failure = await failureOf(fieldsOf(path, { password: 'wrong' }))
    expect(failure.code).toBe('source_encrypted')
    expect(failure.message).toMatch(SENTENCE)
  })

  it('has no most characters where it says none', async () => {
    const path = await pdfs.file('none.pdf', await form({ maxLength: 0 }))
    expect((await fieldsOf(path)).fields).toMatchObject([{ max_length: null }])
    const saved = await pdfs.run('edit', path, { fields: { name: 'Ada Lovelace' } })
    expect((await fieldsOf(saved.path)).fields).toMatchObject([{ value: 'Ada Lovelace' }])
  })
})

describe('attachments', () => {
  const turned = [1, 2, 3].map((page) => ({ file: 0, page, rotate: 90 }))
  it.each([
    ['fields', { fields: { name: 'Grace' } }],
    ['pages', { pages: turned }],
    ['nothing', {}],
  ])('are kept by an edit of an encrypted file that is damaged: %s', async (_, edits) => {
    const output = await pdfs.run('edit', changed(await encrypted(), noTable), edits)
    expect(await attached(output.path)).toBe(1)
    expect(output.warnings).toContainEqual(expect.stringMatching(/damaged/))
  })

  it('are kept where only the pages can be put into a new file', async () => {
    const pdfium = await startPdfium()
    const { bytes, lostAttachments } = rebuild({ pdfium }, await plain())
    expect(lostAttachments).toBe(0)
    expect(withPdf({ pdfium }, bytes, ({ pages }) => pages)).toBe(3)
    const [file] = (await PDFDocument.load(bytes)).getAttachments()
    expect([file?.name, Buffer.from(file?.data ?? []).toString()]).toEqual(['hällo.txt', 'hello'])
  })
})
