import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fontkit from '@cantoo/fontkit'
import {
  degrees,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  type PDFRef,
  PDFString,
  StandardFonts,
  TextAlignment,
} from '@cantoo/pdf-lib'
import { pdfOf } from '../scripts/pdf-of.ts'

/** As Playwright hands it to a page. */
interface TestFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const asFile = async (name: string, document: PDFDocument): Promise<TestFile> => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(await document.save()),
})

/**
 * A book: on each page its number, "lantern" on every tenth, and enough text to take a moment to
 * draw. Its pages hang on a tree, or stand in one list.
 */
export async function book(pages: number, hang: 'tree' | 'list' = 'tree'): Promise<TestFile> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.TimesRoman)
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([612, 792])
    page.drawText(`Page ${number} of the book`, { x: 72, y: 700, size: 20, font })
    if (number % 10 === 0) page.drawText('Here a lantern is lit.', { x: 72, y: 660, size: 12, font })
    // Figures that do not pack, so that the file is large enough for parts.
    for (let line = 0; line < 30; line++) {
      const figures = Array.from(
        { length: 9 },
        (_, at) => ((number * 7919 + line * 104_729 + at * 611_953) % 1_000_003) * 7,
      )
      page.drawText(figures.join(' '), { x: 72, y: 620 - line * 18, size: 10, font })
    }
  }
  if (hang === 'tree') grow(document)
  return asFile(hang === 'tree' ? `book-${pages}.pdf` : `list-${pages}.pdf`, document)
}

/**
 * Pages hang on a tree, as Chromium and pdfTeX write it. pdf-lib writes one list, as many programs
 * do.
 */
function grow(document: PDFDocument) {
  const { context, catalog } = document
  const root = catalog.lookup(PDFName.of('Pages'), PDFDict)
  const leaves = root.lookup(PDFName.of('Kids'), PDFArray).asArray() as PDFRef[]
  const kids = context.obj([])
  for (let from = 0; from < leaves.length; from += 40) {
    const some = leaves.slice(from, from + 40)
    const node = context.register(
      context.obj({
        Type: 'Pages',
        Parent: catalog.get(PDFName.of('Pages')) as PDFRef,
        Count: some.length,
        Kids: some,
      }),
    )
    for (const leaf of some) context.lookup(leaf, PDFDict).set(PDFName.of('Parent'), node)
    kids.push(node)
  }
  root.set(PDFName.of('Kids'), kids)
}

/** Links of every kind, an outline, a crop box that begins elsewhere, and pages that are turned. */
export async function linked(): Promise<TestFile> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const pages = Array.from({ length: 6 }, (_, index) => {
    const page = document.addPage([500, 700])
    page.drawText(`Chapter ${index + 1}`, { x: 60, y: 640, size: 24, font })
    return page
  })
  const { context } = document
  const link = (page: PDFPage, rect: number[], rest: Record<string, unknown>) => {
    const annotation = context.register(
      context.obj({ Type: 'Annot', Subtype: 'Link', Rect: rect, Border: [0, 0, 0], ...rest } as never),
    )
    const there = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)
    if (there) there.push(annotation)
    else page.node.set(PDFName.of('Annots'), context.obj([annotation]))
  }
  const [first, second, , fourth] = pages as [PDFPage, PDFPage, PDFPage, PDFPage]
  const write = (words: string, y: number) => first.drawText(words, { x: 60, y, size: 14, font })
  write('To chapter four', 580)
  link(first, [60, 575, 170, 595], { Dest: [fourth.ref, 'XYZ', null, 400, null] })
  write('To the web', 540)
  link(first, [60, 535, 150, 555], { A: { S: 'URI', URI: PDFString.of('https://example.com/where?a=1') } })
  write('To a script', 500)
  link(first, [60, 495, 150, 515], { A: { S: 'JavaScript', JS: PDFString.of('app.alert(1)') } })
  write('To a script address', 460)
  link(first, [60, 455, 190, 475], { A: { S: 'URI', URI: PDFString.of('javascript:document.title=1') } })
  write('Onward', 420)
  link(first, [60, 415, 130, 435], { A: { S: 'Named', N: 'NextPage' } })
  second.setMediaBox(-50, -100, 500, 700)
  second.setCropBox(20, 40, 300, 400)
  second.drawText('mark', { x: 120, y: 240, size: 20, font })
  pages[2]!.setRotation(degrees(90))
  fourth.drawText('The place that is meant', { x: 60, y: 395, size: 14, font })
  outline(document, [
    { title: 'Chapter 1', page: pages[0]! },
    { title: 'Chapter 2', page: pages[1]!, under: [{ title: 'A section of it', page: pages[4]! }] },
    { title: 'Chapter 4', page: pages[3]! },
  ])
  return asFile('linked.pdf', document)
}

