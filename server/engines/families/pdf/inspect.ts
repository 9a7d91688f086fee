import { imagesOn } from './images.ts'
import type { PdfInspection } from './inspection.ts'
import { type Bookmark, countBookmarks, readOutline } from './outline.ts'
import { heap, type PdfDocument, type Pdfium, readText, withMemory } from './pdfium.ts'
import { pageText } from './text.ts'
import { visibleBox } from './visible-box.ts'

const MAX_PAGES = 500
const MAX_BOOKMARKS = 1000
const MAX_FONTS = 500
/** FPDF_PAGEOBJ_TEXT; FPDF_ANNOT_WIDGET */
const TEXT = 1
const WIDGET = 20
/** Permission bits, counted from 1 as in ISO 32000-1, table 22: 3 print, 4 modify, 5 copy. */
const BITS = { print: 1 << 2, change: 1 << 3, copy: 1 << 4 } as const

/** Inspects a PDF; `bytes` is the file size. */
export function inspectPdf(
  pdfium: Pdfium,
  document: PdfDocument,
  bytes: number,
  onPage: (index: number) => void,
): PdfInspection {
  const { handle } = document
  const said = (key: string) =>
    readText(pdfium, (at, length) => pdfium.FPDF_GetMetaText(handle, key, at, length)).slice(0, 20_000)
  const outline = readOutline(pdfium, document)
  const bookmark_count = countBookmarks(outline)
  const bookmarks = listed(outline, 1).slice(0, MAX_BOOKMARKS)
  const encrypted = pdfium.EPDF_IsEncrypted(handle)
  const permissions = encrypted ? pdfium.FPDF_GetDocUserPermissions(handle) : -1
  return {
    format: 'pdf',
    bytes,
    version: version(pdfium, handle),
    pages: document.pages,
    encrypted,
    permissions: {
      print: (permissions & BITS.print) !== 0,
      copy: (permissions & BITS.copy) !== 0,
      change: (permissions & BITS.change) !== 0,
    },
    title: said('Title'),
    author: said('Author'),
    subject: said('Subject'),
    keywords: said('Keywords'),
    creator: said('Creator'),
    producer: said('Producer'),
    created: said('CreationDate'),
    modified: said('ModDate'),
    tagged: pdfium.FPDFCatalog_IsTagged(handle),
    signatures: Math.max(0, pdfium.FPDF_GetSignatureCount(handle)),
    attachments: Math.max(0, pdfium.FPDFDoc_GetAttachmentCount(handle)),
    form: (['none', 'acroform', 'xfa', 'xfa'] as const)[pdfium.FPDF_GetFormType(handle)] ?? 'none',
    bookmark_count,
    bookmarks,
    bookmarks_left_out: bookmark_count - bookmarks.length,
    ...lookAtPages(pdfium, document, onPage),
    last_page: document.page(document.pages - 1, (page) => boxOf(pdfium, page)),
  }
}

type OfPages =
  | 'sizes'
  | 'page_boxes'
  | 'form_fields'
  | 'annotations'
  | 'pages_with_text'
  | 'pages_with_pictures'
  | 'pages_looked_at'
  | 'fonts'

function lookAtPages(
  pdfium: Pdfium,
  document: PdfDocument,
  onPage: (index: number) => void,
): Pick<PdfInspection, OfPages> {
  const sizes = new Map<string, { width: number; height: number; pages: number }>()
  const page_boxes: PdfInspection['page_boxes'] = []
  const fonts = new Map<string, boolean>()
  const counts = { form_fields: 0, annotations: 0, pages_with_text: 0, pages_with_pictures: 0 }
  let pages_looked_at = 0
  for (let index = 0; index < Math.min(document.pages, MAX_PAGES); index++) {
    onPage(index)
    document.page(index, (page) => {
      pages_looked_at++
      const [width = 0, height = 0] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)].map(
        (points) => Math.round(points * 100) / 100,
      )
      const size = sizes.get(`${width} ${height}`) ?? { width, height, pages: 0 }
      sizes.set(`${width} ${height}`, { ...size, pages: size.pages + 1 })
      const box = { page: index + 1, ...boxOf(pdfium, page) }
      if (!isSameBox(page_boxes.at(-1), box)) page_boxes.push(box)
      const widgets = countWidgets(pdfium, page)
      counts.form_fields += widgets
      counts.annotations += Math.max(0, pdfium.FPDFPage_GetAnnotCount(page)) - widgets
      if (pageText(pdfium, page) !== '') counts.pages_with_text += 1
      if (!imagesOn(pdfium, page).next().done) counts.pages_with_pictures += 1
      collectFonts(pdfium, page, fonts)
    })
  }
  const named = [...fonts].map(([name, embedded]) => ({ name, embedded }))
  return { sizes: [...sizes.values()], page_boxes, fonts: named, pages_looked_at, ...counts }
}

type Box = Omit<PdfInspection['page_boxes'][number], 'page'>

function boxOf(pdfium: Pdfium, page: number): Box {
  const [left, bottom, right, top] = visibleBox(pdfium, page)
  const round = (points: number) => Math.round(points * 100) / 100
  const rotation = ([0, 90, 180, 270] as const)[pdfium.FPDFPage_GetRotation(page)] ?? 0
  return {
    x: round(left),
    y: round(bottom),
    width: round(right - left),
    height: round(top - bottom),
    rotation,
  }
}

const isSameBox = (one: Box | undefined, other: Box): boolean =>
  one !== undefined &&
  (['x', 'y', 'width', 'height', 'rotation'] as const).every((key) => one[key] === other[key])

function countWidgets(pdfium: Pdfium, page: number): number {
  let widgets = 0
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), 10_000)
  for (let index = 0; index < count; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (!annotation) continue
    if (pdfium.FPDFAnnot_GetSubtype(annotation) === WIDGET) widgets++
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
  return widgets
}

function collectFonts(pdfium: Pdfium, page: number, fonts: Map<string, boolean>): void {
  const objects = Math.min(pdfium.FPDFPage_CountObjects(page), 5000)
  for (let index = 0; index < objects && fonts.size < MAX_FONTS; index++) {
    const object = pdfium.FPDFPage_GetObject(page, index)
    if (pdfium.FPDFPageObj_GetType(object) !== TEXT) continue
    const font = pdfium.FPDFTextObj_GetFont(object)
    if (!font) continue
    const name = withMemory(pdfium, 256, (at) => {
      const length = Math.min(256, pdfium.FPDFFont_GetBaseFontName(font, at, 256))
      return Buffer.from(heap(pdfium).slice(at, at + Math.max(0, length - 1))).toString('utf8')
    })
    if (name) fonts.set(name.replace(/^[A-Z]{6}\+/, ''), pdfium.FPDFFont_GetIsEmbedded(font) === 1)
  }
}

/** Converts 17 to `1.7`. */
function version(pdfium: Pdfium, handle: number): string {
  return withMemory(pdfium, 4, (at) => {
    if (!pdfium.FPDF_GetFileVersion(handle, at)) return ''
    const number = new DataView(heap(pdfium).buffer, at, 4).getInt32(0, true)
    return `${Math.floor(number / 10)}.${number % 10}`
  })
}

function listed(bookmarks: readonly Bookmark[], level: number): PdfInspection['bookmarks'] {
  return bookmarks.flatMap(({ title, page, children }) => [
    { title, page: page === null ? null : page + 1, level },
    ...listed(children, level + 1),
  ])
}
