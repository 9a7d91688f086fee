import type { PDFImage } from '@cantoo/pdf-lib'
import type { Line } from '../edit/text-embedding.ts'
import { FAINT, LINE } from './colours.ts'
import type { Flow } from './flow.ts'
import { type Letters, STEP } from './letters.ts'

/** A paragraph of a cell. */
export interface Words {
  text: string
  size: number
  colour: string
  voice?: 'text' | 'strong' | 'mono'
  /** Maximum number of lines. */
  most?: number
  /** A label in a separate column before it. */
  label?: { text: string; width: number }
}
export interface Column {
  title: string
  x: number
  width: number
}
export type Cell = { words: Words[] } | { image: PDFImage; height: number }

interface SetLine {
  line: Line
  size: number
  colour: string
  label: Line | null
  indent: number
}

const HEAD = 7

/** Rows separated by hairlines. A row stays on one page; each page repeats the column titles. */
export class Table {
  readonly #flow: Flow
  readonly #letters: Letters
  readonly #columns: readonly Column[]
  /** Vertical padding of a row. */
  readonly #pad: number
  #begun = false

  constructor(flow: Flow, letters: Letters, columns: readonly Column[], pad = 5.5) {
    this.#flow = flow
    this.#letters = letters
    this.#columns = columns
    this.#pad = pad
  }

  async row(cells: readonly Cell[]): Promise<void> {
    const set = await Promise.all(cells.map((cell, index) => this.#set(cell, this.#columns[index])))
    const height = Math.max(...set.map((one) => one.height)) + 2 * this.#pad
    const fresh = this.#flow.need(this.#begun ? height : height + HEAD * 2.6)
    if (fresh || !this.#begun) await this.#head()
    this.#begun = true
    const { sheet, y } = this.#flow
    for (const [index, one] of set.entries()) {
      const column = this.#columns[index]
      if (column) one.draw(column.x, y + this.#pad)
    }
    this.#flow.y = y + height
    sheet.rule(this.#flow.left, this.#flow.y, this.#flow.width, LINE)
  }

  async #head(): Promise<void> {
    const { sheet } = this.#flow
    for (const { title, x } of this.#columns)
      sheet.text(await this.#letters.line(title), HEAD, x, this.#flow.y + HEAD * 1.1, FAINT)
    this.#flow.y += HEAD * 1.9
    sheet.rule(this.#flow.left, this.#flow.y, this.#flow.width, FAINT)
  }

  async #set(cell: Cell, column: Column | undefined) {
    const width = column?.width ?? 0
    if ('image' in cell) {
      const { image, height } = cell
      const fit = image.scaleToFit(width, height)
      return {
        height: height + 2,
        draw: (x: number, y: number) => {
          const { sheet } = this.#flow
          sheet.image(image, x, y + height, fit.width, fit.height)
          sheet.rule(x, y + height + 1, width, LINE)
        },
      }
    }
    const lines: SetLine[] = []
    for (const words of cell.words) lines.push(...(await this.#lines(words, width)))
    const height = lines.reduce((sum, { size }) => sum + size * STEP, 0)
    return {
      height,
      draw: (x: number, y: number) => {
        let foot = y
        for (const { line, size, colour, label, indent } of lines) {
          const base = foot + size
          if (label) this.#flow.sheet.text(label, size, x, base, FAINT)
          this.#flow.sheet.text(line, size, x + indent, base, colour)
          foot += size * STEP
        }
      },
    }
  }

  async #lines({ text, size, colour, voice = 'text', most = 6, label }: Words, width: number) {
    const indent = label?.width ?? 0
    const found = await this.#letters.wrapped(text, voice, size, width - indent, most)
    const first = label ? await this.#letters.line(label.text) : null
    return found.map(
      (line, index): SetLine => ({ line, size, colour, label: index === 0 ? first : null, indent }),
    )
  }
}