type Entry = { title: string; page: PDFPage; under?: Entry[] }

function outline(document: PDFDocument, entries: Entry[]) {
  const { context } = document
  const root = context.nextRef()
  const add = (list: Entry[], parent: typeof root) => {
    const refs = list.map(() => context.nextRef())
    for (const [index, { title, page, under }] of list.entries()) {
      const below = under && add(under, refs[index]!)
      context.assign(
        refs[index]!,
        context.obj({
          Title: PDFHexString.fromText(title),
          Parent: parent,
          Dest: [page.ref, 'Fit'],
          ...(index > 0 && { Prev: refs[index - 1]! }),
          ...(index < list.length - 1 && { Next: refs[index + 1]! }),
          ...(below && { First: below[0]!, Last: below.at(-1)!, Count: below.length }),
        } as never),
      )
    }
    return refs
  }
  const refs = add(entries, root)
  context.assign(
    root,
    context.obj({ Type: 'Outlines', First: refs[0]!, Last: refs.at(-1)!, Count: refs.length } as never),
  )
  document.catalog.set(PDFName.of('Outlines'), root)
}

/** Hebrew and Arabic, whose letters a font in the file draws. */
export async function rightToLeft(): Promise<TestFile> {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit as never)
  const bytes = (path: string) => readFileSync(join(import.meta.dirname, '../node_modules/@embedpdf', path))
  const page = document.addPage([400, 300])
  const hebrew = await document.embedFont(bytes('fonts-hebrew/fonts/NotoSansHebrew-Regular.ttf'))
  page.drawText('שלום לכולם', { x: 60, y: 200, size: 24, font: hebrew })
  return asFile('hebrew.pdf', document)
}

/** Letters whose font is not in the file, under an old encoding: a reader has to bring both. */
export const ASIAN = {
  GB1: { text: '租金的支付方式', font: 'STSong-Light', encoding: 'UniGB-UCS2-H' },
  CNS1: { text: '繁體說明書內容', font: 'MSung-Light', encoding: 'UniCNS-UCS2-H' },
  Japan1: { text: '賃貸契約のしおり', font: 'Ryumin-Light', encoding: 'UniJIS-UCS2-H' },
  Korea1: { text: '임대차계약서류', font: 'HYSMyeongJo-Medium', encoding: 'UniKS-UCS2-H' },
} as const

/** On a page of 400 × 300, each letter 24 wide, from 60, 200 on. */
export function asian(order: keyof typeof ASIAN): TestFile {
  const { text: words, font, encoding } = ASIAN[order]
  const text = [...words].map((char) => char.charCodeAt(0).toString(16).padStart(4, '0')).join('')
  const stream = `BT /F1 24 Tf 60 200 Td <${text}> Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    `<< /Type /Font /Subtype /Type0 /BaseFont /${font} /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${font} /CIDSystemInfo << /Registry (Adobe) /Ordering (${order}) /Supplement 2 >> /FontDescriptor 7 0 R >>`,
    `<< /Type /FontDescriptor /FontName /${font} /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>`,
  ]
  return { name: `${order}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(pdfOf(objects), 'latin1') }
}

/** A line in each of these fonts, none of which is in the file. */
export async function unembedded(text: string, fonts: readonly StandardFonts[]): Promise<TestFile> {
  const document = await PDFDocument.create()
  const page = document.addPage([400, 300])
  for (const [at, name] of fonts.entries())
    page.drawText(text, { x: 40, y: 240 - at * 40, size: 24, font: await document.embedFont(name) })
  return asFile('standard-fonts.pdf', document)
}

/** 32 × 32 pixels of #2060c0 in JPEG 2000, as FFmpeg writes it. */
const JPEG_2000 =
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAIAAAACAAAwgHAAAAAAAPY29scgEAAAAAABIAAAC6anAyY/9P/1EALwAAAAAAIAAAACAAAAAAAAAAAAAAAQAAAAEAAAAAAAAAAAAAAwcBAQcCAgcCAv9SAAwAAAABAAYCAgAA/1wAKSJ/IH7gfuB+oHbwdvB2wG8AbwBu4GdQZ1BnaFAFUAVQR1fTV9NXYv9kABEAAUxhdmM1OS4zNy4xMDD/kAAKAAAAAAAxAAH/k8f4AgbWx/gDAXV/x/gDBux/AAAAAAAAAAAAAAAAAAAAAAAA/9k='

/** A page of 400 × 300 that an image in JPEG 2000 fills. */
export function jpeg2000(): TestFile {
  const image = Buffer.from(JPEG_2000, 'base64').toString('latin1')
  const draw = 'q 400 0 0 300 0 0 cm /P Do Q'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>',
    `<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width 32 /Height 32 /Filter /JPXDecode /Length ${image.length} >>\nstream\n${image}\nendstream`,
  ]
  return { name: 'jpeg2000.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfOf(objects), 'latin1') }
}

