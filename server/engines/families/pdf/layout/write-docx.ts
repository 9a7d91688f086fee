import {
  AlignmentType,
  Document,
  Paragraph as DocxParagraph,
  type FileChild,
  Footer,
  Header,
  type ISectionOptions,
  Packer,
  PageOrientation,
  SectionType,
} from 'docx'
import { docxBlocks } from './docx-blocks.ts'
import { docxLists } from './docx-lists.ts'
import { runningChildren } from './docx-runs.ts'
import type { Band, DocumentModel, Page, RunningLine } from './model.ts'
import { legalText } from './xml-text.ts'

/** Word's maximum page size, in points. */
const LARGEST = 1584
const SMALLEST = 72
const twips = (points: number): number => Math.round(points * 20)
const sized = (points: number): number => Math.min(LARGEST, Math.max(SMALLEST, points))

interface Section {
  page: Page
  columns: number
  space: number
  type: (typeof SectionType)[keyof typeof SectionType]
  children: FileChild[]
}

/** Writes a document as DOCX bytes. */
export async function writeDocx(model: DocumentModel): Promise<Buffer> {
  const sections = sectionsOf(model).map((section, index) => sectionOptions(model, section, index === 0))
  const { font, size } = model.body
  const document = new Document({
    creator: '',
    lastModifiedBy: '',
    title: legalText(model.title),
    styles: {
      default: {
        document: { run: { font: legalText(font), size: Math.max(2, Math.round(size * 2)) } },
        ...Object.fromEntries(
          [1, 2, 3, 4, 5, 6].map((level) => [`heading${level}`, { run: { color: 'auto' } }]),
        ),
        hyperlink: { run: { color: 'auto' } },
      },
    },
    numbering: { config: docxLists(model) },
    sections,
  })
  return await Packer.toBuffer(document)
}

/** Sections with the same page size and number of columns. */
function sectionsOf(model: DocumentModel): Section[] {
  const sections: Section[] = []
  for (const page of model.pages) {
    let starts = page.breakBefore
    for (const band of page.bands) {
      const last = sections.at(-1)
      const sameSize = last !== undefined && isSameSize(last.page, page)
      const fits = sameSize && last.columns === band.columns.length
      const section: Section = fits
        ? last
        : {
            page,
            columns: band.columns.length,
            space: band.space,
            type: sameSize && !starts ? SectionType.CONTINUOUS : SectionType.NEXT_PAGE,
            children: [],
          }
      if (!fits) sections.push(section)
      section.children.push(...bandChildren(band, model, page, fits && starts))
      starts = false
    }
  }
  const [first] = model.pages
  if (sections.length === 0 && first)
    sections.push({ page: first, columns: 1, space: 0, type: SectionType.NEXT_PAGE, children: [] })
  return sections
}

function bandChildren(band: Band, { margins }: DocumentModel, page: Page, onNewPage: boolean): FileChild[] {
  const inner = Math.max(36, page.width - margins.left - margins.right)
  const count = band.columns.length
  const width = (inner - band.space * (count - 1)) / count
  return band.columns.flatMap((blocks, index) => {
    const left = count === 1 ? margins.left : (blocks[0]?.box.left ?? margins.left)
    return docxBlocks(blocks, { left, width }, onNewPage && index === 0)
  })
}

const isSameSize = (one: Page, other: Page): boolean =>
  Math.abs(one.width - other.width) < 2 && Math.abs(one.height - other.height) < 2

function sectionOptions(model: DocumentModel, section: Section, first: boolean): ISectionOptions {
  const { margins, header, footer, firstNumber } = model
  const [width, height] = [sized(section.page.width), sized(section.page.height)]
  const landscape = width > height
  return {
    properties: {
      type: section.type,
      page: {
        // The writer swaps the sides of a landscape page.
        size: {
          width: twips(landscape ? height : width),
          height: twips(landscape ? width : height),
          orientation: landscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
        },
        margin: {
          top: twips(margins.top),
          right: twips(margins.right),
          bottom: twips(margins.bottom),
          left: twips(margins.left),
          header: twips(Math.min(36, margins.top / 2)),
          footer: twips(Math.min(36, margins.bottom / 2)),
        },
        ...(first && firstNumber !== 1 ? { pageNumbers: { start: firstNumber } } : {}),
      },
      ...(section.columns > 1 ? { column: { count: section.columns, space: twips(section.space) } } : {}),
    },
    // Later sections inherit the first one's.
    ...(first && header.length > 0
      ? { headers: { default: new Header({ children: running(header) }) } }
      : {}),
    ...(first && footer.length > 0
      ? { footers: { default: new Footer({ children: running(footer) }) } }
      : {}),
    children: section.children,
  }
}

const ALIGNMENTS = {
  left: AlignmentType.START,
  center: AlignmentType.CENTER,
  right: AlignmentType.END,
} as const

const running = (lines: readonly RunningLine[]): DocxParagraph[] =>
  lines.map(
    ({ parts, align }) =>
      new DocxParagraph({
        children: runningChildren(parts),
        alignment: ALIGNMENTS[align],
        spacing: { after: 0 },
      }),
  )
