import type { PDFDocument } from '@cantoo/pdf-lib'
import type { Letters } from './letters.ts'
import { type Paper, Sheet } from './page-layout.ts'

const MARGIN = 48
const TOP = 46
/** Kept free for what stands at the foot of each page. */
const FOOT = 58

/** Pages that follow one another as they are filled. */
export class Flow {
  readonly sheets: Sheet[] = []
  readonly left = MARGIN
  readonly width: number
  /** Points from the upper edge of the page that is being filled. */
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

  /** Goes on to the next page where so much does not fit on this one. @returns whether it did */
  need(height: number): boolean {
    if (this.y + height <= this.sheet.paper.height - FOOT || this.y === TOP) return false
    this.sheets.push(this.#new())
    this.y = TOP
    return true
  }
}