/**
 * A form whose fields cannot be changed, but for a code in cells and a sum at the right. Each is
 * black where it has ink.
 */
export async function readOnlyForm(): Promise<TestFile> {
  const document = await PDFDocument.create()
  const page = document.addPage([400, 300])
  const form = document.getForm()
  const look = { borderWidth: 0, width: 40, height: 40 }
  const open = form.createCheckBox('unticked')
  open.addToPage(page, { ...look, x: 40, y: 220 })
  open.enableReadOnly()
  const ticked = form.createCheckBox('ticked')
  ticked.addToPage(page, { ...look, x: 120, y: 220 })
  ticked.check()
  ticked.enableReadOnly()
  const total = form.createTextField('total')
  total.setText('1,234.00')
  total.addToPage(page, { x: 40, y: 160, width: 200, height: 24, borderWidth: 0 })
  total.enableReadOnly()
  const code = form.createTextField('code')
  code.setMaxLength(8)
  code.enableCombing()
  code.setText('ABCD')
  code.addToPage(page, { x: 40, y: 100, width: 240, height: 24, borderWidth: 0 })
  const sum = form.createTextField('sum')
  sum.setAlignment(TextAlignment.Right)
  sum.setText('12')
  sum.addToPage(page, { x: 40, y: 40, width: 200, height: 24, borderWidth: 0 })
  return asFile('read-only.pdf', document)
}

/**
 * A form with a field of each kind; what is required is empty, and the date says how it is to be
 * written.
 */
export async function lease(): Promise<TestFile> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([595, 842])
  page.drawText('Lease of 14 Harbour Row', { x: 72, y: 770, size: 20, font })
  page.drawText('Account GB29NWBK60161331926819', { x: 72, y: 740, size: 12, font })
  const form = document.getForm()
  const name = form.createTextField('tenant.name')
  name.enableRequired()
  name.addToPage(page, { x: 72, y: 680, width: 250, height: 22 })
  name.acroField.dict.set(PDFName.of('TU'), PDFString.of('Tenant, full name'))
  const date = form.createTextField('move_in')
  date.addToPage(page, { x: 72, y: 640, width: 120, height: 22 })
  date.acroField.dict.set(
    PDFName.of('AA'),
    document.context.obj({ F: { S: 'JavaScript', JS: PDFString.of('AFDate_FormatEx("dd/mm/yyyy");') } }),
  )
  form.createCheckBox('read').addToPage(page, { x: 72, y: 600, width: 16, height: 16 })
  const paid = form.createRadioGroup('paid')
  paid.addOptionToPage('monthly', page, { x: 72, y: 570, width: 16, height: 16 })
  paid.addOptionToPage('yearly', page, { x: 112, y: 570, width: 16, height: 16 })
  const rooms = form.createDropdown('rooms')
  rooms.addOptions(['One', 'Two', 'Three'])
  rooms.addToPage(page, { x: 72, y: 530, width: 120, height: 22 })
  for (const title of ['second', 'third']) {
    const next = document.addPage([595, 842])
    next.drawText(`The ${title} page`, { x: 72, y: 770, size: 20, font })
  }
  return asFile('lease.pdf', document)
}

/**
 * A form on pages that are rotated by 0, 90, 180 and 270 degrees: a field that lies with the page,
 * and one that reads upright.
 */
export async function rotatedForm(): Promise<TestFile> {
  const document = await PDFDocument.create()
  const form = document.getForm()
  for (const angle of [0, 90, 180, 270]) {
    const page = document.addPage([400, 400])
    page.setRotation(degrees(angle))
    const bare = { borderWidth: 0 }
    form.createTextField(`lying.${angle}`).addToPage(page, { ...bare, x: 40, y: 340, width: 200, height: 24 })
    const upright = form.createTextField(`upright.${angle}`)
    upright.addToPage(page, { ...bare, x: 188, y: 120, width: 24, height: 160 })
    const [widget] = upright.acroField.getWidgets()
    widget?.getOrCreateAppearanceCharacteristics().setRotation(angle)
    widget?.setRectangle(
      angle % 180 === 0
        ? { x: 120, y: 188, width: 160, height: 24 }
        : { x: 188, y: 120, width: 24, height: 160 },
    )
  }
  return asFile('rotated.pdf', document)
}

/** Two pages that open with a password. */
export async function locked(password: string): Promise<TestFile> {
  const document = await PDFDocument.load((await book(2)).buffer)
  document.encrypt({ userPassword: password, ownerPassword: 'owner' })
  return asFile('locked.pdf', document)
}
