import { type PDFDocument, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib'

/** Tracks the changed objects of a document. New objects are recognized by their number. */
export class Changes {
  readonly #document: PDFDocument
  readonly #touched = new Set<PDFRef>()
  /** The highest object number of the original. */
  readonly #before: number

  constructor(document: PDFDocument) {
    this.#document = document
    const { context } = document
    // A deleted object keeps its number.
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

  /** All objects to write, ordered by number. */
  list(): [PDFRef, PDFObject][] {
    return this.#document.context
      .enumerateIndirectObjects()
      .filter(([reference]) => this.#touched.has(reference) || reference.objectNumber > this.#before)
  }

  /** Removes usage rights signatures, which don't cover changes by other programs. */
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
