import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, PDFHexString, type PDFPage } from '@cantoo/pdf-lib'
import { familyOf, type MadeFile } from './made-file.ts'
import { type PdfObject, pdf, stream } from './pdf.ts'

const HELVETICA = '<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>>>'
const words = (text: string) => stream(`BT /F1 24 Tf 72 700 Td (${text}) Tj ET`)
const MEDIA = '/MediaBox[0 0 612 792]'
const NO_TEXT = (page: string) => page.replace(MEDIA, '')

/** Objects 1 and 2 are the catalog and the page tree; each page takes two more. */
function paged(texts: string[], catalog = '', further: PdfObject[] = []): PdfObject[] {
  const kids = texts.map((_, at) => `${3 + 2 * at} 0 R`).join(' ')
  return [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${texts.length}>>`,
    ...texts.flatMap((text, at): PdfObject[] => [
      `<</Type/Page/Parent 2 0 R${MEDIA}/Resources${HELVETICA}/Contents ${4 + 2 * at} 0 R>>`,
      words(text),
    ]),
    ...further,
  ]
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `Page ${at + 1}`)
const potato = paged(['Potato'])
/** With content that packs well, so that a smaller file can be made of it. */
const roomy = [
  ...potato.slice(0, 3),
  stream(`${'% Potato\n'.repeat(200)}BT /F1 24 Tf 72 700 Td (Potato) Tj ET`),
]

/** By qpdf, since encryption with the old standards is nothing that a library offers. */
function encrypted(source: Uint8Array, bits: 40 | 128, user: string, owner: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-corpora-'))
  try {
    const [from, to] = [join(folder, 'from.pdf'), join(folder, 'to.pdf')]
    writeFileSync(from, source)
    const options = ['--allow-weak-crypto', '--static-id', '--encrypt', user, owner, String(bits), '--']
    execFileSync('qpdf', [...options, from, to])
    return readFileSync(to)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The tree of pages is two hundred levels deep. */
function deepPages(): Buffer {
  const depth = 200
  const nodes = Array.from({ length: depth }, (_, at) => {
    const parent = at === 0 ? '' : `/Parent ${1 + at} 0 R`
    return `<</Type/Pages/Kids[${3 + at} 0 R]/Count 1${parent}>>`
  })
  const page = `<</Type/Page/Parent ${1 + depth} 0 R${MEDIA}/Resources${HELVETICA}/Contents ${3 + depth} 0 R>>`
  return pdf(['<</Type/Catalog/Pages 2 0 R>>', ...nodes, page, words('Deep')])
}

const outline = (first: number) => [
  `<</Type/Outlines/First ${first} 0 R/Last ${first + 1} 0 R/Count 2>>`,
  `<</Title(One)/Parent ${first - 1} 0 R/Next ${first + 1} 0 R/Dest[3 0 R/Fit]>>`,
]
const LABELS = '/PageLabels<</Nums[0<</S/r>>2<</S/D/St 1>>]>>'
const FIVE = numbered(5)

const withOutlines = (last: string) => pdf(paged(FIVE, `${LABELS}/Outlines 13 0 R`, [...outline(14), last]))

const inlineImage = (size: number) =>
  `q 300 0 0 300 72 300 cm BI /W ${size} /H ${size} /CS /G /BPC 8 ID ${'\x80'.repeat(size * size)} EI Q`

async function fields(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setCreationDate(new Date(0))
  document.setModificationDate(new Date(0))
  const [one, two] = [document.addPage([612, 792]), document.addPage([612, 792])]
  const form = document.getForm()
  let top = 740
  const place = () => {
    top = top < 100 ? 740 : top - 45
    return { x: 72, y: top, width: 160, height: 24 }
  }
  const text = (name: string, page: PDFPage, value?: string) => {
    const field = form.createTextField(name)
    if (value) field.setText(value)
    field.addToPage(page, place())
    return field
  }
  const radio = (name: string, page: PDFPage) => {
    const group = form.createRadioGroup(name)
    // Their names are their numbers, which the library counts from 0.
    for (const option of ['0', '1', '2']) group.addOptionToPage(option, page, { ...place(), width: 24 })
    group.select('2')
  }
  text('Text Box 1', one, 'Formy field')
  text('Text Box 2', one, 'Second field')
  radio('r1', one)
  text('text', two, 'abc')
  for (const name of ['r2', 'r3']) radio(name, two)
  for (const name of ['checkbox1', 'checkbox2', 'checkbox3']) {
    const box = form.createCheckBox(name)
    box.addToPage(two, { ...place(), width: 20, height: 20 })
    if (name === 'checkbox2') box.check()
  }
  for (const [name, value] of [
    ['combolist1', 'pi'],
    ['drop1', 'elephant'],
    ['combodrop1', 'delta'],
  ] as const) {
    const choice = form.createDropdown(name)
    choice.addOptions(['pi', 'elephant', 'delta'])
    choice.select(value)
    choice.addToPage(two, place())
  }
  const list = form.createOptionList('list1')
  list.addOptions(['1', '2'])
  list.select('1')
  list.addToPage(two, { ...place(), height: 40 })
  const last = text('text2', two)
  form.updateFieldAppearances()
  // No standard font has these letters, so the value has no appearance.
  last.acroField.setValue(PDFHexString.fromText('salad ÷πʬ'))
  return document.save({ useObjectStreams: false, updateFieldAppearances: false })
}

async function fieldAndNote(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setCreationDate(new Date(0))
  document.setModificationDate(new Date(0))
  const page = document.addPage([612, 792])
  const field = document.getForm().createTextField('name')
  field.setText('Ana')
  field.addToPage(page, { x: 72, y: 600, width: 200, height: 24 })
  const note = { Type: 'Annot', Subtype: 'Square', Rect: [72, 400, 200, 450], C: [1, 0, 0], F: 4 }
  page.node.addAnnot(document.context.register(document.context.obj(note)))
  return document.save({ useObjectStreams: false })
}

export async function pdfs(): Promise<MadeFile[]> {
  const sheets = pdf(paged(numbered(11)))
  return familyOf('pdf', [
    ['minimal.pdf', pdf(potato)],
    ['11-pages.pdf', sheets],
    ['11-pages-with-labels.pdf', pdf(paged(numbered(11), LABELS))],
    [
      'page-labels-and-outlines.pdf',
      withOutlines('<</Title(Two)/Parent 13 0 R/Prev 14 0 R/Dest[5 0 R/Fit]>>'),
    ],
    [
      'outlines-with-loop.pdf',
      withOutlines('<</Title(Two)/Parent 13 0 R/Prev 14 0 R/Next 14 0 R>>'),
      'either',
      'damaged',
    ],
    [
      'page-labels-num-tree-damaged.pdf',
      pdf(paged(FIVE, '/PageLabels<</Nums[0 7 (x)]/Kids[99 0 R]>>')),
      'either',
      'damaged',
    ],
    [
      'page-inherit-mediabox.pdf',
      pdf([
        `<</Type/Catalog/Pages 2 0 R>>`,
        `<</Type/Pages/Kids[3 0 R]/Count 1${MEDIA}/Resources${HELVETICA}>>`,
        NO_TEXT(`<</Type/Page/Parent 2 0 R/Contents 4 0 R>>`),
        words('Inherited'),
      ]),
    ],
    [
      'comment-annotation.pdf',
      pdf([
        ...potato.slice(0, 2),
        `<</Type/Page/Parent 2 0 R${MEDIA}/Resources${HELVETICA}/Contents 4 0 R/Annots[5 0 R]>>`,
        words('Potato'),
        '<</Type/Annot/Subtype/Text/Rect[100 600 120 620]/Contents(A comment)/Name/Comment>>',
      ]),
    ],
    ['fields-two-pages.pdf', await fields()],
    ['form-fields-and-annotations.pdf', await fieldAndNote()],
    ['large-inline-image.pdf', pdf([...potato.slice(0, 3), stream(inlineImage(64))])],
    [
      '20-pages.pdf',
      encrypted(pdf(paged(numbered(20))), 128, 'user', 'owner'),
      'clean-fail',
      'needs a user password',
    ],
    [
      'enc-R2_V1_U_view_O_master.pdf',
      encrypted(pdf(potato), 40, 'view', 'master'),
      'clean-fail',
      'password is "view"',
    ],
    [
      'enc-R3_V2_U_view_O_view.pdf',
      encrypted(pdf(potato), 128, 'view', 'view'),
      'clean-fail',
      'password is "view"',
    ],
    ['enc-R3_V2_O_master.pdf', encrypted(pdf(potato), 128, '', 'master')],
    ['deep-pages.pdf', deepPages(), 'either', 'a tree of 200 levels'],
    [
      'pages-loop.pdf',
      pdf([potato[0] ?? '', '<</Type/Pages/Kids[3 0 R 2 0 R]/Count 1>>', ...potato.slice(2)]),
      'either',
      'the page tree contains itself',
    ],
    ['bad1.pdf', 'oops\n', 'clean-fail', 'damaged'],
    ['bad13.pdf', pdf(roomy, { more: '\n/Something {\n' }), 'either', 'damaged'],
    [
      'bad25.pdf',
      pdf(roomy, { header: (number) => (number === 4 ? 'x 0 obj' : `${number} 0 obj`) }),
      'either',
      'damaged',
    ],
  ])
}
