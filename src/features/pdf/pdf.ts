import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import type { TextItem } from 'pdfjs-dist/types/src/display/api'
import { fieldsOf, type PdfField } from './fields.ts'
import type { PageShape, Point, Rect } from './geometry.ts'
import { linksOf, type PdfLink } from './links.ts'
import type { PageText } from './search.ts'

/** An open PDF. Pages are counted from 0 here, as in `PageView.index`. */
export class Pdf {
  /** For what is not told below; pages are counted from 1 there. */
  readonly document: PDFDocumentProxy
  readonly pages: number
  /** Its first page's; one that was not looked at is taken for as large. */
  readonly first: PageShape
  readonly #shapes = new Map<number, PageShape>()
  readonly #texts = new Map<number, Promise<PageText>>()
  readonly #links = new Map<number, Promise<PdfLink[]>>()
  #fields: Promise<PdfField[]> | null = null

  private constructor(document: PDFDocumentProxy, first: PageShape) {
    this.document = document
    this.pages = document.numPages
    this.first = first
    this.#shapes.set(0, first)
  }

  static async of(this: void, document: PDFDocumentProxy): Promise<Pdf> {
    return new Pdf(document, shapeOf(await document.getPage(1)))
  }

  async page(index: number): Promise<PDFPageProxy> {
    const page = await this.document.getPage(index + 1)
    if (!this.#shapes.has(index)) this.#shapes.set(index, shapeOf(page))
    return page
  }

  /** As far as it is known. */
  shape(index: number): PageShape {
    return this.#shapes.get(index) ?? this.first
  }

  isKnown(index: number): boolean {
    return this.#shapes.has(index)
  }

  text(index: number): Promise<PageText> {
    return once(this.#texts, index, async () => {
      const page = await this.page(index)
      const { items } = await page.getTextContent({ disableNormalization: true })
      const pieces = items.filter((item): item is TextItem => 'str' in item)
      return { pieces: pieces.map(({ str }) => str), ends: pieces.map(({ hasEOL }) => hasEOL) }
    })
  }

  /** Where a character of the page's text stands, in user space: its upper left corner, about. */
  async pointOf(index: number, piece: number, offset: number): Promise<Point | null> {
    const { items } = await (await this.page(index)).getTextContent({ disableNormalization: true })
    const item = items.filter((one): one is TextItem => 'str' in one)[piece]
    if (!item) return null
    const [right, up, , , x, y] = item.transform as number[]
    const length = Math.hypot(right!, up!) || 1
    const along = (item.width * offset) / Math.max(1, item.str.length)
    return { x: x! + (right! / length) * along, y: y! + (up! / length) * along + item.height }
  }

  links(index: number): Promise<PdfLink[]> {
    return once(this.#links, index, async () => linksOf(await (await this.page(index)).getAnnotations()))
  }

  /** A form in XFA alone has one page, which says that it can't be shown. */
  async isXfaAlone(): Promise<boolean> {
    const { info } = await this.document.getMetadata()
    const { IsXFAPresent, IsAcroFormPresent } = info as Record<string, unknown>
    if (!IsXFAPresent || this.pages > 1) return false
    return !IsAcroFormPresent || (await this.fields()).length === 0
  }

  fields(): Promise<PdfField[]> {
    this.#fields ??= fieldsOf(this.document)
    return this.#fields
  }
}

function shapeOf({ view, rotate, userUnit }: PDFPageProxy): PageShape {
  return { view: [...view] as unknown as Rect, rotate, unit: userUnit || 1 }
}

/** Asked for once; what failed may be asked for again. */
function once<T>(known: Map<number, Promise<T>>, key: number, get: () => Promise<T>): Promise<T> {
  const there = known.get(key)
  if (there) return there
  const asked = get()
  known.set(key, asked)
  asked.catch(() => known.delete(key))
  return asked
}
