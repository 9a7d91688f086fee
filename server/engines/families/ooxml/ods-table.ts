import type { Block } from './ast.ts'
import type { OdfDocument } from './odf-document.ts'
import { odfText } from './odf-text.ts'
import { type GridCell, type GridSpan, gridTable } from './sheet-grid.ts'
import type { XmlElement } from './xml.ts'
import { childrenOf, firstOf, outermost } from './xml-tree.ts'

const CELLS = ['table:table-cell', 'table:covered-table-cell']

/** Reads the blocks of a shape. */
type ReadShape = (shape: XmlElement, document: OdfDocument) => Block[]

/**
 * A table or sheet with the displayed cell texts, followed by its drawings, read by `readShape`.
 */
export function tableBlocks(table: XmlElement, document: OdfDocument, readShape: ReadShape): Block[] {
  const hidden = hiddenColumns(table)
  const cells: GridCell[] = []
  const spans: GridSpan[] = []
  const drawn: Block[] = []
  let row = 0
  for (const line of outermost(table, 'table:table-row')) {
    const filled = childrenOf(line).filter(({ name }) => CELLS.includes(name))
    const rows = repeats(line, 'table:number-rows-repeated')
    let column = 0
    for (const cell of filled) {
      const columns = repeats(cell, 'table:number-columns-repeated')
      const place = { row, column, rows, columns }
      addCell(cell, place, isHidden(line) || hidden.some(({ from, to }) => column >= from && column < to))
      column += columns
    }
    row += rows
  }
  return [...gridTable(cells, spans, document.cells), ...drawn, ...shapesOf(table)]

  function shapesIn(parent: XmlElement): Block[] {
    const shapes = childrenOf(parent).filter(({ name }) => name.startsWith('draw:'))
    return shapes.flatMap((shape) => readShape(shape, document))
  }

  function shapesOf(sheet: XmlElement): Block[] {
    return childrenOf(sheet, 'table:shapes').flatMap(shapesIn)
  }

  function addCell(cell: XmlElement, place: GridSpan, isOut: boolean): void {
    document.losses.add('comments', childrenOf(cell, 'office:annotation').length)
    const text = childrenOf(cell, 'text:p').map(odfText).join('\n').trim()
    drawn.push(...shapesIn(cell))
    if (text === '') return
    if (isOut) {
      document.losses.add('hiddenCells')
      return
    }
    const count = place.rows * place.columns
    // Checked before the repeated cells are created.
    if (count > document.cells.left) document.cells.spend(count)
    const target = firstOf(cell, 'text:a')?.attributes['xlink:href']
    for (let down = 0; down < place.rows; down++) {
      for (let across = 0; across < place.columns; across++) {
        const at = { row: place.row + down, column: place.column + across }
        cells.push({ ...at, text, ...(target && { link: target }) })
      }
    }
    const [down, across] = ['rows', 'columns'].map((name) => repeats(cell, `table:number-${name}-spanned`))
    if (down && across && down * across > 1) {
      spans.push({ row: place.row, column: place.column, rows: down, columns: across })
    }
  }
}

const isHidden = ({ attributes }: XmlElement) =>
  ['collapse', 'filter'].includes(attributes['table:visibility'] ?? '')

function repeats({ attributes }: XmlElement, name: string): number {
  return Math.max(1, Math.trunc(Number(attributes[name] ?? 1)) || 1)
}

function hiddenColumns(table: XmlElement): { from: number; to: number }[] {
  let at = 0
  return outermost(table, 'table:table-column').flatMap((column) => {
    const from = at
    at += repeats(column, 'table:number-columns-repeated')
    return isHidden(column) ? [{ from, to: at }] : []
  })
}
