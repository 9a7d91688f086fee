import { type PDFDocument, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib'

/** Which objects of a document are not as they came. What is new is known by its number. */
export class Changes {
  readonly #document: PDFDocument
  readonly #touched = new Set<PDFRef>()
  /** The highest number that an object had. */
  readonly #before: number

  constructor(document: PDFDocument) {
    this.#document = document
    const { context } = document
    // An object that was deleted keeps its number.
    const size = context.trailerInfo.Size?.asNumber() ?? 0
    if (Number.isInteger(size) && size <= 10_000_000)
      context.largestObjectNumber = Math.max(context.largestObjectNumber, size - 1)
    this.#before = context.largestObjectNumber
  }

  touch(reference: PDFRef): void {
    this.#touched.add(reference)
  }

  touchCatalog(): void {
    const root = this.#document.context.trailerInfo.Root
    if (root instanceof PDFRef) this.#touched.add(root)
  }

  get any(): boolean {
    return this.#touched.size > 0 || this.#document.context.largestObjectNumber > this.#before
  }

  /** All that has to be written, in the order of their numbers. */
  list(): [PDFRef, PDFObject][] {
    return this.#document.context
      .enumerateIndirectObjects()
      .filter(([reference]) => this.#touched.has(reference) || reference.objectNumber > this.#before)
  }

  /**
   * Rights that a program once gave to change a file; they do not hold for what was changed by
   * another.
   */
  dropUsageRights(): void {
    const { catalog } = this.#document
    const rights = catalog.lookup(PDFName.of('Perms'))
    if (rights === undefined) return
    const text = String(rights)
    if (text.includes('/DocMDP') || !/\/UR3?\b/.test(text)) return
    catalog.delete(PDFName.of('Perms'))
    this.touchCatalog()
  }
}
