import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import type { TextItem } from 'pdfjs-dist/types/src/display/api'
import { fieldsOf, type PdfField } from './fields.ts'
import type { PageShape, Point, Rect } from './geometry.ts'
import { linksOf, type PdfLink } from './links.ts'
import type { PageText } from './search.ts'

/** An open PDF. Page indexes start at 0, as in `PageView.index`. */
export class Pdf {
  /** For anything without a method here; its page numbers start at 1. */
  readonly document: PDFDocumentProxy
  readonly pages: number
  /** The first page's shape; the size of pages that are not loaded yet. */
  readonly first: PageShape
  readonly #shapes = new Map<number, PageShape>()
  readonly #texts = new Map<number, Promise<PageText>>()
  readonly #links = new Map<number, Promise<PdfLink[]>>()
  #fields: Promise<PdfField[]> | null = null
  readonly #further: { pdf: Pdf; from: number }[] = []
  #end: number

  private constructor(document: PDFDocumentProxy, first: PageShape) {
    this.document = document
    this.pages = document.numPages
    this.#end = document.numPages
    this.first = first
    this.#shapes.set(0, first)
  }

  static async of(this: void, document: PDFDocumentProxy): Promise<Pdf> {
    return new Pdf(document, shapeOf(await document.getPage(1)))
  }

  /**
   * Appends the pages of another file, after the last index, so that an arrangement can display
   * them. Document data (page count, fields, outline) is not merged. @returns the index of the
   * first one
   */
  append(other: Pdf): number {
    const known = this.#further.find(({ pdf }) => pdf === other)
    if (known) return known.from
    const from = this.#end
    this.#further.push({ pdf: other, from })
    this.#end += other.pages
    return from
  }

  /** The appended file of a page, and its index there; null for an own page. */
  #elsewhere(index: number): { pdf: Pdf; at: number } | null {
    if (index < this.pages) return null
    const found = this.#further.findLast(({ from }) => index >= from)
    return found ? { pdf: found.pdf, at: index - found.from } : null
  }

  async page(index: number): Promise<PDFPageProxy> {
    const there = this.#elsewhere(index)
    if (there) return there.pdf.page(there.at)
    const page = await this.document.getPage(index + 1)
    if (!this.#shapes.has(index)) this.#shapes.set(index, shapeOf(page))
    return page
  }

  /** The annotation storage of a page's file. */
  annotationStorage(index: number): PDFDocumentProxy['annotationStorage'] {
    const there = this.#elsewhere(index)
    return there ? there.pdf.annotationStorage(there.at) : this.document.annotationStorage
  }

  /** The known shape, or the first page's. */
  shape(index: number): PageShape {
    const there = this.#elsewhere(index)
    if (there) return there.pdf.shape(there.at)
    return this.#shapes.get(index) ?? this.first
  }

  isKnown(index: number): boolean {
    const there = this.#elsewhere(index)
    if (there) return there.pdf.isKnown(there.at)
    return this.#shapes.has(index)
  }

  text(index: number): Promise<PageText> {
    const there = this.#elsewhere(index)
    if (there) return there.pdf.text(there.at)
    return once(this.#texts, index, async () => {
      const page = await this.page(index)
      const { items } = await page.getTextContent({ disableNormalization: true })
      const pieces = items.filter((item): item is TextItem => 'str' in item)
      return { pieces: pieces.map(({ str }) => str), ends: pieces.map(({ hasEOL }) => hasEOL) }
    })
  }

  /** The approximate upper left corner of a character, in user space. */
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
    // Internal links of an appended file lead to pages that may not be present.
    if (this.#elsewhere(index)) return Promise.resolve([])
    return once(this.#links, index, async () => linksOf(await (await this.page(index)).getAnnotations()))
  }

  /** A form that is XFA only has one page, which says that it can't be displayed. */
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

/** Caches the promise; failures are not cached. */
function once<T>(known: Map<number, Promise<T>>, key: number, get: () => Promise<T>): Promise<T> {
  const there = known.get(key)
  if (there) return there
  const pending = get()
  known.set(key, pending)
  pending.catch(() => known.delete(key))
  return pending
}
