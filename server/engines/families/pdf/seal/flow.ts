import type { PDFDocument } from '@cantoo/pdf-lib'
import type { Letters } from './letters.ts'
import { type Paper, Sheet } from './page-layout.ts'

const MARGIN = 48
const TOP = 46
/** Space for the footer of each page. */
const FOOT = 58

/** Pages that are filled one after the other. */
export class Flow {
  readonly sheets: Sheet[] = []
  readonly left = MARGIN
  readonly width: number
  /** Points from the top of the current page. */
  y = TOP
  readonly #new: () => Sheet

  constructor(document: PDFDocument, letters: Letters, paper: Paper) {
    this.#new = () => new Sheet(document, letters, paper)
    this.sheets.push(this.#new())
    this.width = paper.width - 2 * MARGIN
  }

  get sheet(): Sheet {
    return this.sheets.at(-1) as Sheet
  }

  /**
   * Starts a new page if `height` doesn't fit on this one.
   * @returns whether it did
   */
  need(height: number): boolean {
    if (this.y + height <= this.sheet.paper.height - FOOT || this.y === TOP) return false
    this.sheets.push(this.#new())
    this.y = TOP
    return true
  }
}
