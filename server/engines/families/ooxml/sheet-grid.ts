import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { type Block, type Cell, type Inline, link, plain, table, words } from './ast.ts'

/** A cell with content or a span; rows and columns count from 0. */
export interface GridCell {
  row: number
  column: number
  text: string
  link?: string
  /** Content of a cell besides its text. */
  blocks?: Block[]
}

export interface GridSpan {
  row: number
  column: number
  rows: number
  columns: number
}

/** Maximum cells that pandoc converts within a job's time limit. */
const MAX_CELLS = 100_000

/** The remaining number of cells for a document's tables. */
export class CellBudget {
  #left = MAX_CELLS

  get left(): number {
    return this.#left
  }

  /** @throws `source_too_complex` if the budget is exceeded */
  spend(cells: number): void {
    this.#left -= cells
    if (this.#left >= 0) return
    throw new EngineFailure(
      'source_too_complex',
      sentence`The tables have more than ${MAX_CELLS.toLocaleString('en')} cells, too many for this conversion. Split the document into parts, or convert a workbook to CSV.`,
    )
  }
}

/**
 * The cells of a sheet as one table without empty rows and columns, since a sheet has a million of
 * them.
 * @throws `source_too_complex` for too many cells
 */
export function gridTable(
  cells: readonly GridCell[],
  spans: readonly GridSpan[],
  budget: CellBudget,
): Block[] {
  const filled = cells.filter(({ text, blocks }) => text.trim() !== '' || blocks?.length)
  if (filled.length === 0) return []
  const rows = placesOf(filled.map(({ row }) => row))
  const columns = placesOf(filled.map(({ column }) => column))
  budget.spend(rows.size * columns.size)
  const grid: (Cell | null)[][] = Array.from({ length: rows.size }, () =>
    Array.from({ length: columns.size }, () => ({ blocks: [] })),
  )
  for (const cell of filled) {
    const line = grid[rows.get(cell.row) ?? 0]
    const column = columns.get(cell.column)
    if (line && column !== undefined) line[column] = { blocks: cellBlocks(cell) }
  }
  for (const span of spans) merge(grid, span, rows, columns)
  return [
    table(
      grid.map((row) => row.filter((cell) => cell !== null)),
      { columns: columns.size },
    ),
  ]
}

/** The rank of each number among the distinct ones. */
function placesOf(numbers: readonly number[]): Map<number, number> {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b)
  return new Map(sorted.map((number, place) => [number, place]))
}

function cellBlocks({ text, link: target, blocks = [] }: GridCell): Block[] {
  const content: Inline[] = words(text.trim())
  if (content.length === 0) return blocks
  return [plain(target === undefined ? content : [link(content, target)]), ...blocks]
}

/** Merges displayed cells of a span, unless another cell in it has content. */
function merge(
  grid: (Cell | null)[][],
  span: GridSpan,
  rows: ReadonlyMap<number, number>,
  columns: ReadonlyMap<number, number>,
): void {
  const down = within(rows, span.row, span.rows)
  const across = within(columns, span.column, span.columns)
  const covered = down.flatMap((row) => across.map((column) => ({ row, column })))
  const filled = covered.filter(({ row, column }) => grid[row]?.[column]?.blocks.length)
  const [first] = covered
  const free = covered.every(({ row, column }) => grid[row]?.[column] && !grid[row]?.[column]?.rows)
  if (!first || covered.length === 1 || filled.length > 1 || !free) return
  const [owner = first] = filled
  const blocks = grid[owner.row]?.[owner.column]?.blocks ?? []
  for (const { row, column } of covered) {
    const line = grid[row]
    if (line) line[column] = null
  }
  const line = grid[first.row]
  if (line) line[first.column] = { blocks, rows: down.length, columns: across.length }
}

function within(places: ReadonlyMap<number, number>, from: number, count: number): number[] {
  if (count > places.size) {
    return [...places].filter(([number]) => number >= from && number < from + count).map(([, place]) => place)
  }
  return Array.from({ length: count }, (_, index) => places.get(from + index)).filter(
    (place) => place !== undefined,
  )
}
